"""What can be asked about ratings, from a `server.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from server.results.book import RatedSeat
from server.results.ladder import Standings
from server.results.rated_games import Entrant
from server.results.rating import Rating, surely
from server.sqlite import rated_seats
from server.sqlite.database import Database
from server.storage.ratings import LADDER_KINDS, rated_seat, standings
from tui.host.ratings import SURELY, LadderName

OF = """
    SELECT game, ratings.who, kind, mu, sigma, games, last, met, since
    FROM json_each(?) JOIN ratings ON who = value
"""
CHANGES = """
    SELECT seat, who, kind, old_mu, old_sigma, mu, sigma, games, ended, met, since FROM rated_seats
    WHERE table_id = ? ORDER BY seat
"""
STANDS = "game = ? AND kind IN (?, ?) AND who NOT LIKE 'gone-%'"
"""Accounts that are gone stand on no ladder."""
LISTED = f"{STANDS} AND since > 0 AND last >= ?"
"""Only who is established stands there in a place, and was active lately."""
ROW = "who, kind, coalesce(name, ''), mu, sigma, games, last, met, since"
SURELY_OF = f"mu - {SURELY} * sigma"
FIRST = f"""
    SELECT {ROW} FROM (SELECT * FROM ratings WHERE {LISTED} ORDER BY {SURELY_OF} DESC, who LIMIT ?)
    LEFT JOIN accounts ON id = who ORDER BY {SURELY_OF} DESC, who
"""  # noqa: S608  (our own words)
OWN = f"SELECT {ROW} FROM ratings LEFT JOIN accounts ON id = who WHERE {STANDS} AND who = ?"  # noqa: S608
AHEAD = f"SELECT count(*) FROM ratings WHERE {LISTED} AND {SURELY_OF} > ?"  # noqa: S608  (likewise)
COUNT = f"SELECT count(*) FROM ratings WHERE {STANDS}"  # noqa: S608  (likewise)


class SqliteRatings:
    """See `server.storage.ratings.RatingStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, who: Collection[str]) -> Sequence[tuple[str, Entrant, Rating]]:
        """See `RatingStore.of`."""
        wanted = msgspec.json.encode(list(who)).decode()

        def job(connection: sqlite3.Connection) -> list[Any]:
            return connection.execute(OF, (wanted,)).fetchall()

        return [(row[0], Entrant(*row[1:3]), Rating(*row[3:])) for row in await self._database.run(job)]

    async def changes(self, table: str) -> Sequence[RatedSeat]:
        """See `RatingStore.changes`."""

        def job(connection: sqlite3.Connection) -> list[Any]:
            return connection.execute(CHANGES, (table,)).fetchall()

        return [rated_seat(*row) for row in await self._database.run(job)]

    async def ladder(self, game: str, ladder: LadderName, most: int, viewer: str, since: float) -> Standings:
        """See `RatingStore.ladder`."""
        where = (game, *LADDER_KINDS[ladder])

        def job(connection: sqlite3.Connection) -> Standings:
            rows = connection.execute(FIRST, (*where, since, most)).fetchall()
            own = connection.execute(OWN, (*where, viewer)).fetchone()
            better = (*where, since, surely(*own[3:5])) if own else ()
            ahead = connection.execute(AHEAD, better).fetchone()[0] if own else 0
            (count,) = connection.execute(COUNT, where).fetchone()
            return standings(rows, own, ahead, count)

        return await self._database.run(job)

    async def rate_again(self) -> None:
        """See `RatingStore.rate_again`."""
        await self._database.run(rated_seats.rate_again)
