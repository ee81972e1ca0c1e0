"""A journal that measures the writing of another journal and passes all other calls on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from server.log.entries import Entry
from server.store.journal.journal import Conflict, Journal
from server.telemetry.metrics_sink import MetricsSink


class MeteredJournal:
    """Measures `append` of another journal. `clock` is monotonic, in seconds. See
    `server.store.journal.journal.Journal`.
    """

    def __init__(self, journal: Journal, metrics: MetricsSink, clock: Callable[[], float]) -> None:
        self._append = journal.append
        self._metrics = metrics
        self._clock = clock
        self.history = journal.history
        self.ratings = journal.ratings
        self.create = journal.create
        self.read = journal.read
        self.tails = journal.tails
        self.open_tables = journal.open_tables
        self.retire = journal.retire
        self.subscribe = journal.subscribe
        self.hear = journal.hear
        self.find = journal.find
        self.finished = journal.finished
        self.dice_counts = journal.dice_counts
        self.sign = journal.sign
        self.signatures = journal.signatures
        self.personal = journal.personal
        self.void = journal.void
        self.hand_over = journal.hand_over
        self.forget = journal.forget
        self.close = journal.close

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """Append, and record the time and the moves, or the failure. Raises what `Journal.append` raises."""
        began = self._clock()
        try:
            await self._append(table, expected, entries)
        except Conflict:  # somebody was first: nothing is lost
            raise
        except Exception:
            self._metrics.unsaved()
            raise
        moves = [entry.by for entry in entries if entry.kind == "move"]
        self._metrics.appended(self._clock() - began, moves)
