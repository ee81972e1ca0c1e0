"""Moves everything that is stored from one kind of database to the other, row by row, and compares both.

Tables are copied in the order in which they refer to each other, in one transaction of the new database,
which is empty and of the same schema. What nodes share while they run is not stored and does not move.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import closing
from typing import Any, NamedTuple, Protocol
from uuid import NAMESPACE_OID, uuid5
from zlib import crc32

from msgspec import json

from server.people.audit import moving
from server.store.database.migrations import schema
from server.store.postgres.protocols import PostgresConnection
from server.telemetry.sentences import counted

BATCH = 1000
"""Rows that are in memory at once."""
TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid"
MADE = {"tables": ("creation", ("id",)), "entries": ("append_id", ("table_id", "seq"))}
"""What PostgreSQL alone has: made from other columns, so that a second move makes the same."""
LENGTH = ("tables", "length")
"""PostgreSQL knows it of ended tables alone. Of those that are open it is counted again."""
COUNT_LENGTHS = """
    UPDATE tables SET length = (SELECT coalesce(max(seq), 0) FROM entries WHERE table_id = id) WHERE NOT ended
"""
TORN = """
    SELECT count(*) FROM tables
    WHERE NOT ended AND length <> (SELECT coalesce(max(seq), 0) FROM entries WHERE table_id = id)
"""
NUMBERED = (
    "SELECT table_name FROM information_schema.columns WHERE column_name = 'number' AND is_identity = 'YES'"
)
SET_NUMBER = """
    SELECT setval(pg_get_serial_sequence('{table}', 'number'), max(number)) FROM {table} HAVING count(*) > 0
