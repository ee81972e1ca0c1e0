"""A journal whose writing is measured; everything else is the journal's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from server.log.entries import Entry
from server.storage.journal import Journal
from server.telemetry.metrics_sink import MetricsSink


class MeteredJournal:
    """See `server.storage.journal.Journal`. `clock` is monotonic, in seconds."""

    def __init__(self, journal: Journal, meter: MetricsSink, clock: Callable[[], float]) -> None:
        self._append = journal.append
        self._meter = meter
        self._clock = clock
        self.create = journal.create
        self.read = journal.read
        self.open_tables = journal.open_tables
        self.subscribe = journal.subscribe
        self.find = journal.find
        self.finished = journal.finished
        self.hand_over = journal.hand_over
        self.forget = journal.forget
        self.close = journal.close

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        began = self._clock()
        await self._append(table, expected, entries)
        moves = [entry.by for entry in entries if entry.kind == "move"]
        self._meter.appended(self._clock() - began, moves)
