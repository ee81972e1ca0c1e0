"""What can be asked about ratings, from a `server.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from server.ratings.book import RatedSeat
from server.ratings.ladder import Standings
from server.ratings.rated_games import Entrant
from server.ratings.rating import Rating
from server.sqlite import rated_seats
from server.sqlite.database import Database
from server.storage.ratings import LADDER_KINDS, ladder_entry, rated_seat
from tui.host.ratings import PROVISIONAL_GAMES, LadderName

OF = "SELECT game, ratings.who, kind, mu, sigma, games, last FROM json_each(?) JOIN ratings ON who = value"
CHANGES = """
    SELECT seat, who, kind, old_mu, old_sigma, mu, sigma, games, ended FROM rated_seats
    WHERE "table" = ? ORDER BY seat
"""
LADDER = f"""
    SELECT who, kind, coalesce(name, ''), mu, sigma, games, last,
    rank() OVER (ORDER BY games < {PROVISIONAL_GAMES}, mu DESC) - 1 AS ahead
    FROM ratings LEFT JOIN accounts ON id = who
    WHERE game = ? AND kind IN (?, ?) AND (kind = 'bot' OR id IS NOT NULL)
"""  # noqa: S608  (our own words)
FIRST = f"SELECT * FROM ({LADDER}) ORDER BY games < {PROVISIONAL_GAMES}, mu DESC, who LIMIT ?"  # noqa: S608
OWN = f"SELECT * FROM ({LADDER}) WHERE who = ?"  # noqa: S608
COUNT = f"SELECT count(*) FROM ({LADDER})"  # noqa: S608


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

    async def ladder(self, game: str, ladder: LadderName, most: int, viewer: str) -> Standings:
        """See `RatingStore.ladder`."""
        where = (game, *LADDER_KINDS[ladder])

        def job(connection: sqlite3.Connection) -> tuple[list[Any], Any, int]:
            rows = connection.execute(FIRST, (*where, most)).fetchall()
            own = connection.execute(OWN, (*where, viewer)).fetchone()
            return rows, own, connection.execute(COUNT, where).fetchone()[0]

        rows, own, count = await self._database.run(job)
        return Standings(
            tuple(ladder_entry(*row) for row in rows), count, ladder_entry(*own) if own else None
        )

    async def rate_again(self) -> None:
        """See `RatingStore.rate_again`."""
        await self._database.run(rated_seats.rate_again)
