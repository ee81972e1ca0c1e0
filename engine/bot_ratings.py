"""How strong the opponents of a game proved to be: 1000 points for the weakest, and for each other
one what it gained in games against three of the next weaker one.

`python -m training.ladder GAME` writes this from docs/gates; not by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class MeasuredRating(NamedTuple):
    """A rating at one game, give or take `uncertainty` in two cases of three. `games` are those against the
    next weaker one; of the weakest, those against it.
    """

    points: int
    uncertainty: int
    games: int


MEASURED: Mapping[str, Mapping[str, MeasuredRating]] = MappingProxyType(
    {
        "court": MappingProxyType(
            {
                "beginner": MeasuredRating(1000, 0, 1000),
                "page-66": MeasuredRating(1222, 11, 1000),
                "steward-14": MeasuredRating(1417, 16, 1000),
                "steward-46": MeasuredRating(1565, 19, 1000),
                "steward-72": MeasuredRating(1753, 22, 1000),
                "steward-91": MeasuredRating(1977, 28, 400),
                "master": MeasuredRating(2168, 33, 400),
            }
        ),
        "intrigue": MappingProxyType(
            {
                "novice": MeasuredRating(1000, 0, 1000),
                "learner": MeasuredRating(1205, 11, 1000),
                "page-55": MeasuredRating(1385, 16, 1000),
                "quick-60": MeasuredRating(1544, 23, 400),
                "master": MeasuredRating(1735, 29, 400),
            }
        ),
        "laurin": MappingProxyType(
            {
                "beginner": MeasuredRating(1000, 0, 1000),
                "page": MeasuredRating(1185, 11, 1000),
                "steward-20": MeasuredRating(1398, 16, 1000),
                "steward-51": MeasuredRating(1575, 19, 1000),
                "steward": MeasuredRating(1752, 26, 400),
                "master": MeasuredRating(1924, 31, 400),
            }
        ),
    }
)
