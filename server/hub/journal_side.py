"""The journal as the hub offers it to one process: the others are told of tables that it opens and ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from server.log.entries import Entry, Opening, TableSummary
from server.storage.journal import Journal


class TablesTold(NamedTuple):
    """What is called, after it is durable, with a table that was opened, and with the id of one that was
    ended or retired.
    """

    opened: Callable[[TableSummary], None]
    ended: Callable[[str], None]


class HubJournal:
    """See `server.storage.journal.Journal`; listeners and `close` are left to each process."""

    def __init__(self, journal: Journal, told: TablesTold) -> None:
        self._journal, self._told = journal, told

    async def create(self, opening: Opening, entries: Sequence[Entry]) -> None:
        """See `Journal.create`."""
        await self._journal.create(opening, entries)
        kept = tuple(entry for entry in entries if entry.kind != "move")
        changed = entries[-1].time if entries else opening.opened
        self._told.opened(TableSummary(opening, kept, changed, length=len(entries)))

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """See `Journal.append`."""
        await self._journal.append(table, expected, entries)
        if any(entry.kind == "end" for entry in entries):
            self._told.ended(table)

    async def retire(self, table: str) -> None:
        """See `Journal.retire`."""
        await self._journal.retire(table)
        self._told.ended(table)

    def __getattr__(self, method: str) -> Callable[..., Awaitable[Any]]:
        """Everything else is as it is in the journal."""
        found: Callable[..., Awaitable[Any]] = getattr(self._journal, method)
        return found
