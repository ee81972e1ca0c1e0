"""Rates all games again in a file."""

from __future__ import annotations

from server.sqlite import rated_seats
from server.sqlite.database import Database
from server.sqlite.sql import SqliteSql
from server.store.ratings import StoredRatings


class SqliteRatings(StoredRatings):
    """The ratings in a file."""

    def __init__(self, database: Database) -> None:
        super().__init__(SqliteSql(database))
        self._file = database

    async def rate_again(self) -> None:
        await self._file.run(rated_seats.rate_again)