"""


class CannotMove(Exception):  # noqa: N818  (the name says what it is)
    """Nothing was moved; the message is a sentence."""


class MovedTable(NamedTuple):
    """A table that was copied: its rows, and a sum over them that does not depend on their order."""

    name: str
    rows: int
    sum: int


class Side(Protocol):
    """A database to read rows from or write them to, in one transaction. `place`: how the audit names it."""

    place: str

    async def columns(self, table: str) -> Sequence[str]:
        """Return the names of a table's columns."""

    def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Sequence[Any]]:
        """Yield a table's rows, those of tables in the order in which they were opened."""

    async def write(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Add rows."""

    async def finish(self) -> None:
        """Set what is counted, after all rows were added."""

    async def note(self) -> None:
        """Note in the audit log that the store was moved here."""
        entry = moving(self.place, time.time())
        row = (entry.id, entry.time, json.encode(entry).decode())
        await self.write("audit", ("id", "time", "body"), [row])


async def move(source: Side, target: Side, told: Callable[[str, int], None]) -> list[MovedTable]:
    """Copy everything and return what was copied. `told` is called with a table and how many of its rows were
    copied so far. Raises CannotMove: the new database is not empty, or does not have what was written to it.
    """
    shared: dict[str, list[str]] = {}
    for table in stored_tables():
        theirs = await target.columns(table)
        shared[table] = [column for column in await source.columns(table) if column in theirs]
        async for _ in target.rows(table, shared[table]):
            raise CannotMove(f"The new database is not empty: there are rows in {table}")
    moved = []
    for table, columns in shared.items():
        rows, total = 0, 0
        async for batch in _batches(source.rows(table, columns)):
            await target.write(table, columns, batch)
            rows, total = rows + len(batch), total + sum(map(checksum, batch))
            told(table, rows)
        moved.append(MovedTable(table, rows, total))
    await target.finish()
    for one in moved:
        rows, total = 0, 0
        async for batch in _batches(target.rows(one.name, shared[one.name])):
            rows, total = rows + len(batch), total + sum(map(checksum, batch))
        if (rows, total) != one[1:]:
            raise CannotMove(
                f"The table {one.name} has {rows} of {counted(one.rows, 'row')}, or others than were written"
            )
    await target.note()
    return moved


def stored_tables() -> Sequence[str]:
    """Return the tables of the schema, each behind those that it refers to."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(schema())
        return [name for (name,) in fresh.execute(TABLES)]


def checksum(row: Sequence[Any]) -> int:
    """Return a number for a row that is the same in both databases."""
    return crc32(repr(tuple(int(one) if isinstance(one, bool) else one for one in row)).encode())


async def _batches(rows: AsyncIterator[Sequence[Any]]) -> AsyncIterator[list[Sequence[Any]]]:
    batch = []
    async for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


class SqliteSide(Side):
    """A file, in the transaction of its connection."""

    place = "to SQLite"

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def check_lengths(self) -> None:
        """Raise CannotMove if the log of an open table lacks entries: PostgreSQL would not know."""
        (torn,) = self._connection.execute(TORN).fetchone()
        if torn:
            lacking = counted(torn, "open table lacks", "open tables lack")
            raise CannotMove(f"{lacking} entries: crownhouse check says more")

    async def columns(self, table: str) -> Sequence[str]:
        return [row[1] for row in self._connection.execute(f"PRAGMA table_info({table})")]

    async def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Sequence[Any]]:
        for row in self._connection.execute(
            _select(table, columns, "CASE WHEN ended THEN length ELSE 0 END", "rowid")
        ):
            yield row

    async def write(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        marks = ", ".join("?" * len(columns))
        put = f"INSERT INTO {table} ({_quoted(columns)}) VALUES ({marks})"  # noqa: S608  (names of the schema)
        self._connection.executemany(put, rows)

    async def finish(self) -> None:
        self._connection.execute(COUNT_LENGTHS)


class PostgresSide(Side):
    """A database, in the transaction of its connection."""

    place = "to PostgreSQL"

    def __init__(self, connection: PostgresConnection) -> None:
        self._connection = connection
        self._kinds: dict[str, dict[str, str]] = {}

    async def columns(self, table: str) -> Sequence[str]:
        query = """
            SELECT column_name, data_type FROM information_schema.columns
            WHERE table_name = $1 AND table_schema = current_schema()
        """
        self._kinds[table] = {row[0]: row[1] for row in await self._connection.fetch(query, table)}
        return list(self._kinds[table])

    async def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Sequence[Any]]:
        query = _select(table, columns, "CASE WHEN ended THEN coalesce(length, 0) ELSE 0 END", "number")
        async for row in self._connection.cursor(query, prefetch=BATCH):
            yield tuple(int(one) if isinstance(one, bool) else one for one in row)

    async def write(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        flags = {at for at, column in enumerate(columns) if self._kinds[table][column] == "boolean"}
        whole: list[Sequence[Any]] = [
            tuple(bool(one) if at in flags else one for at, one in enumerate(row)) for row in rows
        ]
        if table in MADE:
            made, of = MADE[table]
            places = [columns.index(column) for column in of]
            whole = [(*row, uuid5(NAMESPACE_OID, repr([row[at] for at in places]))) for row in whole]
            columns = [*columns, made]
        await self._connection.copy_records_to_table(table, columns=columns, records=whole)

    async def finish(self) -> None:
        await self._connection.execute("UPDATE tables SET length = NULL WHERE NOT ended")
        for (table,) in await self._connection.fetch(NUMBERED):
            await self._connection.execute(SET_NUMBER.format(table=table))


def _select(table: str, columns: Sequence[str], length: str, order: str) -> str:
    """Return a statement for all rows of a table: `length` is what it says of a table's length, `order` in
    which order those opened at the same moment were.
    """
    said: Iterator[str] = (length if (table, column) == LENGTH else f'"{column}"' for column in columns)
    sorted_by = f" ORDER BY opened, {order}" if table == LENGTH[0] else ""
    return f"SELECT {', '.join(said)} FROM {table}{sorted_by}"  # noqa: S608  (names of the schema)


def _quoted(columns: Sequence[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)
