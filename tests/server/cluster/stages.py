"""Where the conformance suite of the nodes runs: one stage for each implementation that joins nodes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from server.cluster.nodes import Nodes
from server.cluster.postgres.membership import Pace
from server.cluster.postgres.nodes import PostgresNodes
from server.store.journal.journal import Journal
from server.store.postgres.connection import Postgres, open_postgres
from server.store.postgres.doorbell import PostgresDoorbell
from server.store.postgres.journal import PostgresJournal
from tests.server.cluster.joined import JoinedHost
from tests.server.simulation import SimulatedTime
from tests.waiting import WITHIN


class StagedNode(NamedTuple):
    """A node under test: what it shares, and its journal."""

    nodes: Nodes
    journal: Journal


class NodeStage(Protocol):
    """One host whose nodes a test starts and loses."""

    def now(self) -> float:
        """The host's clock."""

    async def start(self, name: str) -> StagedNode:
        """Start a node; the others know of it afterwards."""

    async def lose(self, name: str) -> None:
        """Kill a node, as with kill -9."""

    async def until(self, condition: Callable[[], bool]) -> None:
        """Let time pass until the condition holds. Raises TimeoutError after some seconds."""


class JoinedStage:
    """Nodes in one process, with every second bell lost. See `NodeStage`."""

    def __init__(self) -> None:
        self.time, self.bells = SimulatedTime(), 0
        self.host = JoinedHost(self.time.clock, self.time.timer, self._delay)

    def _delay(self) -> float | None:
        self.bells += 1
        return 0.01 if self.bells % 2 else None

    def now(self) -> float:
        return self.time.now

    async def start(self, name: str) -> StagedNode:
        node = self.host.node(name)
        return StagedNode(node.nodes, node.journal)

    async def lose(self, name: str) -> None:
        self.host.kill(name)

    async def until(self, condition: Callable[[], bool]) -> None:
        for _ in range(100):
            if condition():
                return
            await self.time.pass_by(0.1)
        raise TimeoutError


PACE = Pace(beat=0.1, lapse=0.7, cautious=0.6, long_lost=2.0)
"""Heartbeats that are quicker than those of a host, so that a lost node is missed sooner."""


class PostgresStage:
    """Nodes in one process over one PostgreSQL database. See `NodeStage`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._running: dict[str, tuple[Postgres, PostgresDoorbell, PostgresJournal, PostgresNodes]] = {}

    def now(self) -> float:
        return time.time()

    async def start(self, name: str, rules: int = 1, address_days: int = 30) -> StagedNode:
        database = await open_postgres(self._url)
        doorbell = PostgresDoorbell(database)
        node = PostgresNodes(
            name, database, doorbell, b"key", address_days=address_days, pace=PACE, rules=rules
        )
        tables = node.tables
        journal = PostgresJournal(
            database, doorbell, when_opening=tables.opens, when_unsure=tables.may_have_opened
        )
        await doorbell.open()
        journal.open()
        await node.open(journal.catch_up)
        self._running[name] = database, doorbell, journal, node
        for _, _, _, other in self._running.values():
            await self.until(lambda one=other: one._membership.present >= self._running.keys())
        return StagedNode(node.nodes, journal)

    def node(self, name: str) -> PostgresNodes:
        """What a running node is made of."""
        return self._running[name][3]

    async def lose(self, name: str) -> None:
        database, doorbell, _, node = self._running.pop(name)
        for task in (*node._conversation._running, *doorbell._tasks):
            task.cancel()
        if node._conversation._connection:
            node._conversation._connection.terminate()
        await database.close()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(WITHIN):
            while not condition():  # noqa: ASYNC110  (any condition)
                await asyncio.sleep(0.01)

    async def close(self) -> None:
        """End all nodes."""
        for database, doorbell, journal, node in self._running.values():
            await node.close()
            await journal.close()
            await doorbell.close()
            await database.close()
