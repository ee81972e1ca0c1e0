"""The journal of a host: tables and entries in a `server.store.sqlite.database`."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from server.log.entries import Entry, Opening, TableSummary
from server.store import dice_counts
from server.store.history import OPENING as FIND
from server.store.journal.journal import COUNTED, Conflict, Listener, NotSaved
from server.store.journal.rows import (
    DamagedLog,
    NoTable,
    Seatings,
    check_numbers,
    entry_of,
    opening_of,
    opening_row,
    row_of,
)
from server.store.journal.subscribers import Topics
from server.store.sql import to_its_end
from server.store.sqlite.database import SqliteJobs, SqliteSql
from server.store.stored_journal import StoredJournal, check_exists, note_counted
from tui.host.port import Release

OPENING = ", ".join(Opening.__struct_fields__)
ENTRY = ", ".join(f'entries."{field}"' for field in Entry.__struct_fields__)
READ = f"SELECT {ENTRY}, crc FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq"  # noqa: S608  (our own words)
PLACES = ", ".join("?" * (2 + len(Entry.__struct_fields__)))
ADD_ENTRY = f"INSERT INTO entries VALUES ({PLACES})"  # noqa: S608  (our own words)
LENGTHEN = "UPDATE tables SET length = ? WHERE id = ? AND length = ?"
LENGTH = "SELECT length FROM tables WHERE id = ?"
COUNTS = """
    SELECT id, length, (SELECT count(*) FROM entries WHERE table_id = id),
    (SELECT coalesce(max(seq), 0) FROM entries WHERE table_id = id) FROM tables WHERE NOT ended
"""
ADD_TABLE = f"""
    INSERT INTO tables ({OPENING}, length)
    VALUES ({", ".join(f":{field}" for field in Opening.__struct_fields__)}, :length)
"""  # noqa: S608  (our own words)
LAST = "SELECT time FROM entries WHERE table_id = id ORDER BY seq DESC LIMIT 1"
OPEN_TABLES = f"SELECT {OPENING}, length, ({LAST}) FROM tables WHERE NOT ended ORDER BY opened, rowid"  # noqa: S608  (likewise)
SEATINGS = f"""
    SELECT table_id, {ENTRY}, crc FROM tables JOIN entries INDEXED BY seatings ON table_id = id
    WHERE NOT ended AND kind <> 'move' ORDER BY opened, tables.rowid, seq
