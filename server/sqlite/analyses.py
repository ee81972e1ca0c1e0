"""Analyses of finished games, stored in a `server.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3

from server.sqlite.database import Database

KEEP = (
    "INSERT INTO analyses (table_id, version, body) VALUES (?, ?, ?) ON CONFLICT (table_id) DO UPDATE"
    " SET version = excluded.version, body = excluded.body WHERE analyses.version < excluded.version"
)
FIND = "SELECT body FROM analyses WHERE table_id = ? AND version = ?"


class SqliteAnalyses:
    """See `server.storage.analyses.AnalysisStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, table: str, version: int, body: str) -> None:
        """See `AnalysisStore.keep`."""
        values = (table, version, body)
        await self._database.run(lambda connection: connection.execute(KEEP, values) and None)

    async def find(self, table: str, version: int) -> str | None:
        """See `AnalysisStore.find`."""

        def job(connection: sqlite3.Connection) -> str | None:
            row = connection.execute(FIND, (table, version)).fetchone()
            return str(row[0]) if row else None

        return await self._database.run(job)
