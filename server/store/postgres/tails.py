"""Delivers the entries of logs to their listeners: in order, without gaps, each once, whoever appended them.

Own appends are delivered at once. Of those of other nodes the doorbell tells, and a poll finds what it did
not tell: then the tails of all these logs are read with one statement.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from server.log.entries import Entry
from server.store.journal.journal import Listener
from server.store.journal.rows import ENTRY_COLUMNS, DamagedLog, entry_of
from server.store.postgres.connection import Postgres
from server.store.postgres.doorbell import PostgresDoorbell
from server.store.postgres.failures import log_failure
from tui.host.port import Release

log = logging.getLogger(__name__)

TOPIC = "log"
POLL = 2.0
"""Seconds between two polls."""
COLUMNS = ", ".join(f"entries.{column}" for column in ENTRY_COLUMNS)
TAILS = f"""
    SELECT entries.table_id, {COLUMNS} FROM unnest($1::text[], $2::integer[]) AS wanted (id, after)
    JOIN entries ON entries.table_id = wanted.id AND entries.seq > wanted.after
    ORDER BY entries.table_id, entries.seq
"""  # noqa: S608  (our own words)
GROWN = """
    SELECT wanted.id FROM unnest($1::text[], $2::integer[]) AS wanted (id, after)
    WHERE EXISTS (SELECT FROM entries WHERE table_id = wanted.id AND seq = wanted.after + 1)
"""


class _Follower:
    """A listener to a log, and the number of the last entry that it knows."""

    __slots__ = ("after", "listener")

    def __init__(self, listener: Listener, after: int) -> None:
        self.listener = listener
        self.after = after


class PostgresTails:
    """The followers of all logs on one node. `read_tails` may be used by others, too."""

    def __init__(self, database: Postgres, doorbell: PostgresDoorbell, *, poll: float = POLL) -> None:
        self._database = database
        self._poll_interval = poll
        self._followers: dict[str, dict[_Follower, None]] = {}
        self._torn: set[str] = set()
        """The logs of which it is known, and was logged, that their tail cannot be read."""
        self._to_read: set[str] = set()
        self._something = asyncio.Event()
        self._leave = (doorbell.subscribe(TOPIC, self._rung), doorbell.when_missed(self._read_all))
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Begin to read."""
        self._tasks = [asyncio.create_task(self._read_on()), asyncio.create_task(self._poll_on())]

    async def close(self) -> None:
        """Stop, and drop all followers."""
        for leave in self._leave:
            leave()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._followers.clear()

    def follow(self, table: str, listener: Listener, after: int = 0) -> Release:
        """Call `listener` with a table's entries behind `after`, each once and in order, until the result is
        called.
        """
        follower = _Follower(listener, after)
        self._followers.setdefault(table, {})[follower] = None

        def release() -> None:
            followers = self._followers.get(table, {})
            followers.pop(follower, None)
            if not followers:
                self._followers.pop(table, None)
                self._torn.discard(table)

        return release

    def know(self, table: str, length: int) -> bool:
        """Return whether all followers of a log know its first `length` entries."""
        return all(follower.after >= length for follower in self._followers.get(table, ()))

    def deliver(self, table: str, entries: Sequence[Entry]) -> None:
        """Give the followers of a log what they do not know of these entries, which follow one another. A
        follower that does not know the entry before them gets nothing.
        """
        for follower in tuple(self._followers.get(table, ())):
            news = [entry for entry in entries if entry.seq > follower.after]
            if not news or news[0].seq != follower.after + 1:
                continue
            follower.after = news[-1].seq
            try:
                follower.listener(news)
            except Exception:
                log.exception("a listener of a log failed", extra={"table_id": table})

    async def catch_up(self, table: str = "") -> None:
        """Return after the followers of a log ("": of all) were given all that was durable before the call.
        Raises what `Postgres.fetch` raises.
        """
        await self._read((table,) if table else tuple(self._followers))

    async def read_tails(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return the entries above a number of each of several logs, as far as they can be read. Raises what
        `Postgres.fetch` raises.
        """
        rows = await self._database.fetch(TAILS, list(after), list(after.values()))
        tails: dict[str, list[Entry]] = {table: [] for table in after}
        torn: dict[str, str] = {}
        for table, *row in rows:
            if table not in torn and (why := _add(tails[table], table, row, after[table])):
                torn[table] = why
        for table in torn.keys() - self._torn:
            log.error("the tail of a log cannot be read", extra={"table": table, "why": torn[table]})
        self._torn = (self._torn - after.keys()) | torn.keys()
        return {table: tail for table, tail in tails.items() if tail}

    def _rung(self, table: str, length: int) -> None:
        if not self.know(table, length):
            self._want((table,))

    def _read_all(self) -> None:
        self._want(self._followers)

    def _want(self, tables: Iterable[str]) -> None:
        self._to_read.update(tables)
        self._something.set()

    async def _read_on(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            tables, self._to_read = self._to_read, set()
            await self._or_log(self._read, tuple(tables))

    async def _poll_on(self) -> None:
        while True:
            await asyncio.sleep(self._poll_interval)
            await self._or_log(self._poll, tuple(self._followers))

    async def _poll(self, tables: Sequence[str]) -> None:
        known = self._known(tables)
        grown = await self._database.fetch(GROWN, list(known), list(known.values()))
        self._want(row["id"] for row in grown)

    async def _read(self, tables: Sequence[str]) -> None:
        if known := self._known(tables):
            for table, tail in (await self.read_tails(known)).items():
                self.deliver(table, tail)

    async def _or_log(self, read: Callable[[Sequence[str]], Awaitable[None]], tables: Sequence[str]) -> None:
        """Read; if that fails, the next poll finds what there is."""
        try:
            await read(tables)
        except Exception as error:  # noqa: BLE001  (reading goes on whatever happens)
            log_failure(log, "new entries could not be read", error)

    def _known(self, tables: Iterable[str]) -> dict[str, int]:
        """Return how many entries every follower of each of these logs knows."""
        followed = {table: self._followers[table] for table in tables if table in self._followers}
        return {table: min(one.after for one in followers) for table, followers in followed.items()}


def _add(tail: list[Entry], table: str, row: Sequence[Any], after: int) -> str:
    """Add an entry to those above a number. Return what is wrong with it; "": nothing."""
    expected = after + len(tail) + 1
    if row[0] != expected:
        return f"entry {expected} is missing"
    try:
        tail.append(entry_of(table, row))
    except DamagedLog as why:
        return str(why)
    return ""
