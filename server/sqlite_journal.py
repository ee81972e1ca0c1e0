"""The journal of a host: tables and entries in a `server.database.Database`."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from server.database import Database
from server.journal import Conflict, Entry, Listing, NoTable, Opening, Subscriptions, numbered

READ = """
    SELECT seq, kind, time, seat, "by", ask, who, name, move, draws FROM entries
    WHERE "table" = ? AND seq > ? ORDER BY seq
"""
READ_SEATINGS = """
    SELECT seq, kind, time, seat, "by", ask, who, name, move, draws FROM entries
    WHERE "table" = ? AND kind <> 'move' ORDER BY seq
"""
ADD_ENTRY = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
LENGTH = 'SELECT coalesce(max(seq), 0) FROM entries WHERE "table" = ?'
ADD_TABLE = """
    INSERT INTO tables (id, name, game, rules_version, seats, options, owner, seed, commitment, opened)
    VALUES (:id, :name, :game, :rules_version, :seats, :options, :owner, :seed, :commitment, :opened)
"""
OPEN_TABLES = """
    SELECT id, name, game, rules_version, seats, options, owner, seed, commitment, opened
    FROM tables WHERE NOT ended ORDER BY opened, rowid
"""


class SqliteJournal(Subscriptions):
    """See `server.journal.Journal`. Closing it closes the database."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database

    async def create(self, opening: Opening, entries: Sequence[Entry] = ()) -> None:
        numbered(0, entries)

        def job(connection: sqlite3.Connection) -> None:
            _insert_opening(connection, opening)
            _insert_entries(connection, opening.id, entries)

        await self._write(opening.id, entries, job)

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        numbered(expected, entries)

        def job(connection: sqlite3.Connection) -> None:
            _check_length(connection, table, expected)
            _insert_entries(connection, table, entries)

        await self._write(table, entries, job)

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        def job(connection: sqlite3.Connection) -> tuple[Entry, ...]:
            _check_exists(connection, table)
            return tuple(_entry(row) for row in connection.execute(READ, (table, after)))

        return await self._database.run(job)

    async def open_tables(self) -> tuple[Listing, ...]:
        return await self._database.run(_open_tables)

    async def close(self) -> None:
        self._database.close()

    async def _write(
        self, table: str, entries: Sequence[Entry], job: Callable[[sqlite3.Connection], None]
    ) -> None:
        """A writer that is cancelled meanwhile keeps nobody from hearing of what was written."""
        written = self._database.run(job)
        written.add_done_callback(lambda done: self._tell(table, entries, done))
        await asyncio.shield(written)

    def _tell(self, table: str, entries: Sequence[Entry], written: asyncio.Future[None]) -> None:
        if not written.cancelled() and written.exception() is None:
            self.publish(table, entries)


def _check_exists(connection: sqlite3.Connection, table: str) -> None:
    if connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
        raise NoTable(table)


def _check_length(connection: sqlite3.Connection, table: str, expected: int) -> None:
    _check_exists(connection, table)
    if connection.execute(LENGTH, (table,)).fetchone()[0] != expected:
        raise Conflict(table)


def _insert_opening(connection: sqlite3.Connection, opening: Opening) -> None:
    row = msgspec.structs.asdict(opening) | {"options": msgspec.json.encode(opening.options).decode()}
    try:
        connection.execute(ADD_TABLE, row)
    except sqlite3.IntegrityError as taken:
        raise Conflict(opening.id) from taken


def _insert_entries(connection: sqlite3.Connection, table: str, entries: Sequence[Entry]) -> None:
    rows = [
        (table, e.seq, e.kind, e.time, e.seat, e.by, e.ask, e.who, e.name, e.move, " ".join(e.draws))
        for e in entries
    ]
    connection.executemany(ADD_ENTRY, rows)
    if any(entry.kind == "end" for entry in entries):
        connection.execute("UPDATE tables SET ended = 1 WHERE id = ?", (table,))


def _entry(row: tuple[Any, ...]) -> Entry:
    return Entry(**dict(zip(Entry.__struct_fields__, row, strict=True)) | {"draws": tuple(row[-1].split())})


def _opening(row: tuple[Any, ...]) -> Opening:
    columns = dict(zip(Opening.__struct_fields__, row, strict=True))
    return Opening(**columns | {"options": msgspec.json.decode(columns["options"])})


def _open_tables(connection: sqlite3.Connection) -> tuple[Listing, ...]:
    openings = connection.execute(OPEN_TABLES)
    return tuple(Listing(_opening(row), _seatings(connection, row[0])) for row in openings)


def _seatings(connection: sqlite3.Connection, table: str) -> tuple[Entry, ...]:
    return tuple(_entry(row) for row in connection.execute(READ_SEATINGS, (table,)))
