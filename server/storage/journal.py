"""What a table's log is: entries in order, an optimistic lock, and who is told of new ones.

A table is the fold of its entries; nothing about it is true before its entry is durable.
Several implementations share one conformance suite (`tests/server/storage/test_journal.py`): SQLite
for a host, memory for a game in one's own terminal and for simulations. What entries mean
is `server.log.table_state`'s business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from server.log.entries import Entry, FinishedTable, Opening, TableHead
from tui.host.port import Release
from tui.host.subscribers import Subscribers

Listener = Callable[[Sequence["Entry"]], None]


class Conflict(Exception):  # noqa: N818  (the name says what it is)
    """The log is not where the writer believed: somebody else wrote first."""


class NoTable(LookupError):  # noqa: N818  (likewise)
    """There is no table of that id."""


class Journal(Protocol):
    """All tables' logs. Every coroutine returns once what it says is durable."""

    async def create(self, opening: Opening, entries: Sequence[Entry] = ()) -> None:
        """A new table with its first entries. Raises Conflict where the id is taken."""
        ...

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """Adds entries numbered from `expected` + 1. Raises Conflict where the log has another
        length than `expected`, NoTable, or whatever kept it from being written; then nothing
        was added.
        """
        ...

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries with a number above `after`. Raises NoTable."""
        ...

    async def open_tables(self) -> tuple[TableHead, ...]:
        """Every table without an `end` entry, oldest first."""
        ...

    def subscribe(self, table: str, listener: Listener) -> Release:
        """Calls `listener` with new entries, from the event loop, after they are durable and
        before `append` returns to its caller.
        """
        ...

    async def find(self, table: str) -> Opening:
        """A table's opening, ended or not. Raises NoTable."""
        ...

    async def finished(self, player: str, most: int) -> tuple[FinishedTable, ...]:
        """The latest ended games of an account, newest first."""
        ...

    async def hand_over(self, player: str, to: str) -> None:
        """The ended games of one account are another's from now on."""
        ...

    async def forget(self, player: str) -> None:
        """No ended or frozen table knows this account or its name any more."""
        ...

    async def close(self) -> None:
        """Writes what waits and lets go of everything."""
        ...


class Subscriptions:
    """Who wants to hear of which table's entries."""

    def __init__(self) -> None:
        self._listeners: dict[str, Subscribers[None, Sequence[Entry]]] = {}

    def subscribe(self, table: str, listener: Listener) -> Release:
        """Adds a listener for a table's entries; the release may be called twice."""
        if table not in self._listeners:
            self._listeners[table] = Subscribers(f"the log of table {table}")
        subscribers = self._listeners[table]
        leave = subscribers.add(None, listener)

        def release() -> None:
            leave()
            if not subscribers and self._listeners.get(table) is subscribers:
                del self._listeners[table]

        return release

    def publish(self, table: str, entries: Sequence[Entry]) -> None:
        """Tells everybody who listens to the table; what a listener raises is logged."""
        if subscribers := self._listeners.get(table):
            subscribers.publish(lambda _: entries)


def check_numbers(expected: int, entries: Sequence[Entry]) -> None:
    """Raises ValueError where entries do not follow on `expected`: a programming error."""
    if [entry.seq for entry in entries] != list(range(expected + 1, expected + 1 + len(entries))):
        raise ValueError(f"entries do not follow on number {expected}")
