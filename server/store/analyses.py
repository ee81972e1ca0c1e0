"""Analyses of finished games, of which each is made once and shown to everybody.

They hold seats and moves and no names. A table's record is never removed, and neither is its analysis.
"""

from __future__ import annotations

from server.store.sql import Sql

KEEP = """
    INSERT INTO analyses (table_id, version, body) VALUES ($1, $2, $3) ON CONFLICT (table_id) DO UPDATE
    SET version = excluded.version, body = excluded.body WHERE analyses.version < excluded.version
"""
FIND = "SELECT body FROM analyses WHERE table_id = $1 AND version = $2"
SIZE = "SELECT count(*), coalesce(sum(length(body)), 0) FROM analyses"


class AnalysisStore:
    """Keeps analyses as JSON text. Every coroutine returns after its change is durable, and raises the error
    of the store.
    """

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def keep(self, table: str, version: int, body: str) -> None:
        """Keep the analysis of a table's game, made by a version of the analysis, unless one by that or a
        later version is kept.
        """
        await self._database.execute(KEEP, table, version, body)

    async def find(self, table: str, version: int) -> str | None:
        """Return the analysis of a table's game by exactly this version; None: there is none."""
        rows = await self._database.fetch(FIND, table, version)
        return str(rows[0][0]) if rows else None

    async def size(self) -> tuple[int, int]:
        """Return how many analyses are kept, and their characters."""
        ((number, characters),) = await self._database.fetch(SIZE)
        return int(number), int(characters)

    async def drop(self) -> None:
        """Keep none of them: each is made again when somebody asks."""
        await self._database.execute("DELETE FROM analyses")
