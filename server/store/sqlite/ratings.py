"""Rates all games again in a file."""

from __future__ import annotations

from server.store.ratings import StoredRatings
from server.store.sqlite import rated_seats
from server.store.sqlite.database import Database
from server.store.sqlite.sql import SqliteSql


class SqliteRatings(StoredRatings):
    """The ratings in a file."""

    def __init__(self, database: Database) -> None:
        super().__init__(SqliteSql(database))
        self._file = database

    async def rate_again(self) -> None:
        await self._file.run(rated_seats.rate_again)
