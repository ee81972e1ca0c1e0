"""A rating: an estimate with its uncertainty, and how it is shown to people."""

from __future__ import annotations

from msgspec import Struct

from tui.host.ratings import ShownRating

FIRST_MU, FIRST_SIGMA = 25.0, 25.0 / 3
"""Where everybody begins: the model's own scale."""
DIGITS = 6
"""Stored numbers are rounded to so many decimal places, so that every store returns what was worked out."""
SHOWN_FIRST, SHOWN_PER_MU = 1500, 40
"""What people read: 1500 at first, and 40 for each unit of the model's scale."""


class Rating(Struct, frozen=True):
    """An estimate of strength at one game: most likely `mu`, give or take `sigma`."""

    mu: float = FIRST_MU
    sigma: float = round(FIRST_SIGMA, DIGITS)
    games: int = 0
    """How many rated games it follows from."""
    last: float = 0.0
    """When the last of them ended."""


def shown_rating(rating: Rating) -> ShownRating:
    """Return a rating as people read it."""
    points = round(SHOWN_FIRST + SHOWN_PER_MU * (rating.mu - FIRST_MU))
    return ShownRating(points, round(SHOWN_PER_MU * rating.sigma), rating.games)
