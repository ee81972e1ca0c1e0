"""The ratings that a host shows: beside a seat, after a game, and as the ladder of a game."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

RATINGS, RATINGS_OFF = "ratings", "off"
"""The setting of an account that is to be shown no ratings."""
ENOUGH_GAMES, ENOUGH_OPPONENTS, CERTAIN = 10, 6, 180
"""Until so many rated games, so many different established opponents and an uncertainty of no more than this,
a rating is provisional.
"""
LADDER_FIRST = 1000
"""A ladder's figure of whom it knows nothing of."""
ACTIVE_DAYS = 60
"""A ladder lists who has ended a rated game in so many days."""
LadderName = Literal["people", "programs"]
"""People and the host's bots stand on one ladder, players who move through the API on another."""


class ShownRating(Struct, frozen=True):
    """A rating at one game: 1500 at first, give or take `uncertainty` in two cases of three."""

    points: int
    uncertainty: int
    games: int
    """How many rated games it follows from."""

    opponents: int = 0
    """How many different opponents were met who were established then."""
    surely: int = LADDER_FIRST
    """What a ladder goes by: `LADDER_FIRST`, and what of the points many opponents bear out."""

    @property
    def provisional(self) -> bool:
        """Whether it follows from too little to be relied on."""
        known = self.games >= ENOUGH_GAMES and self.opponents >= ENOUGH_OPPONENTS
        return not known or self.uncertainty > CERTAIN


class RatingChange(Struct, frozen=True):
    """What a rated game did to the rating of a seat's player."""

    seat: int
    before: ShownRating
    after: ShownRating


class LadderRow(Struct, frozen=True):
    """One place of a ladder. `name` is cleaned text; empty for somebody who hides their profile from whoever
    asks (`hidden`).
    """

    rank: int
    """From 1; equal ratings have the same rank. 0: is not listed."""
    name: str
    bot: str
    """The key of one of the host's bots; '' for a player."""
    rating: ShownRating
    last: float
    """When the last rated game ended."""
    inactive: bool = False
    """No rated game for long."""
    you: bool = False
    hidden: bool = False


class Ladder(Struct, frozen=True):
    """The ladder of a game: the best first, of those whose rating is not provisional and who were active
    lately.
    """

    game: str
    ladder: LadderName
    rows: tuple[LadderRow, ...]
    players: int
    """How many have a rating at the game, listed or not."""
    yours: LadderRow | None = None
    """Your own place, listed or not."""
