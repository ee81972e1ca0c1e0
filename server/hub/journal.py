"""The journal of a process that reaches its store by a hub.

The hub tells every process of all new entries, in the order of the link; a listener that has come later than
entries that it does not know, because it has read the log before, gets these by reading again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from server.hub.link import Link, LinkDown, LinkLost
from server.log.entries import Entry, Opening
from server.storage.history import HistoryStore
from server.storage.journal import Listener, NotSaved, Unsure, check_numbers
from server.storage.ratings import RatingStore
from tui.host.port import Release

log = logging.getLogger(__name__)

RETRY = 2.0
"""Seconds until a log is read again that could not be read."""


class _LogFollower:
    """A listener to a log, and the number of the last entry that it knows."""

    __slots__ = ("after", "listener")

    def __init__(self, listener: Listener, after: int) -> None:
        self.listener = listener
        self.after = after


class ProcessJournal:
    """See `server.storage.journal.Journal`. Reading is passed on to the hub as it is."""

    def __init__(self, link: Link) -> None:
        self._remote = link.remote("journal")
        self.history: HistoryStore = link.remote("history")
        self.ratings: RatingStore = link.remote("ratings")
        self._followers: dict[str, dict[_LogFollower, None]] = {}
        self._lengths: dict[str, int] = {}
        """The number of the last entry that was told of each table."""
        self._reading: dict[str, asyncio.Task[None]] = {}

    def __getattr__(self, method: str) -> Callable[..., Awaitable[Any]]:
        found: Callable[..., Awaitable[Any]] = getattr(self._remote, method)
        return found

    async def create(self, opening: Opening, entries: Sequence[Entry] = ()) -> None:
        """See `Journal.create`."""
        check_numbers(0, entries)
        await _saved(opening.id, self._remote.create(opening, tuple(entries)))

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """See `Journal.append`."""
        check_numbers(expected, entries)
        try:
            await _saved(table, self._remote.append(table, expected, tuple(entries)))
        finally:
            if table in self._reading:  # listeners first get what was in its way
                await asyncio.wait([self._reading[table]])

    def subscribe(self, table: str, listener: Listener, after: int = 0) -> Release:
        """See `Journal.subscribe`."""
        follower = _LogFollower(listener, after)
        self._followers.setdefault(table, {})[follower] = None
        if self._lengths.get(table, 0) > after:
            self._read_soon(table)

        def release() -> None:
            followers = self._followers.get(table, {})
            followers.pop(follower, None)
            if not followers:
                self._followers.pop(table, None)

        return release

    def told(self, table: str, entries: Sequence[Entry]) -> None:
        """Give the listeners of a log what was added to it, each once and in order."""
        if any(entry.kind == "end" for entry in entries):
            self._lengths.pop(table, None)
        else:
            self._lengths[table] = max(entries[-1].seq, self._lengths.get(table, 0))
        for follower in tuple(self._followers.get(table, ())):
            news = [entry for entry in entries if entry.seq > follower.after]
            if not news:
                continue
            if news[0].seq != follower.after + 1:
                self._read_soon(table)
                continue
            follower.after = news[-1].seq
            try:
                follower.listener(news)
            except Exception:
                log.exception("a listener of a log failed", extra={"table_id": table})

    async def close(self) -> None:
        """Drop all listeners: the hub has written what was waiting."""
        self._followers.clear()
        for task in tuple(self._reading.values()):
            task.cancel()
        await asyncio.gather(*self._reading.values(), return_exceptions=True)

    def _read_soon(self, table: str) -> None:
        if table not in self._reading:
            self._reading[table] = task = asyncio.ensure_future(self._read(table))
            task.add_done_callback(lambda _: self._reading.pop(table, None))

    async def _read(self, table: str) -> None:
        """Give the listeners what they do not know; while they read, more may be told."""
        while followers := self._followers.get(table):
            try:
                entries = await self._remote.read(table, min(one.after for one in followers))
            except Exception as error:  # noqa: BLE001  (reading goes on whatever happens)
                log.warning("new entries could not be read", extra={"why": repr(error)})
                if isinstance(error, LinkLost):
                    return
                await asyncio.sleep(RETRY)
            else:
                if entries:
                    self.told(table, entries)
                if all(one.after >= self._lengths.get(table, 0) for one in followers):
                    return


async def _saved(table: str, work: Awaitable[None]) -> None:
    """Do what adds entries. Raises what it raises, NotSaved or Unsure where the hub is gone."""
    try:
        await work
    except LinkDown as error:
        raise NotSaved(table) from error
    except LinkLost as error:
        raise Unsure(table) from error
