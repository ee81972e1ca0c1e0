"""A rating: an estimate with its uncertainty, and how it is shown to people."""

from __future__ import annotations

from msgspec import Struct

from tui.host.ratings import LADDER_FIRST, ShownRating

FIRST_MU, FIRST_SIGMA = 25.0, 5.0
"""Where everybody begins: the model's own scale."""
DIGITS = 6
"""Stored numbers are rounded to so many decimal places, so that every store returns what was worked out."""
SHOWN_FIRST, SHOWN_PER_MU = 1500, 40
"""What people read: 1500 at first, and 40 for each unit of the model's scale."""
SLOWNESS = 1 / 0.475**2 - 1 / FIRST_SIGMA**2
"""A ladder takes everybody to be within 0.475, 19 points, of the first estimate, in two cases of three, until
results against many say something else: whoever buys some of them is lifted by little.
"""


class Rating(Struct, frozen=True):
    """An estimate of strength at one game: most likely `mu`, give or take `sigma`."""

    mu: float = FIRST_MU
    sigma: float = FIRST_SIGMA
    games: int = 0
    """How many rated games it follows from."""
    last: float = 0.0
    """When the last of them ended."""
    met: int = 0
    """How many different opponents were met who were established then."""
    since: float = 0.0
    """When the game ended after which it was established; 0: it is not."""


def is_established(rating: Rating) -> bool:
    """Return whether a rating rests on enough games, is certain, and has met enough others that are."""
    return not shown_rating(rating).provisional


def surely(mu: float, sigma: float) -> float:
    """Return what ladders are ordered by, on the model's scale: 0 where nothing is known."""
    return (mu - FIRST_MU) / (1 + SLOWNESS * sigma * sigma)


def shown_rating(rating: Rating) -> ShownRating:
    """Return a rating as people read it."""
    return ShownRating(
        round(SHOWN_FIRST + SHOWN_PER_MU * (rating.mu - FIRST_MU)),
        round(SHOWN_PER_MU * rating.sigma),
        rating.games,
        rating.met,
        round(LADDER_FIRST + SHOWN_PER_MU * surely(rating.mu, rating.sigma)),
    )
