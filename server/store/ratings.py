"""What can be asked about ratings. `server.store.rated_seats` writes them, in the transaction of a result."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from server.results.book import RatedSeat, RatingBook
from server.results.ladder import LadderEntry, Standings, ranked
from server.results.queries import Cursor
from server.results.rated_games import Entrant, EntrantKind
from server.results.rating import FIRST_MU, SLOWNESS, Rating, surely
from server.results.tail import START, rate_next
from server.store import rated_seats
from server.store.sql import Sql, Transaction, marks
from tui.host.ratings import LadderName

LADDER_KINDS: Mapping[LadderName, tuple[EntrantKind, EntrantKind]] = MappingProxyType(
    {"people": ("person", "bot"), "programs": ("program", "program")}
)
"""Who stands on which ladder."""
OF = "SELECT game, who, kind, mu, sigma, games, last, met, since FROM ratings WHERE who IN ({marks})"
CHANGES = """
    SELECT seat, who, kind, old_mu, old_sigma, mu, sigma, games, ended, met, since, counted FROM rated_seats
    WHERE table_id = $1 ORDER BY seat
"""
STANDS = "game = $1 AND kind IN ($2, $3) AND who NOT LIKE 'gone-%'"
"""Accounts that are gone stand on no ladder."""
HAS_PLACE = "since > 0 AND last >= $4"
"""Only who is established stands there in a place, and was active lately."""
ROW = "who, kind, coalesce(name, ''), mu, sigma, games, last, met, since"
SURELY_OF = f"(mu - {FIRST_MU}) / (1 + {SLOWNESS} * sigma * sigma)"
FIRST = f"""
    SELECT {ROW} FROM (
        SELECT * FROM ratings WHERE {STANDS} AND {HAS_PLACE}
        ORDER BY {SURELY_OF} DESC, who COLLATE "C" LIMIT $5
    ) AS first LEFT JOIN accounts ON id = who
"""  # noqa: S608  (our own words)
OWN = f"SELECT {ROW} FROM ratings LEFT JOIN accounts ON id = who WHERE {STANDS} AND who = $4"  # noqa: S608
COUNTS = f"""
    SELECT count(*) FILTER (WHERE {HAS_PLACE} AND {SURELY_OF} > $5), count(*) FROM ratings WHERE {STANDS}
"""  # noqa: S608  (likewise)


class RatingStore:
    """The ratings of all games."""

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def of(self, who: Collection[str]) -> Sequence[tuple[str, Entrant, Rating]]:
        """Return the ratings of accounts and bots, each with its game."""
        if not who:
            return []
        rows = await self._database.fetch(OF.format(marks=marks(len(who))), *who)
        return [(game, Entrant(one, kind), Rating(*row)) for game, one, kind, *row in rows]

    async def changes(self, table: str) -> Sequence[RatedSeat]:
        """Return what an ended game did to ratings, by seat; nothing if it is not rated."""
        return [_rated_seat(*row) for row in await self._database.fetch(CHANGES, table)]

    async def ladder(self, game: str, ladder: LadderName, most: int, viewer: str, since: float) -> Standings:
        """Return the first `most` places of a ladder and what the account that asks has there. Places have
        those alone who are established and have ended a rated game `since` then. Accounts that are gone are
        left out.
        """
        where = (game, *LADDER_KINDS[ladder])

        async def job(transaction: Transaction) -> Standings:
            rows = await transaction.fetch(FIRST, *where, since, most)
            own = await transaction.fetch(OWN, *where, viewer)
            better = surely(*own[0][3:5]) if own else 0.0
            ((ahead, players),) = await transaction.fetch(COUNTS, *where, since, better)
            return _standings(rows, own[0] if own else None, ahead, players)

        return await self._database.read(job)

    async def rate_again(self) -> None:
        """Rate all games again, from the first on, in transactions of a few seconds; those that end meanwhile
        are rated with the others. The numbers are the same, unless results have changed.
        """
        for (game,) in await self._database.fetch(rated_seats.GAMES):
            await self._rate_game_again(game)

    async def _rate_game_again(self, game: str) -> None:
        book, place = RatingBook(), START
        run = self._database.run
        while rows := await run(partial(rated_seats.next_rows, game=game, after=place)):
            await run(partial(rated_seats.put, game=game, rated=rate_next(game, rows, book)))
            place = Cursor(rows[-1].ended, rows[-1].table)
        await run(partial(rated_seats.drop_others, game=game, rated=set(book.ratings)))


def _rated_seat(
    seat: int, who: str, kind: EntrantKind, old_mu: float, old_sigma: float,
    mu: float, sigma: float, games: int, ended: float, met: int, since: float, counted: bool,
) -> RatedSeat:  # fmt: skip
    """Return a seat's change of rating from its stored row."""
    before = Rating(old_mu, old_sigma, games - 1, met=met)
    return RatedSeat(
        seat, Entrant(who, kind), before, Rating(mu, sigma, games, ended, met, since), bool(counted)
    )


def _standings(rows: Iterable[Any], own: Any, ahead: int, players: int) -> Standings:
    """Return a ladder from its first rows and the viewer's own (None: has none), who has so many ahead."""
    mine = replace(_entry(*own), ahead=ahead) if own else None
    return Standings(ranked([_entry(*row) for row in rows]), players, mine)


def _entry(
    who: str, kind: EntrantKind, name: str,
    mu: float, sigma: float, games: int, last: float, met: int, since: float,
) -> LadderEntry:  # fmt: skip
    """Return a place of a ladder from its row; a bot is called by its key."""
    return LadderEntry(Entrant(who, kind), name or who, Rating(mu, sigma, games, last, met, since))
