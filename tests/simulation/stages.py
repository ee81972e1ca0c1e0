"""What the nodes of a simulated host share: one store that all of them reach."""

from __future__ import annotations

from typing import NamedTuple

from server.cluster.nodes import Nodes
from server.store.journal.journal import Journal
from server.store.sqlite.database import Database, SqliteSql
from server.store.stores import Stores, stores_on
from tests.server.cluster.joined import JoinedHost


class NodeParts(NamedTuple):
    """What a node's host is given."""

    nodes: Nodes
    journal: Journal
    stores: Stores


class JoinedStore:
    """What they share. `attempts` counts appends by whom they were tried, and those in vain; `kill` ends a
    node for good, `cut` cuts one off until `mend`.
    """

    def __init__(self, host: JoinedHost, database: Database) -> None:
        self._host, self._database = host, database
        self.attempts = host.attempts
        self.kill, self.cut, self.mend = host.kill, host.cut, host.mend

    async def start(self, name: str) -> NodeParts:
        """Start a node."""
        node = self._host.node(name)
        return NodeParts(node.nodes, node.journal, stores_on(SqliteSql(self._database)))

    def is_reached(self, name: str) -> bool:
        """Return whether a node reaches the others."""
        return self._host.nodes[name].reached
