"""The journal of a host: tables and entries in a `server.storage.sqlite_database.Database`.

What happens to ended games (`finished`, `hand_over`, `forget`) is in `server.storage.sqlite_archive`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec

from server.log.entries import Entry, FinishedTable, Opening, TableSummary, outcome_of
from server.storage import sqlite_archive
from server.storage.journal import Conflict, NoTable, Subscriptions, check_numbers
from server.storage.sqlite_database import Database

OPENING = ", ".join(Opening.__struct_fields__)
ENTRY = ", ".join(f'entries."{field}"' for field in Entry.__struct_fields__)
READ = f'SELECT {ENTRY} FROM entries WHERE "table" = ? AND seq > ? ORDER BY seq'  # noqa: S608  (our own words)
PLACES = ", ".join("?" * (1 + len(Entry.__struct_fields__)))
ADD_ENTRY = f"INSERT INTO entries VALUES ({PLACES})"  # noqa: S608  (our own words)
ADD_NEXT = f"""
    INSERT INTO entries SELECT {PLACES}
    WHERE (SELECT coalesce(max(seq), 0) FROM entries WHERE "table" = ?) = ?
"""  # noqa: S608  (likewise)
ADD_TABLE = f"""
    INSERT INTO tables ({OPENING}) VALUES ({", ".join(f":{field}" for field in Opening.__struct_fields__)})
"""  # noqa: S608  (our own words)
LAST = 'SELECT time FROM entries WHERE "table" = id ORDER BY seq DESC LIMIT 1'
OPEN_TABLES = f"SELECT {OPENING}, ({LAST}) FROM tables WHERE NOT ended ORDER BY opened, rowid"  # noqa: S608  (likewise)
SEATINGS = f"""
    SELECT entries."table", {ENTRY} FROM tables JOIN entries INDEXED BY seatings ON entries."table" = id
    WHERE NOT ended AND kind <> 'move' ORDER BY opened, tables.rowid, seq
"""  # noqa: S608  (likewise)
FIND = f"SELECT {OPENING} FROM tables WHERE id = ?"  # noqa: S608  (likewise)


class SqliteJournal(Subscriptions):
    """See `server.storage.journal.Journal`. Closing it closes the database."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database

    async def create(self, opening: Opening, entries: Sequence[Entry] = ()) -> None:
        """See `Journal.create`."""
        check_numbers(0, entries)

        def job(connection: sqlite3.Connection) -> None:
            _insert_opening(connection, opening)
            _add(connection, opening.id, entries)
            _note_end(connection, opening.id, entries)

        await self._write(opening.id, entries, job)

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """See `Journal.append`."""
        check_numbers(expected, entries)

        def job(connection: sqlite3.Connection) -> None:
            _append(connection, table, expected, entries)

        await self._write(table, entries, job)

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """See `Journal.read`."""

        def job(connection: sqlite3.Connection) -> tuple[Entry, ...]:
            _check_exists(connection, table)
            return tuple(_entry(row) for row in connection.execute(READ, (table, after)))

        return await self._database.run(job)

    async def open_tables(self) -> tuple[TableSummary, ...]:
        """See `Journal.open_tables`."""
        return await self._database.run(_open_tables)

    async def find(self, table: str) -> Opening:
        """See `Journal.find`."""
        return await self._database.run(lambda connection: _find(connection, table))

    async def finished(self, player: str, most: int) -> tuple[FinishedTable, ...]:
        """See `Journal.finished`."""

        def job(connection: sqlite3.Connection) -> tuple[FinishedTable, ...]:
            ends = sqlite_archive.finished(connection, player, most)
            return tuple(FinishedTable(_find(connection, end.table), end.time, end.outcome) for end in ends)

        return await self._database.run(job)

    async def hand_over(self, player: str, to: str) -> None:
        """See `Journal.hand_over`."""
        await self._database.run(lambda connection: sqlite_archive.hand_over(connection, player, to))

    async def forget(self, player: str) -> None:
        """See `Journal.forget`."""
        await self._database.run(lambda connection: sqlite_archive.forget(connection, player))

    async def close(self) -> None:
        """Write what is waiting, then close the database."""
        self._database.close()

    async def _write(
        self, table: str, entries: Sequence[Entry], job: Callable[[sqlite3.Connection], None]
    ) -> None:
        """Run a job and publish its entries after the commit, even if the writer was cancelled meanwhile."""
        await self._database.run(job, lambda: self.publish(table, entries))


def _find(connection: sqlite3.Connection, table: str) -> Opening:
    row = connection.execute(FIND, (table,)).fetchone()
    if row is None:
        raise NoTable(table)
    return _opening(row)


def _check_exists(connection: sqlite3.Connection, table: str) -> None:
    if connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
        raise NoTable(table)


def _append(connection: sqlite3.Connection, table: str, expected: int, entries: Sequence[Entry]) -> None:
    """Add entries if the log is as long as expected. The first insert checks that itself, since this thread
    waits for the event loop at every statement.
    """
    if not entries:
        return
    try:
        added = connection.execute(ADD_NEXT, (*_row(table, entries[0]), table, expected)).rowcount
    except sqlite3.IntegrityError:
        _check_exists(connection, table)
        raise
    if not added:
        _check_exists(connection, table)
        raise Conflict(table)
    _add(connection, table, entries[1:])
    _note_end(connection, table, entries)


def _insert_opening(connection: sqlite3.Connection, opening: Opening) -> None:
    row = msgspec.structs.asdict(opening) | {"options": msgspec.json.encode(opening.options).decode()}
    try:
        connection.execute(ADD_TABLE, row)
    except sqlite3.IntegrityError as error:
        raise Conflict(opening.id) from error


def _add(connection: sqlite3.Connection, table: str, entries: Sequence[Entry]) -> None:
    if entries:
        connection.executemany(ADD_ENTRY, [_row(table, entry) for entry in entries])


def _note_end(connection: sqlite3.Connection, table: str, entries: Sequence[Entry]) -> None:
    for entry in entries:
        if entry.kind == "end":
            sqlite_archive.mark_ended(connection, table, entry.time, outcome_of(entry))


def _row(table: str, e: Entry) -> tuple[Any, ...]:
    return table, e.seq, e.kind, e.time, e.seat, e.by, e.ask, e.who, e.name, e.move, " ".join(e.draws), e.note


def _entry(row: tuple[Any, ...]) -> Entry:
    seq, kind, time, seat, by, ask, who, name, move, draws, note = row
    return Entry(
        seq=seq, kind=kind, time=time, seat=seat, by=by, ask=ask, who=who, name=name, move=move,
        draws=tuple(draws.split()), note=note,
    )  # fmt: skip


def _opening(row: tuple[Any, ...]) -> Opening:
    columns = dict(zip(Opening.__struct_fields__, row, strict=True))
    columns |= {"options": msgspec.json.decode(columns["options"]), "private": bool(columns["private"])}
    return Opening(**columns)


def _open_tables(connection: sqlite3.Connection) -> tuple[TableSummary, ...]:
    rows = connection.execute(SEATINGS)
    seatings = {
        table: tuple(_entry(row[1:]) for row in listed) for table, listed in groupby(rows, key=itemgetter(0))
    }
    rows = connection.execute(OPEN_TABLES)
    listed = [(_opening(row[:-1]), row[-1]) for row in rows]
    return tuple(
        TableSummary(opening, seatings.get(opening.id, ()), changed or opening.opened)
        for opening, changed in listed
    )
