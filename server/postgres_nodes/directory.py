"""Tables that other nodes open and end, found by comparing which tables are open with which are known."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TypeVar

from server.log.entries import TableSummary
from server.nodes.directory import Ended, Opened
from server.nodes.subscribers import Subscribers
from server.postgres.connection import Postgres
from server.postgres.protocols import PostgresConnection
from tui.host.port import Release

FINGERPRINT = (
    "SELECT count(*), coalesce(max(number), 0), coalesce(sum(number), 0) FROM tables WHERE NOT ended"
)
"""Another one means that other tables are open."""
OPEN = "SELECT id FROM tables WHERE NOT ended"

T = TypeVar("T")
Summaries = Callable[[Collection[str]], Awaitable[Sequence[TableSummary]]]


class PostgresDirectory:
    """See `server.nodes.directory.TableDirectory`, and `ConversationPart`. `summaries`
    reads open tables by their ids.
    """

    name = "tables"

    def __init__(self, database: Postgres, summaries: Summaries) -> None:
        self._database, self._summaries = database, summaries
        self._known: set[str] = set()
        """The tables that were open when this was read last."""
        self._own: set[str] = set()
        """Tables that this node opens, until they are known."""
        self._unsure: set[str] = set()
        """Tables of which nobody knows whether this node has opened them."""
        self._fingerprint: tuple[int, ...] | None = None
        """None: the tables that are open when this node starts are not known yet."""
        self._reading = asyncio.Lock()
        self._opened: Subscribers[None, TableSummary] = Subscribers("tables that other nodes open")
        self._ended: Subscribers[None, str] = Subscribers("tables that other nodes end")

    def follow(self, opened: Opened, ended: Ended) -> Release:
        """See `TableDirectory.follow`."""
        releases = self._opened.add(None, opened), self._ended.add(None, ended)

        def release() -> None:
            for one in releases:
                one()

        return release

    def opens(self, table: str) -> None:
        """Note a table that this node itself is about to open."""
        self._own.add(table)

    def may_have_opened(self, table: str) -> None:
        """Note that nobody knows whether this node opened a table: if it did, it is told like another's."""
        self._own.discard(table)
        self._unsure.add(table)
        self._fingerprint = self._fingerprint and ()

    async def catch_up(self) -> None:
        """See `TableDirectory.catch_up`."""
        await self._database.run(self.read)

    async def begin(self, connection: PostgresConnection, *, anew: bool) -> None:
        """See `ConversationPart.begin`."""

    async def write(self, connection: PostgresConnection) -> bool:  # noqa: ARG002
        """See `ConversationPart.write`."""
        return False

    async def read(self, connection: PostgresConnection) -> None:
        """See `ConversationPart.read`."""
        async with self._reading:
            fingerprint = tuple(map(int, await connection.fetchrow(FINGERPRINT)))
            if fingerprint == self._fingerprint:
                return
            there = {row["id"] for row in await connection.fetch(OPEN)}
            is_first = self._fingerprint is None
            unsure = there & self._unsure
            new = (there - self._known - self._own) | unsure
            summaries = await self._summaries(new) if new and not is_first else ()
            self._fingerprint = fingerprint
            ended, self._known = self._known - there, there
            self._own -= there
            self._unsure -= unsure
            for summary in summaries:
                _tell(self._opened, summary)
            for table in ended:
                _tell(self._ended, table)


def _tell(listeners: Subscribers[None, T], value: T) -> None:
    listeners.publish(lambda _: value)
