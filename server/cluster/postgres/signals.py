"""Signals to all nodes, as rows that are kept for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from server.cluster.postgres.conversation import ConversationPart, NodeConversation
from server.cluster.signals import STANDING, Signal, Signalled, Signals
from server.identity.bans import without_addresses
from server.store.journal.subscribers import Subscribers
from server.store.postgres.connection import Postgres
from server.store.postgres.protocols import PostgresConnection
from tui.host.port import Release

LOCK = "LOCK TABLE signals IN SHARE ROW EXCLUSIVE MODE"
SEND = """
    INSERT INTO signals SELECT nextval('signal_numbers'), $1, $2, $3, $4, $5, $6
    WHERE NOT EXISTS (SELECT 1 FROM signals WHERE node = $1 AND sent = $2)
"""
READ = """
    SELECT number, kind, about, text FROM signals WHERE number > $1 AND node <> $2 ORDER BY number
"""
LAST = "SELECT coalesce(max(number), 0) FROM signals"
STAND = """
    SELECT DISTINCT ON (kind) kind, about, text FROM signals WHERE kind = ANY ($1::text[])
    ORDER BY kind, number DESC
"""
SWEEP = f"""
    DELETE FROM signals WHERE at < $1 AND number NOT IN (
        SELECT max(number) FROM signals WHERE kind IN ({", ".join(f"'{kind}'" for kind in sorted(STANDING))})
        GROUP BY kind
    )
"""  # noqa: S608
"""Deletes signals from before a moment, but not the last of a kind that stands."""
KEPT_SECONDS = 7 * 86_400.0
"""Seconds for which a signal is kept for a node that is away."""
OLD_NOTICES = "SELECT number, text FROM signals WHERE kind = 'notice' AND at < $1"
CHANGE = "UPDATE signals SET text = $2 WHERE number = $1"


class PostgresSignals(Signals, ConversationPart):
    name = "signals"

    def __init__(
        self, node: str, database: Postgres, conversation: NodeConversation, clock: Callable[[], float]
    ) -> None:
        self._node, self._database, self._conversation, self._clock = node, database, conversation, clock
        self._sending = asyncio.Lock()
        self._sent = 0
        self._last: int | None = None
        """The number of the last signal that was read, or that was there before this node."""
        self._signalled: Subscribers[None, Signal] = Subscribers("signals of other nodes")

    async def send(self, signal: Signal) -> None:
        async with self._sending:  # in order
            self._sent += 1
            row = self._node, self._sent, signal.kind, signal.about, signal.text, self._clock()

            async def job(connection: PostgresConnection) -> None:
                await connection.execute(LOCK)
                await connection.execute(SEND, *row)

            await self._database.run(job)
        self._conversation.ring(self.name)

    def follow(self, signalled: Signalled) -> Release:
        return self._signalled.add(None, signalled)

    async def standing(self) -> Sequence[Signal]:
        return [Signal(*row) for row in await self._database.fetch(STAND, sorted(STANDING))]

    async def forget_addresses(self, before: float) -> None:
        """Keep no address in announcements from before a moment."""
        for number, text in await self._database.fetch(OLD_NOTICES, before):
            if (kept := without_addresses(text)) != text:
                await self._database.execute(CHANGE, number, kept)

    async def begin(self, connection: PostgresConnection, *, anew: bool) -> None:  # noqa: ARG002
        if self._last is None:
            self._last = await connection.fetchval(LAST)

    async def read(self, connection: PostgresConnection) -> None:
        for number, *signal in await connection.fetch(READ, self._last, self._node):
            self._last = number
            self._signalled.publish(Signal(*signal))
