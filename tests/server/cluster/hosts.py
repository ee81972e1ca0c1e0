"""Several hosts as the nodes of one, in a simulation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.host.port import HostPort
from server.identity.accounts import Player
from server.store.stores import stores_on
from server.table.table import Table
from tests.server.cluster.joined import JoinedHost
from tests.server.simulation import MemoryOutages, ReceivedSnapshots, SimulatedTime, Simulation


class SimulatedNodes:
    """The nodes of one host, by name. `delay` says when bells are heard."""

    def __init__(self, delay: Callable[[], float | None] = lambda: 0.0, **dependencies: Any) -> None:
        self.time = SimulatedTime()
        self.joined = JoinedHost(self.time.clock, self.time.timer, delay)
        self.stores, self.outages = stores_on(self.joined.journal.sql), MemoryOutages()
        self.accounts, self.people = self.stores.accounts, self.stores.people
        self.dependencies = dependencies
        self.at: dict[str, Simulation] = {}

    async def start(self, *names: str) -> None:
        """Start nodes."""
        for name in names:
            node = self.joined.node(name)
            self.at[name] = one = Simulation(
                node.journal, self.stores, self.time, len(self.at) + 1, self.outages,
                nodes=node.nodes, **self.dependencies,
            )  # fmt: skip
            await one.host.open()
        await self.time.pass_by(0.1)

    async def told(self) -> None:
        """Everything that was stored is known on all nodes, whatever bells were lost."""
        await self.time.pass_by(3.0)

    def enter(self, name: str, player: Player, address: str = "") -> HostPort:
        """A session of a player on a node."""
        self.at[name].host.enter(player, address)
        return self.at[name].port(player)

    def lobby_of(self, port: HostPort) -> ReceivedSnapshots:
        """What a session is sent of the lobby."""
        told = ReceivedSnapshots()
        port.follow_lobby(told.see)
        return told

    def tables(self, table: str) -> list[Table]:
        """A table, as each node has it."""
        return [one.lobby.table(table) for one in self.at.values()]

    async def kill(self, name: str) -> None:
        """Kill a node."""
        self.joined.kill(name)
        lost = self.at.pop(name)
        await lost.host.bots.close()
        await lost.host.standing_answers.close()


async def two_nodes(**dependencies: Any) -> SimulatedNodes:
    """Two nodes, named one and two."""
    nodes = SimulatedNodes(**dependencies)
    await nodes.start("one", "two")
    return nodes
