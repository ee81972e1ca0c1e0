"""Seats in typed moves, by the names of their players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tui.host.port import Seat
from tui.host.refusals import refused
from tui.language.spelling import spellings

SeatNumbers = Mapping[str, int]
"""Seats, counted from 1, by the names of their players."""
NOBODY: SeatNumbers = MappingProxyType({})
LONGEST = 16


def seat_numbers(seats: Iterable[Seat]) -> dict[str, int]:
    """Return the seats whose players have a name, by that name."""
    return {seat.name: number for number, seat in enumerate(seats, start=1) if seat.name}


def seat_typed(word: str, seats: SeatNumbers) -> str:
    """Return the number of the seat whose player is called `word`, or is the only one whose name begins like
    this, in any case of letters. A number stays as it is. Raises Refused: "nobody-called" and
    "several-called" (name).
    """
    if word.isdecimal() or not seats:
        return word
    named = [(spelling, seat) for name, seat in seats.items() for spelling in spellings(name)]
    exact = {seat for spelling, seat in named if spelling == word}
    found = exact or {seat for spelling, seat in named if spelling.startswith(word)}
    if len(found) != 1:
        raise refused("several-called" if found else "nobody-called", name=word[:LONGEST])
    return str(found.pop())


def seats_typed(rest: str, at: int, length: int, seats: SeatNumbers) -> str:
    """Return what follows a move's first word, with the word `at` replaced by the seat's number. If it does
    not have `length` words it stays as it is, and the notation refuses it.
    """
    words = rest.split()
    if len(words) == length:
        words[at] = seat_typed(words[at], seats)
        return " ".join(words)
    return rest
