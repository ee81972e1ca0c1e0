"""One SQL for all databases: statements have `$1`, `$2` ..., which SQLite takes as parameters of these names,
`COLLATE "C"` where the order of texts matters, which SQLite has anyway, and `string_agg`, its `group_concat`.

A job is a coroutine that waits for its transaction alone. In SQLite every statement has its answer at once,
so that a job is carried out to its end in the database's thread; on PostgreSQL it waits.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


def marks(count: int, first: int = 1) -> str:
    """Return so many parameters: "$1, $2". Nothing is in a list of none, which PostgreSQL wants said."""
    return ", ".join(f"${number}" for number in range(first, first + count)) or "NULL"


class Transaction(Protocol):
    """What a job may do; it is committed as a whole."""

    async def fetch(self, query: str, *args: Any) -> Sequence[Any]:
        """Return the rows of a statement."""

    async def fetch_locked(self, query: str, *args: Any) -> Sequence[Any]:
        """Return the rows of a statement, which no other transaction changes until this one ends."""

    async def execute(self, query: str, *args: Any) -> int:
        """Carry out a statement and return how many rows it concerned."""

    async def execute_many(self, query: str, rows: Collection[Sequence[Any]]) -> None:
        """Carry out a statement for each row of arguments."""

    async def execute_all(self, *statements: tuple[str, Collection[Sequence[Any]]]) -> None:
        """Carry out a few statements for a few rows each, in any order, at once where the database can."""
        for query, rows in statements:
            await self.execute_many(query, rows)

    async def lock(self, what: str, whose: str) -> None:
        """Let no other node carry out a job with this lock until the transaction ends. What is counted, and
        limits, is counted under one.
        """

    async def value(self, query: str, *args: Any) -> Any:
        """Return the first value of the first row, None if there is no row."""
        rows = await self.fetch(query, *args)
        return rows[0][0] if rows else None


Job = Callable[[Transaction], Awaitable[T]]


class Sql(Protocol):
    """A database. What its coroutines change is durable when they return, and they raise its errors."""

    async def run(self, job: Job[T]) -> T:
        """Carry out a job in a transaction. It may be carried out again where its answer was lost: twice has
        to have the effect of once.
        """

    async def read(self, job: Job[T]) -> T:
        """Carry out a job that only reads; its statements may see what is committed between them."""
        return await self.run(job)

    async def fetch(self, query: str, *args: Any) -> Sequence[Any]:
        """Return the rows of one statement."""
        return await self.run(lambda transaction: transaction.fetch(query, *args))

    async def execute(self, query: str, *args: Any) -> int:
        """Carry out one statement and return how many rows it concerned."""
        return await self.run(lambda transaction: transaction.execute(query, *args))


class _SqliteTransaction(Transaction):
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def fetch(self, query: str, *args: Any) -> Sequence[Any]:
        return self._carry_out(query, args).fetchall()

    fetch_locked = fetch

    async def execute(self, query: str, *args: Any) -> int:
        return self._carry_out(query, args).rowcount

    async def execute_many(self, query: str, rows: Collection[Sequence[Any]]) -> None:
        values = [{str(n): arg for n, arg in enumerate(row, 1)} for row in rows]
        self._connection.executemany(_of_sqlite(query), values)

    async def lock(self, what: str, whose: str) -> None:
        """Do nothing: SQLite has one writer."""

    def _carry_out(self, query: str, args: Sequence[Any]) -> sqlite3.Cursor:
        return self._connection.execute(_of_sqlite(query), {str(n): arg for n, arg in enumerate(args, 1)})


@lru_cache(maxsize=512)
def _of_sqlite(query: str) -> str:
    """Return a statement in the words of SQLite, which compares texts by their bytes anyway."""
    return query.replace(' COLLATE "C"', "").replace("string_agg(", "group_concat(")


def to_its_end(job: Job[T], connection: sqlite3.Connection) -> T:
    """Carry out a job in a transaction of SQLite, which another one may be part of, and return what it
    returns. It waits for nothing but its statements.
    """
    steps = job(_SqliteTransaction(connection)).__await__()
    try:
        next(steps)
    except StopIteration as end:
        found: T = end.value
        return found
    raise RuntimeError("a job waited for something else than its transaction")
