"""The part of asyncpg's connection that this room uses, with its types: asyncpg has none."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Literal, Protocol

Isolation = Literal["read_committed", "repeatable_read", "serializable"]


class PostgresConnection(Protocol):
    """A connection to PostgreSQL. Arguments of statements are $1, $2, ..."""

    async def execute(self, query: str, *args: Any) -> str:
        """Carry a statement out, or several without arguments. Returns its tag ("DELETE 3")."""

    async def executemany(self, command: str, args: Iterable[Sequence[Any]]) -> None:
        """Carry a statement out for each row of arguments."""

    async def fetch(self, query: str, *args: Any) -> Sequence[Any]:
        """Return all rows."""

    async def fetchrow(self, query: str, *args: Any) -> Any:
        """Return the first row, None if there is none."""

    async def fetchval(self, query: str, *args: Any) -> Any:
        """Return the first value of the first row, None if there is no row."""

    def cursor(self, query: str, *, prefetch: int) -> AsyncIterator[Any]:
        """Yield all rows, so many of which are read at once. It needs a transaction."""

    async def copy_records_to_table(
        self, table_name: str, *, columns: Sequence[str], records: Sequence[Sequence[Any]]
    ) -> str:
        """Add rows to a table."""

    def transaction(self, *, isolation: Isolation | None = None) -> AbstractAsyncContextManager[Any]:
        """Begin a transaction; it is committed unless an exception leaves the context."""

    async def add_listener(
        self, channel: str, callback: Callable[[PostgresConnection, int, str, str], None]
    ) -> None:
        """Call `callback` (connection, process, channel, payload) with every notification of a channel."""

    def add_termination_listener(self, callback: Callable[[PostgresConnection], None]) -> None:
        """Call `callback` when the connection ends."""

    def is_closed(self) -> bool:
        """Return whether the connection has ended."""

    async def close(self) -> None:
        """End the connection and wait for that."""

    def terminate(self) -> None:
        """End the connection at once."""
