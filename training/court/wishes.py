"""What a turn is worth by a learned value: the gain in the chance to win, for each card and for the King."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import exp
from typing import NamedTuple

from engine.court.bots.king_race import Mark
from engine.court.model.state import Kind
from training.court.households import MARKS, Household, with_card
from training.court.values import Learned, king_chance, king_features, seat_features, strength, waits

_LEAST = 1e-4
"""What any card is worth, so that a useless one is rather taken than none."""


class Wish(NamedTuple):
    """A gain in the chance to win, and what brings it: a card, or the King with a mark."""

    worth: float
    card: Kind
    mark: Mark | None = None


class Place(NamedTuple):
    """The households of all seats, and the turn: seats count from 0."""

    houses: Sequence[Household]
    seat: int
    waiting: tuple[int, ...]


def wishes(learned: Learned, place: Place, cards: Iterable[Kind], *, king: bool) -> list[Wish]:
    """What this turn can bring, best first. `cards` can be taken, and the King if `king` is true."""
    chance = _Chance(learned, place)
    own = place.houses[place.seat]
    found = [
        Wish(max(chance.after(with_card(own.cards, card)) - chance.idle, _LEAST), card) for card in cards
    ]
    if king:
        found += _crowns(learned, place, chance.idle)
    return sorted(found, key=lambda wish: -wish.worth)


def _crowns(learned: Learned, place: Place, idle: float) -> Iterator[Wish]:
    own = place.houses[place.seat]
    for mark in MARKS:
        if own.reach(mark) > 0:
            features = king_features(place.houses, place.seat, mark, place.waiting)
            gain = king_chance(learned, features) - idle
            if gain > 0:
                yield Wish(gain, "king", mark)


class _Chance:
    """The chance to win after the turn, by the household that it leaves."""

    def __init__(self, learned: Learned, place: Place) -> None:
        turns = waits(len(place.houses), place.seat, place.waiting)
        self._weights, self._turns = learned.weights, turns[place.seat]
        self._others = sum(
            exp(strength(learned.weights, seat_features(house, turns[other])))
            for other, house in enumerate(place.houses)
            if other != place.seat
        )
        self.idle = self.after(place.houses[place.seat])
        """The chance if the turn brings nothing."""

    def after(self, own: Household) -> float:
        power = exp(strength(self._weights, seat_features(own, self._turns)))
        return power / (power + self._others)
