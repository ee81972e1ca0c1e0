"""Places from what seats are worth: best first, equals share a place. What counts is the game's business."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import Standing


def rank(worth: Mapping[int, tuple[int, ...]], scores: Sequence[int]) -> tuple[Standing, ...]:
    """Every seat's standing by what it is worth, more being better, the first number counting first.

    `scores` are by seat. Seats that share a place come by their numbers.
    """
    order = sorted(worth, key=lambda seat: worth[seat], reverse=True)
    return tuple(
        Standing(seat, 1 + sum(other > worth[seat] for other in worth.values()), scores[seat - 1])
        for seat in order
    )
