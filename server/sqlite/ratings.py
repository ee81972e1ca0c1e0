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
from server.storage.ratings import LADDER_KINDS, rated_seat, standings
from tui.host.ratings import PROVISIONAL_GAMES, LadderName

OF = "SELECT game, ratings.who, kind, mu, sigma, games, last FROM json_each(?) JOIN ratings ON who = value"
CHANGES = """
    SELECT seat, who, kind, old_mu, old_sigma, mu, sigma, games, ended FROM rated_seats
    WHERE table_id = ? ORDER BY seat
"""
STANDS = "game = ? AND kind IN (?, ?) AND who NOT LIKE 'gone-%'"
"""Accounts that are gone stand on no ladder."""
FIRST = f"""
    SELECT who, kind, coalesce(name, ''), mu, sigma, games, last FROM (
        SELECT * FROM ratings WHERE {STANDS} ORDER BY games < {PROVISIONAL_GAMES}, mu DESC, who LIMIT ?
    ) LEFT JOIN accounts ON id = who ORDER BY games < {PROVISIONAL_GAMES}, mu DESC, who
"""  # noqa: S608  (our own words)
OWN = f"""
    SELECT who, kind, coalesce(name, ''), mu, sigma, games, last FROM ratings
    LEFT JOIN accounts ON id = who WHERE {STANDS} AND who = ?
"""  # noqa: S608  (likewise)
AHEAD = f"SELECT count(*) FROM ratings WHERE {STANDS} AND games >= {PROVISIONAL_GAMES} AND mu > ?"  # noqa: S608
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

    async def ladder(self, game: str, ladder: LadderName, most: int, viewer: str) -> Standings:
        """See `RatingStore.ladder`."""
        where = (game, *LADDER_KINDS[ladder])

        def job(connection: sqlite3.Connection) -> Standings:
            rows = connection.execute(FIRST, (*where, most)).fetchall()
            own = connection.execute(OWN, (*where, viewer)).fetchone()
            ahead = connection.execute(AHEAD, (*where, own[3])).fetchone()[0] if own else 0
            (count,) = connection.execute(COUNT, where).fetchone()
            return standings(rows, own, ahead, count)

        return await self._database.run(job)

    async def rate_again(self) -> None:
        """See `RatingStore.rate_again`."""
        await self._database.run(rated_seats.rate_again)
