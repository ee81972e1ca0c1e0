"""Heartbeats and outages of a host, stored in a `server.store.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from server.store.database.backup import mark_alive
from server.store.journal.outages import ALL_OUTAGES, LAST_BEAT, Outage, OutageStore
from server.store.journal.subscribers import nothing_to_end
from server.store.sqlite.database import Database
from tui.host.port import Release


class SqliteOutages(OutageStore):
    """The outages of a host that is one process."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, now: float) -> Sequence[Outage]:
        return await self._database.run(lambda connection: _begin(connection, now))

    async def record_heartbeat(self, now: float) -> None:
        await self._database.run(lambda connection: mark_alive(connection, now))

    def follow(self, found: Callable[[Sequence[Outage]], None]) -> Release:  # noqa: ARG002
        """Tell nothing: a file in the data folder is there for as long as its host."""
        return nothing_to_end


def _begin(connection: sqlite3.Connection, now: float) -> list[Outage]:
    (last,) = connection.execute(LAST_BEAT).fetchone()
    if last is not None and last < now:
        connection.execute("INSERT INTO outages VALUES (?, ?)", (last, now))
    mark_alive(connection, now)
    return [Outage(*row) for row in connection.execute(ALL_OUTAGES)]
