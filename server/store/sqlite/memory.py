"""SQLite in memory, without a thread: for `play`, tests and simulations. It ends with the process."""

from __future__ import annotations

import asyncio
import sqlite3
from functools import cache
from typing import TypeVar

from server.store.database.migrations import schema
from server.store.history import NOTE_FILLED, RESULTS_FILLED
from server.store.sqlite.database import Committed, Job, SqliteJobs, SqliteSql, do_nothing
from server.store.sqlite.journal import SqliteJournal

T = TypeVar("T")
CASCADES = """
    SELECT child.name, "from", "table", "to"
    FROM sqlite_schema AS child JOIN pragma_foreign_key_list(child.name)
    WHERE child.type = 'table' AND on_delete = 'CASCADE'
"""
"""What goes with what: child, column, parent, key."""


class MemoryDatabase(SqliteJobs):
    """A database that is made on first use and carries out a job in the call. It takes rows of players
    without an account, but with an account its rows go.
    """

    def __init__(self) -> None:
        self._connection: sqlite3.Connection | None = None

    async def run(self, job: Job[T], committed: Committed = do_nothing) -> T:
        if self._connection is None:
            self._connection = sqlite3.connect(":memory:", isolation_level=None)
            self._connection.deserialize(empty_database())
        self._connection.execute("BEGIN")
        try:
            found = job(self._connection)
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")
        committed()
        await asyncio.sleep(0)  # as with a thread, who waits goes on in a later turn of the loop
        return found

    def close(self) -> None:
        """Do nothing: whoever has it may use it again."""


class MemorySql(SqliteSql):
    """A database of its own in memory."""

    def __init__(self) -> None:
        super().__init__(MemoryDatabase())


class MemoryJournal(SqliteJournal):
    """A journal in memory. Closed, it drops its listeners and can be opened again."""

    def __init__(self) -> None:
        super().__init__(MemoryDatabase())

    async def close(self) -> None:
        self._listeners.clear()


@cache
def empty_database() -> bytes:
    """Return a database without tables, of which no result is missing. Making one takes two milliseconds."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript(schema())
    for child, column, parent, key in connection.execute(CASCADES).fetchall():
        going = f"DELETE FROM {child} WHERE {column} = OLD.{key}"  # noqa: S608  (names of the schema)
        connection.execute(f"CREATE TRIGGER {child}_{column} AFTER DELETE ON {parent} BEGIN {going}; END")
    connection.execute(NOTE_FILLED, {"1": RESULTS_FILLED, "2": None})
    return connection.serialize()
