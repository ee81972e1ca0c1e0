"""A logistic map from what a position promises each seat to everybody's chances to win.

Each game says what its figures are and has the weights, which `python -m tests.calibration GAME` fits to
games between bots (docs/analysis.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum
from operator import mul

Figures = tuple[float, ...]
"""What a position promises a seat, in figures of which more is better."""


def win_chances(figures: Sequence[Figures], weights: Sequence[float]) -> tuple[float, ...]:
    """The chance of each seat to win, by its figures. They sum up to 1."""
    logits = [fsum(map(mul, weights, own)) for own in figures]
    most = max(logits)
    powers = [exp(own - most) for own in logits]
    whole = fsum(powers)
    return tuple([own / whole for own in powers])
