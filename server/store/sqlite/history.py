"""The results of ended games in a file."""

from __future__ import annotations

from server.log.entries import Outcome
from server.store.history import IS_SHARED, StoredHistory
from server.store.sqlite import results
from server.store.sqlite.database import Database
from server.store.sqlite.sql import SqliteSql


class SqliteHistory(StoredHistory):
    """Results in a file."""

    PLAYED = f"""
        SELECT group_concat(game || '/' || kind || '/' || place || '/' || seats || '/' || shared, ' ') FROM (
            SELECT game, kind, place, seats, place = 1 AND {IS_SHARED} AS shared FROM seat_results AS one
            WHERE holder = 'account' AND who = $1 AND ($2 OR NOT private) ORDER BY ended, table_id
        )
    """  # noqa: S608  (our own words)
    """SQLite keeps the order of what it concatenates."""
    AGAINST = """
        SELECT other.who, count(*), sum(own.place < other.place), sum(own.place > other.place), max(own.ended)
        FROM seat_results AS own JOIN seat_results AS other ON other.table_id = own.table_id
        WHERE own.holder = 'account' AND own.who = $1 AND own.kind = 'match' AND own.place > 0
        AND ($3 OR NOT own.private) AND other.holder = 'account' AND other.who <> $1
        GROUP BY other.who ORDER BY 2 DESC, 5 DESC, 1 LIMIT $2
    """

    def __init__(self, database: Database) -> None:
        super().__init__(SqliteSql(database))
        self._file = database

    async def write(self, table: str, ended: float, outcome: Outcome) -> None:
        await self._file.run(lambda connection: results.write(connection, table, ended, outcome))
