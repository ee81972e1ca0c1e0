"""Programs that play all games with bots at three whole nodes of one host, and what they saw and when."""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

import asyncpg
import asyncssh

from tests.chaos.host_nodes import HostNodes
from tests.chaos.relay import Relay
from tests.chaos.servers import PostgresPair
from tests.simulation.kills import Json, PlayingProgram, Told

NODES = 3
PLAYERS = 9
TABLES = 6
"""Games that run before anything is measured."""
WRITE = "SELECT pg_logical_emit_message(true, 'bench', 'a write that is nothing but durable')"
LOOK = 0.1
"""Seconds between two looks of a program at the tables."""


class SeenStep(NamedTuple):
    """A step of a table as a program was shown it, and when."""

    at: float
    step: int
    is_running: bool


class SeenTables(Told):
    """When programs were shown each step of each table, by the monotonic clock."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: dict[str, list[SeenStep]] = defaultdict(list)
        self.pictures = self  # type: ignore[assignment]

    def append(self, shown: tuple[str, Json]) -> None:
        """Note what a table was shown as."""
        table, news = shown
        steps = self.steps[table]
        if not steps or news["seq"] > steps[-1].step:
            steps.append(SeenStep(monotonic(), news["seq"], news["info"]["stage"] == "running"))

    def running(self) -> list[str]:
        """Return the tables whose games run."""
        return [table for table, steps in self.steps.items() if steps[-1].is_running]

    def step_after(self, table: str, moment: float) -> float | None:
        """Return when the first step after a moment was shown; None: none was."""
        return next((step.at for step in self.steps[table] if step.at > moment), None)


class PlayedNodes:
    """Three nodes on one PostgreSQL, each by an address of its own that follows the primary."""

    def __init__(self, pair: PostgresPair, nodes: HostNodes) -> None:
        self.pair, self.nodes, self.seen = pair, nodes, SeenTables()
        self._rng = Random(1)

    async def takes_writes(self) -> float:
        """Return when PostgreSQL has confirmed a write, by the monotonic clock: from now on it is tried."""
        while True:
            with suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                await self.pair.primary.execute(WRITE)
                return monotonic()
            await asyncio.sleep(0.01)

    async def play(self, key: asyncssh.SSHKey, number: int) -> None:
        """Play at one node after the other."""
        while True:
            node = await self.nodes.choose()
            program = PlayingProgram(number, {}, self.seen, self._rng, look=LOOK, bots=1)
            await program.play(node.port, key)


@asynccontextmanager
async def played_nodes() -> AsyncIterator[PlayedNodes]:
    """Nodes under play, from when moves are made until they are left."""
    async with AsyncExitStack() as until_end:
        pair = PostgresPair(parent=Path(tempfile.gettempdir()))
        until_end.callback(pair.remove)
        folder = Path(until_end.enter_context(tempfile.TemporaryDirectory(prefix="nodes-")))
        relays = [Relay(pair.socket, Random(1)) for _ in range(NODES)]
        for relay in relays:
            await relay.open()
            until_end.push_async_callback(relay.close)
        nodes = HostNodes(folder, [relay.url("postgres") for relay in relays], Random(1))
        until_end.push_async_callback(nodes.end)
        await nodes.start()
        await pair.add_standby()
        played = PlayedNodes(pair, nodes)
        keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(PLAYERS)]
        for number, key in enumerate(keys):
            playing = asyncio.create_task(played.play(key, number))
            until_end.callback(playing.cancel)
        async with asyncio.timeout(60):
            while len(played.seen.running()) < TABLES:  # noqa: ASYNC110  (this is about other processes)
                await asyncio.sleep(0.1)
        yield played
