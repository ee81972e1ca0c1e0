"""Where the conformance suite of the nodes runs: one stage for each implementation that joins nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from server.nodes.nodes import Nodes
from server.storage.journal import Journal
from tests.server.nodes.joined import JoinedHost
from tests.server.simulation import SimulatedTime


class StagedNode(NamedTuple):
    """A node under test: what it shares, and its journal."""

    nodes: Nodes
    journal: Journal


class NodeStage(Protocol):
    """One host whose nodes a test starts and loses."""

    def now(self) -> float:
        """The host's clock."""
        ...

    async def start(self, name: str) -> StagedNode:
        """Start a node; the others know of it afterwards."""
        ...

    async def lose(self, name: str) -> None:
        """Kill a node, as with kill -9."""
        ...

    async def until(self, condition: Callable[[], bool]) -> None:
        """Let time pass until the condition holds. Raises TimeoutError after some seconds."""
        ...


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
