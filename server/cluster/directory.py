"""Tables that other nodes open and end.

Their entries come by `server.store.journal.journal.Journal.subscribe`; the directory only says which tables
there are.
"""

from __future__ import annotations

from collections.abc import Callable

from server.log.entries import TableSummary
from server.store.journal.subscribers import nothing_to_end
from tui.host.port import Release

Opened = Callable[[TableSummary], None]
Ended = Callable[[str], None]


class TableDirectory:
    """Tells a node of tables that other nodes open and end. Nothing is told before it is durable, and
    everything is told at last, but it may be late by seconds, and it may be told more than once.
    On a host of one process nobody else opens any.
    """

    def follow(self, opened: Opened, ended: Ended) -> Release:  # noqa: ARG002
        """From now on, call `opened` with each table that another node has opened (as it is then; an entry
        may be in the summary and be delivered by the journal, too), and `ended` with the id of each table
        that another node ended or retired. Of a table that is opened and ended in between, nothing may be
        told.
        """
        return nothing_to_end

    async def catch_up(self) -> None:
        """Return after everything has been told that was durable before the call. Raises the error of the
        read; then it is told later.
        """
