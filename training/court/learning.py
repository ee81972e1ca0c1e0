"""Fits what was learned to races: the choice model and the King's, by stochastic gradients (AdaGrad)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from random import Random
from typing import NamedTuple

from training.court.races import SEATS, Race
from training.court.values import NAMES, Features, Learned, seat_features, strength, waits

_STEP, _DECAY = 0.1, 1e-5
_PASSES, _KING_PASSES = 4, 20
_TINY = 1e-8
_KING_FEATURES = 6


class Sample(NamedTuple):
    """The features of all seats after a turn, and who won."""

    seats: tuple[Features, ...]
    winner: int


class CrownSample(NamedTuple):
    """The features with which the King was taken, and whether that won."""

    features: list[float]
    won: bool


def samples(races: Iterable[Race], random: Random) -> list[Sample]:
    """Every second place of the races, chosen at random."""
    return [
        Sample(
            tuple(
                seat_features(house, turns)
                for house, turns in zip(place.houses, waits(SEATS, place.seat, place.waiting), strict=True)
            ),
            race.winner,
        )
        for race in races
        for place in race.places
        if random.random() < 1 / 2
    ]


def crown_samples(races: Iterable[Race]) -> list[CrownSample]:
    """How every first King ended."""
    return [CrownSample(race.crowning.features, race.winner == race.crowning.seat) for race in races]


def fitted(
    before: Learned | None, places: Sequence[Sample], crowns: Sequence[CrownSample], random: Random
) -> Learned:
    """What these samples teach, beginning with what was learned before."""
    weights = _Weights(before.weights if before else [0.0] * len(NAMES))
    for _ in range(_PASSES):
        for sample in random.sample(places, len(places)):
            _learn(weights, sample)
    king = _Weights(before.king if before else [0.0] * _KING_FEATURES)
    for _ in range(_KING_PASSES):
        for crown in random.sample(crowns, len(crowns)):
            features = tuple(enumerate(crown.features))
            miss = crown.won - 1 / (1 + exp(-strength(king.values, features)))
            king.move(features, miss)
    return Learned(tuple(weights.rounded()), tuple(king.rounded()))


def log_likelihood(learned: Learned, places: Sequence[Sample]) -> float:
    """The mean logarithm of the chance that was given to the winner; log(1/4) says nothing."""
    total = 0.0
    for sample in places:
        powers = [exp(strength(learned.weights, features)) for features in sample.seats]
        total += log(powers[sample.winner] / sum(powers))
    return total / len(places)


class _Weights:
    """Weights with a step of their own each, which shrinks with what was learned."""

    def __init__(self, values: Sequence[float]) -> None:
        self.values, self._seen = list(values), [_TINY] * len(values)

    def move(self, features: Features, miss: float) -> None:
        for place, value in features:
            slope = miss * value - _DECAY * self.values[place]
            self._seen[place] += slope * slope
            self.values[place] += _STEP * slope / sqrt(self._seen[place])

    def rounded(self) -> list[float]:
        return [round(value, 4) for value in self.values]


def _learn(weights: _Weights, sample: Sample) -> None:
    powers = [exp(strength(weights.values, features)) for features in sample.seats]
    total = sum(powers)
    for seat, (features, power) in enumerate(zip(sample.seats, powers, strict=True)):
        weights.move(features, (seat == sample.winner) - power / total)
