"""`server.store.sql` on PostgreSQL."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, TypeVar

from server.store.postgres.connection import Postgres, rows_of
from server.store.postgres.protocols import PostgresConnection
from server.store.sql import Job, Sql, Transaction

T = TypeVar("T")
LOCK = "SELECT pg_advisory_xact_lock($1, hashtext($2))"
"""The class of a lock is the first four letters of what it is for, as it is for older nodes."""
LOCK_RATINGS = "SELECT pg_advisory_xact_lock(hashtextextended('ratings of ' || $1, 0))"
"""Likewise."""


class PostgresSql(Sql):
    """The database of a host of several nodes."""

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def run(self, job: Job[T]) -> T:
        return await self._database.run(lambda connection: job(PostgresTransaction(connection)))

    async def read(self, job: Job[T]) -> T:
        return await self._database.read(lambda connection: job(PostgresTransaction(connection)))

    async def fetch(self, query: str, *args: Any) -> Sequence[Any]:
        return await self._database.fetch(query, *args)

    async def execute(self, query: str, *args: Any) -> int:
        return await self._database.execute(query, *args)


class PostgresTransaction(Transaction):
    """What a job may do in the transaction of a connection."""

    def __init__(self, connection: PostgresConnection) -> None:
        self._connection = connection

    async def fetch(self, query: str, *args: Any) -> Sequence[Any]:
        return await self._connection.fetch(query, *args)

    async def fetch_locked(self, query: str, *args: Any) -> Sequence[Any]:
        return await self._connection.fetch(f"{query} FOR UPDATE", *args)

    async def execute(self, query: str, *args: Any) -> int:
        return rows_of(await self._connection.execute(query, *args))

    async def execute_many(self, query: str, rows: Collection[Sequence[Any]]) -> None:
        if rows:
            await self._connection.executemany(query, rows)

    async def execute_all(self, *statements: tuple[str, Collection[Sequence[Any]]]) -> None:
        parts, args = list[str](), list[Any]()
        for query, rows in statements:
            for row in rows:
                parts.append(_behind(query, len(args)))
                args += row
        named = ", ".join(f"part{number} AS ({part})" for number, part in enumerate(parts))
        if parts:
            await self._connection.execute(f"WITH {named} SELECT 1", *args)

    async def lock(self, what: str, whose: str) -> None:
        if what == "ratings":
            await self._connection.execute(LOCK_RATINGS, whose)
            return
        await self._connection.execute(LOCK, int.from_bytes(what[:4].encode()), whose)


def _behind(query: str, others: int) -> str:
    """Return a statement with its parameters behind others."""
    return re.sub(r"\$(\d+)", lambda found: f"${int(found[1]) + others}", query)
