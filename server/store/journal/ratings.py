"""What can be asked about ratings. Journals write them, each with the result that it follows from.

The implementations share one conformance suite (`tests/server/store/journal/test_ratings.py`). How games are
rated is left to `server.results`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from msgspec.structs import replace

from server.results.book import RatedSeat
from server.results.ladder import LadderEntry, Standings, ranked
from server.results.rated_games import Entrant, EntrantKind
from server.results.rating import Rating
from tui.host.ratings import LadderName

LADDER_KINDS: Mapping[LadderName, tuple[EntrantKind, EntrantKind]] = MappingProxyType(
    {"people": ("person", "bot"), "programs": ("program", "program")}
)
"""Who stands on which ladder."""


class RatingStore(Protocol):
    """The ratings of all games."""

    async def of(self, who: Collection[str]) -> Sequence[tuple[str, Entrant, Rating]]:
        """Return the ratings of accounts and bots, each with its game."""

    async def changes(self, table: str) -> Sequence[RatedSeat]:
        """Return what an ended game did to ratings, by seat; nothing if it is not rated."""

    async def ladder(self, game: str, ladder: LadderName, most: int, viewer: str, since: float) -> Standings:
        """Return the first `most` places of a ladder and what the account that asks has there. Places have
        those alone who are established and have ended a rated game `since` then. Accounts that are gone are
        left out.
        """

    async def rate_again(self) -> None:
        """Rate all games again, from the first on. The numbers are the same, unless results have changed."""


def rated_seat(
    seat: int, who: str, kind: EntrantKind, old_mu: float, old_sigma: float,
    mu: float, sigma: float, games: int, ended: float, met: int, since: float,
) -> RatedSeat:  # fmt: skip
    """Return a seat's change of rating from its stored row."""
    before = Rating(old_mu, old_sigma, games - 1, met=met)
    return RatedSeat(seat, Entrant(who, kind), before, Rating(mu, sigma, games, ended, met, since))


def standings(rows: Iterable[Any], own: Any, ahead: int, players: int) -> Standings:
    """Return a ladder from its first rows and the viewer's own (None: has none), who has so many ahead."""
    mine = replace(_entry(*own), ahead=ahead) if own else None
    return Standings(ranked([_entry(*row) for row in rows]), players, mine)


def _entry(
    who: str, kind: EntrantKind, name: str,
    mu: float, sigma: float, games: int, last: float, met: int, since: float,
) -> LadderEntry:  # fmt: skip
    """Return a place of a ladder from its row; a bot is called by its key."""
    return LadderEntry(Entrant(who, kind), name or who, Rating(mu, sigma, games, last, met, since))
