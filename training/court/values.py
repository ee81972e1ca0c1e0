"""The chance to win after a turn, from every seat's household: a choice model over the seats.

Each seat has a strength, a weighted sum of features of its own cards and of how soon it plays again; its
chance is its share of the sum of exp(strength). Taking the King has a logistic model of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from types import MappingProxyType

from msgspec import Struct

from engine.court.bots.king_race import Mark
from engine.court.model.cards import KINDS
from engine.court.model.state import Kind
from training.court.households import Household, beating

CARDS: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind not in {"king", "queen"})
"""What a race can gain besides the King."""
_SEATS = 5
_REACHED: tuple[Mark, ...] = ((7, 1), (8, 1), (9, 1), (10, 1))
_USUAL_DICE, _DICE_SCALE = 6, 3
NAMES: tuple[str, ...] = (
    *(f"{kind}" for kind in CARDS),
    *(f"{kind} with dice" for kind in CARDS),
    *(f"reaches {count}" for count, _ in _REACHED),
    "dice",
    "dice squared",
    *(f"next in {turns}" for turns in range(2 * _SEATS - 1)),
    *(f"next in {turns}, reaches 7" for turns in range(2 * _SEATS - 1)),
)
"""The features of a seat."""
_PLACE: Mapping[str, int] = MappingProxyType({name: place for place, name in enumerate(NAMES)})
_SMOOTH = 0.02
Features = tuple[tuple[int, float], ...]
"""Places in NAMES with their values; the others are 0."""


class Learned(Struct, frozen=True):
    """What was learned: weights by NAMES, and those of `king_features`."""

    weights: tuple[float, ...]
    king: tuple[float, ...]


def seat_features(own: Household, turns: int) -> Features:
    """The features of a seat that plays again after so many turns of others."""
    dice = (own.most - _USUAL_DICE) / _DICE_SCALE
    reached = own.reach((7, 1))
    return (
        *((_PLACE[card], 1.0) for card in own.cards if card in CARDS),
        *((_PLACE[f"{card} with dice"], dice) for card in own.cards if card in CARDS),
        *((_PLACE[f"reaches {mark[0]}"], own.reach(mark)) for mark in _REACHED),
        (_PLACE["dice"], dice),
        (_PLACE["dice squared"], dice * dice),
        (_PLACE[f"next in {turns}"], 1.0),
        (_PLACE[f"next in {turns}, reaches 7"], reached),
    )


def strength(weights: Sequence[float], features: Features) -> float:
    """The weighted sum of features."""
    return sum(weights[place] * value for place, value in features)


def waits(seats: int, seat: int, waiting: Sequence[int]) -> tuple[int, ...]:
    """How many turns of others come before each seat's next one, after the present turn of `seat`.

    Seats count from 0; `waiting` are those that still play in this round.
    """
    first = (seat - (seats - 1 - len(waiting)) - 1) % seats
    coming = (*waiting, *((first + place) % seats for place in range(seats)))
    return tuple(coming.index(one) for one in range(seats))


def king_features(houses: Sequence[Household], seat: int, mark: Mark, waiting: Iterable[int]) -> list[float]:
    """What decides whether the King is held who takes it with this mark."""
    later, least = set(waiting), beating(mark)
    held = {True: 1.0, False: 1.0}
    for other, house in enumerate(houses):
        if other != seat:
            held[other in later] *= 1 - house.reach(least)
    safe = held[True] * held[False]
    again = houses[seat].with_queen.reach((min(mark[0] + 1, 12), 1))
    open_seats = len(later) / 3
    return [1.0, _odds(safe), _odds(again), open_seats, -log(held[True] + _SMOOTH), (1 - safe) * again]


def king_chance(learned: Learned, features: Sequence[float]) -> float:
    """The chance (0 to 1) to win with the King taken."""
    return 1 / (1 + exp(-sum(map(float.__mul__, learned.king, features))))


def _odds(chance: float) -> float:
    """The logarithm of the odds, kept finite."""
    return log((chance + _SMOOTH) / (1 - chance + _SMOOTH))
