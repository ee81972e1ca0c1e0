"""What the results of a turn are worth to the steward, as a list of targets, the best first.

A result is worth as much as the first target in the list that it shows. In a normal round targets are
cards, and the King once for every mark that could be made; in the final round marks alone. Worths are
in units of about one die; those of crowns are chances to win, scaled to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.court.cards import KINDS
from engine.court.crown import Mark, crowned, holds, needed
from engine.court.dice import FACES
from engine.court.judge import take_refusal
from engine.court.model import Dice, Final, Kind, State, Turn
from engine.court.odds.aids import Aids
from engine.court.odds.alike import of_a_kind
from engine.court.odds.targets import CARDS, Target
from engine.court.pace import gain

CROWN = 15.0
"""The worth of a game won."""
_ANY = 0.02
"""The worth of a card that brings the King no nearer."""


class Wish(NamedTuple):
    """A target (None: met by any result), what it is worth, and the card that is meant."""

    worth: float
    target: Target | None
    card: Kind | None = None


class Hand(NamedTuple):
    """The dice of a turn as they lie, unused cards, and what is wished for."""

    aside: Dice
    dice: int
    active: Dice | None
    """None: so many dice are about to be thrown for the first time."""
    kept: bool
    aids: Aids
    wishes: tuple[Wish, ...]


def wish_of(wishes: tuple[Wish, ...], result: Dice) -> Wish:
    """The best wish that a result fulfils; the last one is fulfilled by any."""
    return next(wish for wish in wishes if wish.target is None or wish.target.met(result))


def worth_of(wishes: tuple[Wish, ...], result: Dice) -> float:
    """What a result is worth."""
    return wish_of(wishes, result).worth


def wishes(position: State, turn: Turn, most: int) -> tuple[Wish, ...]:
    """What the seat whose turn it is wants, the best first; `most`: the most dice its turn can come to."""
    final = position.final
    if final is not None and final.begun:
        found = list(_against(position, turn, final, most))
    else:
        found = list(_cards(position, turn.seat))
        if most >= 7 and take_refusal(position, turn.seat, "king") is None:
            found += _kings(position, turn.seat, most)
    return (*sorted(found, key=lambda wish: -wish.worth), Wish(0.0, None))


def _cards(position: State, seat: int) -> Iterator[Wish]:
    own = position.cards[seat - 1]
    for kind in KINDS:
        if kind != "king" and take_refusal(position, seat, kind) is None:
            yield Wish(gain(own, kind) + _ANY, CARDS.get(kind), kind)


def _kings(position: State, seat: int, most: int) -> Iterator[Wish]:
    """The King with seven, eight, .. alike; faces do not matter much."""
    for count in range(7, most + 1):
        yield Wish(CROWN * crowned(position, seat, (count, 3)), of_a_kind(count), "king")


def _against(position: State, turn: Turn, final: Final, most: int) -> Iterator[Wish]:
    """Beating the mark, the higher the safer where others still come; else as good a result as can be."""
    equal = turn.seat == final.queen
    mark = (final.mark.count, final.mark.face)
    later = position.waiting
    for count in range(mark[0], most + 1):
        own = (count, FACES[-1])
        yield Wish(CROWN * holds(position, turn.seat, own, later, queen=final.queen), needed(own, equal=True))
    yield Wish(
        0.9 * CROWN * holds(position, turn.seat, mark, later, queen=final.queen), needed(mark, equal=equal)
    )
    for count in range(2, min(mark[0], most) + 1):
        yield Wish(0.02 * count, of_a_kind(count))
