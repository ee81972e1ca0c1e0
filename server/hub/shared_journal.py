"""The journal of a host of several processes, in the one that has the database.

The others are told of what was added by `told`; how that reaches them is left to `server.hub.hub`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from server.log.entries import Entry, Opening
from server.sqlite.database import Database
from server.sqlite.journal import SqliteJournal
from server.storage.journal import RematchTaken, TableNameTaken

NAMED = "SELECT 1 FROM tables WHERE NOT ended AND name = ?"
REMATCH = "SELECT 1 FROM tables WHERE NOT ended AND rematch_of = ?"


def _nobody(table: str, entries: Sequence[Entry]) -> None:
    """Tell nobody."""


class SharedSqliteJournal(SqliteJournal):
    """See `server.storage.journal.Journal`. `told`, which is set before the first append, is called
    with all new entries, on the event loop: in the order of the log, and before the append returns.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.told: Callable[[str, Sequence[Entry]], None] = _nobody

    def publish(self, table: str, entries: Sequence[Entry]) -> None:
        """Call the listeners in this process and tell the others."""
        super().publish(table, entries)
        if entries:
            self.told(table, entries)

    def check_opening(self, connection: sqlite3.Connection, opening: Opening) -> None:
        """See `SqliteJournal.check_opening`: two processes may open tables at the same time."""
        if connection.execute(NAMED, (opening.name,)).fetchone():
            raise TableNameTaken(opening.id)
        if opening.rematch_of and connection.execute(REMATCH, (opening.rematch_of,)).fetchone():
            raise RematchTaken(opening.id)
