"""The outages of a host of several nodes: the times when none of them was alive, or none reached the store.

`server.postgres_nodes.membership` notes them when a node begins a conversation.
"""

from __future__ import annotations

from collections.abc import Sequence

from server.postgres.connection import Postgres
from server.storage.outages import Outage

ALL = "SELECT began, ended FROM outages ORDER BY began"


class PostgresOutages:
    """See `server.storage.outages.OutageStore`. The heartbeats are those of the nodes."""

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def begin(self, now: float) -> Sequence[Outage]:  # noqa: ARG002
        """See `OutageStore.begin`."""
        return [Outage(*row) for row in await self._database.fetch(ALL)]

    async def record_heartbeat(self, now: float) -> None:
        """Do nothing: each node's conversation with the others has its own heartbeat."""
