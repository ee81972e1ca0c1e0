"""A node's side of everything that the nodes share, put together, and the tidying up that one node does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from server.cluster.duties import CLEANING, Duties, highest_weight
from server.cluster.nodes import Nodes
from server.cluster.postgres import codes, directory, names, shares, signals, talk, windows
from server.cluster.postgres.codes import PostgresCodes
from server.cluster.postgres.conversation import NodeConversation
from server.cluster.postgres.directory import PostgresAudiences, PostgresDirectory
from server.cluster.postgres.host_key import Concealment
from server.cluster.postgres.membership import Membership, Pace
from server.cluster.postgres.names import PostgresClaims
from server.cluster.postgres.outages import OutageReader, PostgresOutages
from server.cluster.postgres.sessions import PostgresSessions
from server.cluster.postgres.shares import PostgresShares
from server.cluster.postgres.signals import PostgresSignals
from server.cluster.postgres.talk import PostgresTalk
from server.cluster.postgres.windows import PostgresWindows
from server.identity.bans import DAY
from server.store.postgres.connection import Postgres
from server.store.postgres.doorbell import PostgresDoorbell
from tui.host.port import Release

log = logging.getLogger(__name__)

SWEEP_PAUSE = 600.0
"""Seconds between two deletions of what nobody needs any more."""
PACE = Pace()
SWEEPS: Sequence[tuple[str, float | None]] = (
    (names.SWEEP, 0.0), (windows.SWEEP, 0.0), (codes.SWEEP_OFFERS, 0.0), (codes.SWEEP_KNOWN, None),
    (shares.SWEEP, shares.SLOW_SECONDS), (talk.SWEEP, None), (directory.SWEEP, None),
    (signals.SWEEP, signals.KEPT_SECONDS),
)  # fmt: skip
"""Statements that delete, each with the age in seconds that it takes (None: it takes none)."""


class PostgresDuties(Duties):
    def __init__(self, conversation: NodeConversation, membership: Membership) -> None:
        self._conversation, self._membership = conversation, membership

    def acts_for(self, duty: str) -> bool:
        membership = self._membership
        acting = membership.acting_nodes
        return (
            membership.acting
            and membership.node in acting
            and membership.is_reached()
            and highest_weight(acting, duty) == membership.node
        )

    def follow(self, changed: Callable[[], None]) -> Release:
        return self._membership.follow(changed)

    def resign(self) -> None:
        self._membership.resign()
        self._conversation.beat_soon()


class PostgresNodes:
    """One node from `open` until `close`; `nodes` is its side of what is shared. `node` is a name that no
    node has had before; `host_key` is the private key of the host; addresses are stored for
    `address_days` at most; `rules` as in `server.cluster.postgres.membership`.
    """

    def __init__(
        self,
        node: str,
        database: Postgres,
        doorbell: PostgresDoorbell,
        host_key: bytes,
        *,
        address_days: int = 30,
        pace: Pace = PACE,
        rules: int = 1,
    ) -> None:
        self._database = database
        conceal = Concealment(host_key)
        self._membership = membership = Membership(node, database.adjust_clock, pace, rules)
        self._conversation = conversation = NodeConversation(database, doorbell, membership)
        sessions = PostgresSessions(conversation, membership, keeps_addresses=address_days > 0)
        chat = PostgresTalk(node, database, conversation)
        self._signals = signalled = PostgresSignals(node, database, conversation, database.clock)
        self._address_seconds = address_days * DAY
        claims = PostgresClaims(node, database, conversation, database.clock)
        held = PostgresShares(node, database, conversation, conceal)
        self.outages = PostgresOutages(database)
        self.tables = PostgresDirectory(database)
        audiences = PostgresAudiences(conversation, membership)
        self._parts = (
            OutageReader(self.outages), sessions, chat, signalled, claims, held, self.tables, audiences,
        )  # fmt: skip
        self._sweeping: asyncio.Task[None] | None = None
        self.nodes = Nodes(
            name=node,
            is_reached=membership.is_reached,
            part=lambda: membership.part,
            present=lambda: membership.present,
            conceal=conceal,
            alike=lambda: membership.alike,
            tables=self.tables,
            audiences=audiences,
            sessions=sessions,
            talk=chat,
            signals=signalled,
            duties=PostgresDuties(conversation, membership),
            names=claims,
            codes=PostgresCodes(database),
            windows=PostgresWindows(database, conceal),
            shares=held,
        )

    async def open(self, catch_up: Callable[[], Awaitable[None]]) -> None:
        """Begin: from now on the other nodes know of this one. Whenever it had lost touch, `catch_up` reads
        what it has missed. Raises what asyncpg raises, OSError, UnfitServer.
        """
        await self._conversation.open(self._parts, catch_up)
        self._sweeping = asyncio.ensure_future(self._sweep_on())

    async def close(self) -> None:
        """Tell the others that this node ends."""
        if self._sweeping:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)
        await self._conversation.close()

    async def sweep(self) -> None:
        """Delete what nobody needs any more. Raises what `Postgres.execute` raises."""
        now = self._database.clock()
        for statement, age in SWEEPS:
            await self._database.execute(statement, *(() if age is None else (now - age,)))
        await self._signals.forget_addresses(now - self._address_seconds)

    async def _sweep_on(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_PAUSE)
            try:
                if self.nodes.duties.acts_for(CLEANING):
                    await self.sweep()
            except Exception:
                log.exception("tidying up failed")
