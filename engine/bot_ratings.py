"""How strong the bots of a game proved to be: what openskill makes of a round robin, on the scale
of the ladder.

`make gate GAME=... ROUNDROBIN=1000` writes this from docs/gates; not by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class MeasuredRating(NamedTuple):
    """A rating at one game, give or take `uncertainty` in two cases of three, from so many games."""

    points: int
    uncertainty: int
    games: int


MEASURED: Mapping[str, Mapping[str, MeasuredRating]] = MappingProxyType(
    {
        "court": MappingProxyType(
            {
                "beginner": MeasuredRating(916, 73, 1000),
                "page": MeasuredRating(999, 72, 1000),
                "steward": MeasuredRating(2028, 72, 1000),
                "master": MeasuredRating(2150, 72, 1000),
            }
        ),
        "intrigue": MappingProxyType(
            {
                "beginner": MeasuredRating(1637, 65, 1000),
                "page": MeasuredRating(1736, 65, 1000),
                "steward": MeasuredRating(1959, 66, 1000),
                "master": MeasuredRating(2160, 84, 200),
            }
        ),
        "laurin": MappingProxyType(
            {
                "beginner": MeasuredRating(930, 73, 1000),
                "page": MeasuredRating(1135, 71, 1000),
                "steward": MeasuredRating(1890, 71, 1000),
                "master": MeasuredRating(2161, 73, 1000),
            }
        ),
    }
)
