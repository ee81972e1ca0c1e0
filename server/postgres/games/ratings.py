"""What can be asked about ratings on PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from server.postgres.connection import Postgres
from server.postgres.games import rated_seats
from server.results.book import RatedSeat, RatingBook
from server.results.ladder import Standings
from server.results.queries import Cursor
from server.results.rated_games import Entrant
from server.results.rating import Rating, surely
from server.results.tail import START, rate_next
from server.storage.ratings import LADDER_KINDS, rated_seat, standings
from tui.host.ratings import SURELY, LadderName

OF = "SELECT game, who, kind, mu, sigma, games, last, met, since FROM ratings WHERE who = ANY ($1::text[])"
CHANGES = """
    SELECT seat, who, kind, old_mu, old_sigma, mu, sigma, games, ended, met, since FROM rated_seats
    WHERE table_id = $1 ORDER BY seat
"""
STANDS = "game = $1 AND kind = ANY ($2::text[]) AND who NOT LIKE 'gone-%'"
"""Accounts that are gone stand on no ladder."""
LISTED = f"{STANDS} AND since > 0 AND last >= $3"
"""Only who is established stands there in a place, and was active lately."""
ROW = "who, kind, coalesce(name, ''), mu, sigma, games, last, met, since"
SURELY_OF = f"mu - {SURELY} * sigma"
ORDER = f'ORDER BY {SURELY_OF} DESC, who COLLATE "C"'
FIRST = f"""
    SELECT {ROW} FROM (SELECT * FROM ratings WHERE {LISTED} {ORDER} LIMIT $4) AS first
    LEFT JOIN accounts ON id = who {ORDER}
"""  # noqa: S608  (our own words)
OWN = f"SELECT {ROW} FROM ratings LEFT JOIN accounts ON id = who WHERE {STANDS} AND who = $3"  # noqa: S608
COUNTS = f"""
    SELECT count(*) AS players, count(*) FILTER (WHERE {LISTED} AND {SURELY_OF} > $4) AS ahead
    FROM ratings WHERE {STANDS}
"""  # noqa: S608  (likewise)


class PostgresRatings:
    """See `server.storage.ratings.RatingStore`."""

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def of(self, who: Collection[str]) -> Sequence[tuple[str, Entrant, Rating]]:
        """See `RatingStore.of`."""
        rows = await self._database.fetch(OF, list(who))
        return [(game, Entrant(one, kind), Rating(*row)) for game, one, kind, *row in rows]

    async def changes(self, table: str) -> Sequence[RatedSeat]:
        """See `RatingStore.changes`."""
        return [rated_seat(*row) for row in await self._database.fetch(CHANGES, table)]

    async def ladder(self, game: str, ladder: LadderName, most: int, viewer: str, since: float) -> Standings:
        """See `RatingStore.ladder`."""
        where = (game, list(LADDER_KINDS[ladder]))
        rows = await self._database.fetch(FIRST, *where, since, most)
        own = await self._database.fetch(OWN, *where, viewer)
        better = surely(own[0]["mu"], own[0]["sigma"]) if own else 0.0
        (counts,) = await self._database.fetch(COUNTS, *where, since, better)
        return standings(rows, own[0] if own else None, counts["ahead"], counts["players"])

    async def rate_again(self) -> None:
        """See `RatingStore.rate_again`. Games are rated in transactions of a few seconds; those that end
        meanwhile are rated with the others.
        """
        for row in await self._database.fetch(rated_seats.GAMES):
            await self._rate_game_again(row["game"])

    async def _rate_game_again(self, game: str) -> None:
        book, place = RatingBook(), START
        run = self._database.run
        while rows := await run(partial(rated_seats.next_rows, game=game, after=place)):
            await run(partial(rated_seats.put, game=game, rated=rate_next(game, rows, book)))
            place = Cursor(rows[-1].ended, rows[-1].table)
        await run(partial(rated_seats.drop_others, game=game, rated=set(book.ratings)))
