"""The account of a finished game: how every seat's chance became its result, step by step, by cause.

    result = start + deal + own dice + others' dice + hidden cards - own errors + others + correction

It is the sum of differences along the record (`Values.lying`, `Values.after`), so nothing is left over. What
a move changes for the seat that made it is its error, as far as it could know better; what hidden cards made
of it is luck. What it changes for the others is theirs to gain or lose. A seat that resigns has no chance
from there on, by its own doing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.analysis.findings import Account
from engine.analysis.played import Played
from engine.value.seats import Seats
from engine.value.values import ChanceOf, Chances, Due, Values, among_stayed


class Entry(NamedTuple):
    """What one step of the record changed: by the move of `seat` (None: by nobody's), and after it."""

    position: int
    """Before the step."""
    seat: int | None
    moved: Chances
    rest: Chances
    due: Due
    resigned: bool = False
    """Whether the seat resigned."""


class Course(NamedTuple):
    """Everybody's chance in every position, and what changed it."""

    chances: tuple[Chances, ...]
    entries: tuple[Entry, ...]


def followed(values: Values, played: Played, seats: Seats, chance_of: ChanceOf) -> Iterator[Course | None]:
    """The course of chances over a game: None for each step, and at last the course itself."""
    known: dict[int, Chances] = {}
    chances, entries = list[Chances](), list[Entry]()
    for number, state in enumerate(played.states):
        if id(state) not in known:  # an undone step leads back to the very state that was left
            known[id(state)] = values.lying(state, seats, chance_of)
        chances.append(among_stayed(known[id(state)], played.resigned[number]))
        if number:
            entries.append(_entry(values, played, number, chances[-2:], seats, chance_of))
        yield None
    yield Course(tuple(chances), tuple(entries))


def _entry(
    values: Values, played: Played, number: int, around: Sequence[Chances], seats: Seats, chance_of: ChanceOf
) -> Entry:
    before, now = around
    nothing = (0.0,) * played.seats
    seat, move, resigned = played.movers[number], played.moves[number], played.resigned[number]
    if resigned != played.resigned[number - 1]:
        return Entry(number - 1, resigned[-1], _less(now, before), nothing, "correction", resigned=True)
    if seat is None:
        return Entry(number - 1, None, nothing, _less(now, before), "correction")
    expected = values.after(played.states[number - 1], seat, move, seats, chance_of)
    after = among_stayed(expected.chances, resigned)
    return Entry(number - 1, seat, _less(after, before), _less(now, after), expected.due)


def account(course: Course, played: Played, seat: int, losses: Mapping[int, float] | None) -> Account:
    """The account of a seat. `losses` are what its decisions cost by what it could know, by position; None if
    nothing is hidden: then a move costs what it changes.
    """
    place, seats = seat - 1, played.seats
    start = 1 / seats
    columns = dict.fromkeys(Account.COLUMNS, 0.0) | {"deal": course.chances[0][place] - start}
    for entry in course.entries:
        moved, rest = entry.moved[place], entry.rest[place]
        if entry.seat != seat:
            columns["others"] += moved
        elif losses is None or entry.resigned:
            columns["own_errors"] += moved
        else:
            lost = losses.get(entry.position, 0.0)
            columns["own_errors"] -= lost
            columns["hidden"] += moved + lost
        columns[_column(entry, seat)] += rest
    result = played.result[place]
    columns["others"] += result - course.chances[-1][place]  # if nobody who stayed is first by the rules
    return Account(seat=seat, start=start, result=result, **columns)


def _column(entry: Entry, seat: int) -> str:
    if entry.due == "dice":
        return "own_dice" if entry.seat == seat else "others_dice"
    return entry.due


def _less(now: Chances, before: Chances) -> Chances:
    return tuple([one - other for one, other in zip(now, before, strict=True)])
