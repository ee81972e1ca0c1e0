"""A journal that forgets everything with the process: for `play` and for simulations."""

from __future__ import annotations

from collections.abc import Sequence

from server.journal import Conflict, Entry, Listing, NoTable, Opening, Subscriptions, numbered


class MemoryJournal(Subscriptions):
    """See `server.journal.Journal`."""

    def __init__(self) -> None:
        super().__init__()
        self._openings: dict[str, Opening] = {}
        self._entries: dict[str, list[Entry]] = {}

    async def create(self, opening: Opening, entries: Sequence[Entry] = ()) -> None:
        numbered(0, entries)
        if opening.id in self._openings:
            raise Conflict(opening.id)
        self._openings[opening.id] = opening
        self._entries[opening.id] = list(entries)
        self.publish(opening.id, entries)

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        numbered(expected, entries)
        log = self._log(table)
        if len(log) != expected:
            raise Conflict(table)
        log.extend(entries)
        self.publish(table, entries)

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        return tuple(self._log(table)[after:])

    async def open_tables(self) -> tuple[Listing, ...]:
        return tuple(
            Listing(opening, tuple(e for e in self._entries[table] if e.kind != "move"))
            for table, opening in self._openings.items()
            if not any(entry.kind == "end" for entry in self._entries[table])
        )

    async def close(self) -> None:
        self._listeners.clear()

    def _log(self, table: str) -> list[Entry]:
        if table not in self._entries:
            raise NoTable(table)
        return self._entries[table]
