"""Places from what seats are worth: best first, equals share a place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import Standing


def rank(worth: Mapping[int, tuple[int, ...]], scores: Sequence[int]) -> tuple[Standing, ...]:
    """Every seat's standing, best first, by `worth`: tuples compare in order, more is better.

    `scores` are by seat. Seats that share a place come in the order of their numbers.
    """
    order = sorted(worth, key=lambda seat: worth[seat], reverse=True)
    return tuple(
        Standing(seat, 1 + sum(other > worth[seat] for other in worth.values()), scores[seat - 1])
        for seat in order
    )
