"""Analyses of finished games, on PostgreSQL."""

from __future__ import annotations

from server.postgres.connection import Postgres

KEEP = (
    "INSERT INTO analyses (table_id, version, body) VALUES ($1, $2, $3) ON CONFLICT (table_id) DO UPDATE"
    " SET version = excluded.version, body = excluded.body WHERE analyses.version < excluded.version"
)
FIND = "SELECT body FROM analyses WHERE table_id = $1 AND version = $2"


class PostgresAnalyses:
    """See `server.storage.analyses.AnalysisStore`."""

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def keep(self, table: str, version: int, body: str) -> None:
        """See `AnalysisStore.keep`."""
        await self._database.execute(KEEP, table, version, body)

    async def find(self, table: str, version: int) -> str | None:
        """See `AnalysisStore.find`."""
        rows = await self._database.fetch(FIND, table, version)
        return str(rows[0][0]) if rows else None
