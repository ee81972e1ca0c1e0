"""The ratings that a host shows: beside a seat, after a game, and as the ladder of a game."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

RATINGS = "ratings"
"""The setting of an account that is "off" if it is to be shown no ratings."""
PROVISIONAL_GAMES = 10
"""Until so many rated games a rating is provisional."""
LadderName = Literal["people", "programs"]
"""People and the host's bots stand on one ladder, players who move through the API on another."""


class ShownRating(Struct, frozen=True):
    """A rating at one game: 1500 at first, give or take `uncertainty` in two cases of three."""

    points: int
    uncertainty: int
    games: int
    """How many rated games it follows from."""

    @property
    def provisional(self) -> bool:
        """Whether it follows from too few games to be relied on."""
        return self.games < PROVISIONAL_GAMES


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
    """From 1; equal ratings have the same rank. 0: the rating is provisional, and has none yet."""
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
    """The ladder of a game: the best first, those with provisional ratings last."""

    game: str
    ladder: LadderName
    rows: tuple[LadderRow, ...]
    players: int
    """How many have a rating at the game, listed or not."""
    yours: LadderRow | None = None
    """Your own place, listed or not."""