"""  # noqa: S608  (likewise)


class SqliteJournal(StoredJournal):
    """Closing it closes the database."""

    def __init__(self, database: SqliteJobs) -> None:
        super().__init__(SqliteSql(database))
        self._database = database
        self._listeners = Topics[Sequence[Entry]]("the log of table")

    async def create(self, opening: Opening, entries: Sequence[Entry] = ()) -> None:
        check_numbers(0, entries)

        def job(connection: sqlite3.Connection) -> None:
            _insert_opening(connection, opening, len(entries))
            to_its_end(lambda transaction: dice_counts.count_opened(transaction, opening.id), connection)
            _add(connection, opening.id, entries)
            _note_counted(connection, opening.id, entries)

        await self._write(opening.id, entries, job)

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        check_numbers(expected, entries)

        def job(connection: sqlite3.Connection) -> None:
            _append(connection, table, expected, entries)

        await self._write(table, entries, job)

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        return await self._database.run(lambda connection: read_log(connection, table, after))

    async def tails(self, after: Mapping[str, int]) -> Mapping[str, tuple[Entry, ...]]:
        return await self._database.run(lambda connection: dict(_tails(connection, after)))

    async def open_tables(self) -> tuple[TableSummary, ...]:
        return await self._database.run(_open_tables)

    def subscribe(self, table: str, listener: Listener, after: int = 0) -> Release:  # noqa: ARG002  (none are missed here)
        return self._listeners.add(table, listener)

    async def hear(self, table: str = "") -> None:
        """Read nothing: who appends to this database tells the listeners at once."""

    async def close(self) -> None:
        self._database.close()

    async def _write(
        self, table: str, entries: Sequence[Entry], job: Callable[[sqlite3.Connection], None]
    ) -> None:
        """Run a job and publish its entries after the commit, even if the writer was cancelled in the
        meantime. Raises NotSaved: SQLite takes back what it could not commit.
        """
        try:
            await self._database.run(job, lambda: self._listeners.publish(table, entries))
        except (Conflict, NoTable, DamagedLog):
            raise
        except Exception as error:
            raise NotSaved(table) from error


def find_opening(connection: sqlite3.Connection, table: str) -> Opening:
    row = connection.execute(FIND, {"1": table}).fetchone()
    if row is None:
        raise NoTable(table)
    return opening_of(row)


def read_log(connection: sqlite3.Connection, table: str, after: int = 0) -> tuple[Entry, ...]:
    """Return the entries of a table above a number. Raises NoTable, DamagedLog."""
    try:
        found = connection.execute(LENGTH, (table,)).fetchone()
        rows = connection.execute(READ, (table, after)).fetchall()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CORRUPT:
            raise DamagedLog("its entries cannot be read") from error
        raise
    if found is None:
        raise NoTable(table)
    _check_seq([row[0] for row in rows], after, found[0])
    return tuple(entry_of(table, row) for row in rows)


def _tails(
    connection: sqlite3.Connection, after: Mapping[str, int]
) -> Iterator[tuple[str, tuple[Entry, ...]]]:
    """Yield the tables that have readable entries above a number, with these."""
    for table, seq in after.items():
        with suppress(NoTable, DamagedLog):
            if tail := read_log(connection, table, seq):
                yield table, tail


def _check_seq(found: Sequence[int], after: int, length: int) -> None:
    """Raise DamagedLog unless the log, which has a known length, has exactly these entries after `after`."""
    if len(found) == length - after and (not found or found[-1] == length):
        return
    wanted = range(after + 1, length + 1)
    if missing := sorted(set(wanted) - set(found)):
        more = f" and {len(missing) - 1} more are" if len(missing) > 1 else " is"
        raise DamagedLog(f"entry {missing[0]}{more} missing")
    raise DamagedLog(f"it has entries after its last one, {length}")


def _append(connection: sqlite3.Connection, table: str, expected: int, entries: Sequence[Entry]) -> None:
    """Add entries if the log is as long as expected."""
    if not entries:
        return
    if not connection.execute(LENGTHEN, (expected + len(entries), table, expected)).rowcount:
        to_its_end(lambda transaction: check_exists(transaction, table), connection)
        raise Conflict(table)
    try:
        _add(connection, table, entries)
    except sqlite3.IntegrityError as error:
        raise DamagedLog(f"it has entries after its last one, {expected}") from error
    _note_counted(connection, table, entries)


def _note_counted(connection: sqlite3.Connection, table: str, entries: Sequence[Entry]) -> None:
    if any(entry.kind in COUNTED for entry in entries):
        to_its_end(lambda transaction: note_counted(transaction, table, entries), connection)


def _insert_opening(connection: sqlite3.Connection, opening: Opening, length: int) -> None:
    row = dict(zip(Opening.__struct_fields__, opening_row(opening), strict=True)) | {"length": length}
    try:
        connection.execute(ADD_TABLE, row)
    except sqlite3.IntegrityError as error:
        raise Conflict(opening.id) from error


def _add(connection: sqlite3.Connection, table: str, entries: Sequence[Entry]) -> None:
    rows = [row_of(table, entry) for entry in entries]
    if len(rows) == 1:  # the usual case: executemany is slower for one row
        connection.execute(ADD_ENTRY, rows[0])
    else:
        connection.executemany(ADD_ENTRY, rows)


def _open_tables(connection: sqlite3.Connection) -> tuple[TableSummary, ...]:
    gaps, seatings = dict(_gaps(connection)), Seatings(connection.execute(SEATINGS))
    return tuple(
        seatings.summary(row, length, changed, gaps.get(row[0], ""))
        for *row, length, changed in connection.execute(OPEN_TABLES).fetchall()
    )


def _gaps(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Yield the open tables whose logs do not have as many entries as they should, each with the problem."""
    for table, length, count, last in connection.execute(COUNTS):
        if not length == count == last:
            yield table, f"entries written: {max(length, last)}, there: {count}"
