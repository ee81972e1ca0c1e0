"""What the nodes of a simulated host share: one store that all of them reach, or a hub and its processes."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple, Protocol

from server.identity.accounts import Accounts
from server.identity.bans import BanStore
from server.nodes.nodes import Nodes
from server.sqlite.accounts import SqliteAccounts
from server.sqlite.database import Database
from server.sqlite.players.bans import SqliteBans
from server.storage.journal import Journal
from tests.server.nodes.joined import JoinedHost


class NodeParts(NamedTuple):
    """What a node's host is given."""

    nodes: Nodes
    journal: Journal
    accounts: Accounts
    bans: BanStore


class NodesStore(Protocol):
    """What they share. `attempts` counts appends by whom they were tried, and those in vain."""

    attempts: Counter[str]

    async def start(self, name: str) -> NodeParts:
        """Start a node."""
        ...

    def kill(self, name: str) -> None:
        """Kill a node: what it does from now on reaches nobody."""
        ...

    def cut(self, name: str) -> None:
        """Cut a node off."""
        ...

    def mend(self, name: str) -> None:
        """Let a node that was cut off go on."""
        ...

    def is_reached(self, name: str) -> bool:
        """Return whether a node reaches the others."""
        ...


class JoinedStore:
    """One store that all nodes reach. See `NodesStore`."""

    def __init__(self, host: JoinedHost, database: Database) -> None:
        self._host, self._database = host, database
        self.attempts = host.attempts
        self.kill, self.cut, self.mend = host.kill, host.cut, host.mend

    async def start(self, name: str) -> NodeParts:
        """See `NodesStore.start`."""
        node = self._host.node(name)
        return NodeParts(node.nodes, node.journal, SqliteAccounts(self._database), SqliteBans(self._database))

    def is_reached(self, name: str) -> bool:
        """See `NodesStore.is_reached`."""
        return self._host.nodes[name].reached
