"""The outages of a host of several nodes: the times when none of them was alive, or none reached the store.

`server.cluster.postgres.membership` notes them when a node begins a conversation; then, before it has any
duty again, the node reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from server.cluster.postgres.conversation import ConversationPart
from server.store.journal.subscribers import Subscribers
from server.store.outages import ALL_OUTAGES, Outage, OutageStore
from server.store.postgres.connection import Postgres
from server.store.postgres.protocols import PostgresConnection
from tui.host.port import Release


class PostgresOutages(OutageStore):
    def __init__(self, database: Postgres) -> None:
        self._database = database
        self._found: Subscribers[None, Sequence[Outage]] = Subscribers("outages")

    async def begin(self, now: float) -> Sequence[Outage]:  # noqa: ARG002
        return [Outage(*row) for row in await self._database.fetch(ALL_OUTAGES)]

    async def record_heartbeat(self, now: float) -> None:
        """Do nothing: each node's conversation with the others has its own heartbeat."""

    def follow(self, found: Callable[[Sequence[Outage]], None]) -> Release:
        return self._found.add(None, found)

    def tell(self, outages: Sequence[Outage]) -> None:
        self._found.publish(outages)


class OutageReader(ConversationPart):
    name = "outages"

    def __init__(self, outages: PostgresOutages) -> None:
        self._outages = outages

    async def begin(self, connection: PostgresConnection, *, anew: bool) -> None:  # noqa: ARG002
        self._outages.tell([Outage(*row) for row in await connection.fetch(ALL_OUTAGES)])
