"""Heartbeats and outages of a host, stored in a `server.store.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from server.store.journal.outages import Outage, OutageStore
from server.store.journal.quiet import nothing_to_end
from server.store.sqlite.database import Database
from tui.host.port import Release


class SqliteOutages(OutageStore):
    """The outages of a host that is one process."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, now: float) -> Sequence[Outage]:
        return await self._database.run(lambda connection: _begin(connection, now))

    async def record_heartbeat(self, now: float) -> None:
        await self._database.run(lambda connection: _sign(connection, now))

    def follow(self, found: Callable[[Sequence[Outage]], None]) -> Release:  # noqa: ARG002
        """Tell nothing: a file in the data folder is there for as long as its host."""
        return nothing_to_end


def _begin(connection: sqlite3.Connection, now: float) -> list[Outage]:
    (last,) = connection.execute("SELECT max(sign) FROM life").fetchone()
    if last is not None and last < now:
        connection.execute("INSERT INTO outages VALUES (?, ?)", (last, now))
    _sign(connection, now)
    return [Outage(*row) for row in connection.execute("SELECT began, ended FROM outages ORDER BY began")]


def _sign(connection: sqlite3.Connection, now: float) -> None:
    connection.execute("DELETE FROM life")
    connection.execute("INSERT INTO life VALUES (?)", (now,))
