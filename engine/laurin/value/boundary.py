"""Everybody's chance to win a position of laurin between two rounds, fitted to games of stewards."""

from __future__ import annotations

from engine.analysis.logistic import Figures, win_chances
from engine.laurin.bots import forecast
from engine.laurin.model.components import TARGETS
from engine.laurin.model.state import Position
from engine.laurin.phases.standings import ranked
from engine.value.values import Chances

WEIGHTS: tuple[float, ...] = (0.6964, 0.3799, 0.6822, 1.1003)
"""By `python -m tests.calibration laurin 240`."""
MISS = 0.041
"""The typical difference between these chances and how often seats won in games that were held out."""


def chances(position: Position) -> Chances:
    """The chance of each seat to win, seat 1 first; where several share the win, each has its part."""
    if position.question is None:
        first = [one.seat for one in ranked(position) if one.place == 1]
        return tuple([(seat in first) / len(first) for seat in range(1, len(position.scores) + 1)])
    return win_chances(figures(position), WEIGHTS)


def figures(position: Position) -> tuple[Figures, ...]:
    """By seat: its score, its dwarfs near the King, its treasure cards and its magic, each divided by the
    root of what the leader still lacks, since a lead weighs more the nearer the end is.
    """
    scores = position.scores
    lacking = max(0, TARGETS[len(scores)] - max(scores))
    scale = (lacking + 6) ** -0.5
    near = forecast.lasting(forecast.model_garden(position.dwarfs), position.king, len(scores))
    return tuple(
        [
            (
                scale * score,
                scale * near[seat],
                scale * position.cards[seat],
                scale * len(position.magic[seat]),
            )
            for seat, score in enumerate(scores)
        ]
    )
