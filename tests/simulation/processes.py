"""The processes of one simulated machine: a hub over the simulated disk, and real links without sockets.

What one side sends comes late, and in order. A process that is killed takes along what it was not sent yet; a
line that stands still for a while brings everything afterwards.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Sequence
from random import Random
from typing import Any, cast

from server.hub.hub import LAPSE, Hub
from server.hub.link import Link
from server.hub.node import HubNode
from server.hub.shared_journal import SharedSqliteJournal
from server.log.entries import Entry
from server.sqlite.accounts import SqliteAccounts
from server.sqlite.database import Database
from server.sqlite.outages import SqliteOutages
from server.sqlite.players.bans import SqliteBans
from server.storage.journal import Conflict, Journal
from tests.simulation.loop import SimulatedLoop, between
from tests.simulation.stages import NodeParts

TICK = 1e-6
"""Between two messages of one line: timers of one moment may go off in any order."""


class CountedJournal(SharedSqliteJournal):
    """Counts appends by whom they were tried, and those that did what another process had done."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.attempts: Counter[str] = Counter()

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """See `Journal.append`."""
        first = entries[0]
        self.attempts[first.by] += 1
        try:
            await super().append(table, expected, entries)
        except Conflict:
            done = [(entry.kind, entry.seat, entry.ask) for entry in await self.read(table, expected)]
            self.attempts[f"{first.by} in vain"] += (first.kind, first.seat, first.ask) in done
            raise


class SimulatedLine(asyncio.Transport):
    """One direction of a link, to its `reader`."""

    def __init__(self, loop: SimulatedLoop, rng: Random, reader: Link) -> None:
        super().__init__()
        self._loop, self._rng, self._reader = loop, rng, reader
        self._sent: deque[bytes] = deque()
        self._last = 0.0
        self._stands_still = self._closed = False

    def write(self, data: Any) -> None:
        """Bring it to the reader, after what was sent before."""
        if not self._closed:
            self._sent.append(bytes(data))
            self._later(self._bring)

    def stand_still(self, still: bool) -> None:
        """Bring nothing for a while, or all of it."""
        self._stands_still = still
        if not still:
            for _ in range(len(self._sent)):
                self._later(self._bring)

    def end(self, *, lose: bool) -> None:
        """Bring what was sent, or `lose` it; then the reader knows that the line has ended."""
        self._closed = True
        if lose:
            self._sent.clear()
            self._reader.connection_lost(None)
        else:
            self.stand_still(still=False)
            self._later(self._reader.connection_lost, None)

    def _later(self, what: Any, *arguments: Any) -> None:
        self._last = max(self._last + TICK, self._loop.time() + between(self._rng, 0.0001, 0.1))
        self._loop.call_at(self._last, what, *arguments)

    def _bring(self) -> None:
        if self._sent and not self._stands_still:
            self._reader.data_received(self._sent.popleft())


class HubStore:
    """See `tests.simulation.stages.NodesStore`."""

    def __init__(self, database: Database, loop: SimulatedLoop, rng: Random, clock: Any) -> None:
        self._loop, self._rng = loop, rng
        self._journal = CountedJournal(database)
        stores = {"accounts": SqliteAccounts(database), "bans": SqliteBans(database)}
        self._hub = Hub(self._journal, SqliteOutages(database), stores, clock, LAPSE, loop.time)
        self._looking = loop.create_task(self._hub.keep_looking())
        self._nodes: dict[str, HubNode] = {}
        self._lines: dict[str, tuple[SimulatedLine, SimulatedLine]] = {}
        self.attempts = self._journal.attempts

    async def start(self, name: str) -> NodeParts:
        """See `NodesStore.start`."""
        member = self._hub.member(name)
        targets: dict[str, object] = {}
        ours, theirs = Link(member.targets, member.lost), Link(targets, lambda: None)
        member.link = ours
        targets["news"] = node = HubNode(name, theirs, monotonic=self._loop.time)
        self._lines[name] = lines = (
            SimulatedLine(self._loop, self._rng, ours),
            SimulatedLine(self._loop, self._rng, theirs),
        )
        theirs.connection_made(lines[0])
        ours.connection_made(lines[1])
        await node.open()
        self._nodes[name] = node
        journal = cast("Journal", node.journal)
        return NodeParts(node.nodes, journal, theirs.remote("accounts"), theirs.remote("bans"))

    def kill(self, name: str) -> None:
        """See `NodesStore.kill`."""
        to_hub, to_node = self._lines[name]
        to_node.end(lose=True)
        to_hub.end(lose=False)

    def cut(self, name: str) -> None:
        """See `NodesStore.cut`."""
        for line in self._lines[name]:
            line.stand_still(still=True)

    def mend(self, name: str) -> None:
        """See `NodesStore.mend`."""
        for line in self._lines[name]:
            line.stand_still(still=False)

    def is_reached(self, name: str) -> bool:
        """See `NodesStore.is_reached`."""
        return self._nodes[name].is_reached()
