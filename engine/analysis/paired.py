"""Differences of paired samples: the same sample for every move, so that what they share cancels out."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

FEWEST = 8
"""With fewer pairs, no standard error is told."""


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return fsum(values) / len(values) if values else 0.0


def standard_error(values: Sequence[float], least: float = 0.0) -> float:
    """The standard error of the mean; infinite with fewer than FEWEST values.

    `least` is the least standard deviation that is believed, since few samples may be alike by chance.
    """
    if len(values) < FEWEST:
        return float("inf")
    middle = mean(values)
    deviation = (fsum((value - middle) ** 2 for value in values) / (len(values) - 1)) ** 0.5
    return float(max(deviation, least) / len(values) ** 0.5)


def differences(better: Sequence[float], worse: Sequence[float]) -> list[float]:
    """The differences of pairs, as far as both go."""
    return [one - other for one, other in zip(better, worse, strict=False)]


def covariance(values: Sequence[float], others: Sequence[float]) -> float:
    """The covariance of the means of two values of the same samples, of which there are two or more."""
    middle, middle_of_others = mean(values), mean(others)
    pairs = zip(values, others, strict=True)
    whole = fsum([(one - middle) * (other - middle_of_others) for one, other in pairs])
    return whole / (len(values) - 1) / len(values)
