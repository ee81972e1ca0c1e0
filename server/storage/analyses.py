"""Analyses of finished games, of which each is made once and shown to everybody: the contract, and memory.

They hold seats and moves and no names. A table's record is never removed, and neither is its analysis.
"""

from __future__ import annotations

from typing import Protocol


class AnalysisStore(Protocol):
    """Keeps analyses as JSON text. Every coroutine returns after its change is durable, and raises the error
    of the store.
    """

    async def keep(self, table: str, version: int, body: str) -> None:
        """Keep the analysis of a table's game, made by a version of the analysis, unless one by that or a
        later version is kept.
        """
        ...

    async def find(self, table: str, version: int) -> str | None:
        """Return the analysis of a table's game by exactly this version; None: there is none."""
        ...


class MemoryAnalyses:
    """See `AnalysisStore`. Analyses end with the process."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, str]] = {}

    async def keep(self, table: str, version: int, body: str) -> None:
        """See `AnalysisStore.keep`."""
        before = self._kept.get(table)
        if before is None or before[0] < version:
            self._kept[table] = (version, body)

    async def find(self, table: str, version: int) -> str | None:
        """See `AnalysisStore.find`."""
        kept = self._kept.get(table)
        return kept[1] if kept and kept[0] == version else None
