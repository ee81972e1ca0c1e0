"""The bans of a host, stored in a `server.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3

from server.identity.bans import AccessBan
from server.sqlite.database import Database

ALL = "SELECT what, name, since, until, address, reason FROM bans ORDER BY since"
PUT = """
INSERT OR REPLACE INTO bans (what, name, since, until, address, reason) VALUES (?, ?, ?, ?, ?, ?)
"""
REMOVE = "DELETE FROM bans WHERE what = ?"


class SqliteBans:
    """See `server.identity.bans.BanStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> tuple[AccessBan, ...]:
        """See `BanStore.all`."""

        def job(connection: sqlite3.Connection) -> tuple[AccessBan, ...]:
            rows = connection.execute(ALL)
            return tuple(
                AccessBan(what, name, since, until, bool(is_ip), reason)
                for what, name, since, until, is_ip, reason in rows
            )

        return await self._database.run(job)

    async def put(self, ban: AccessBan) -> None:
        """See `BanStore.put`."""
        await self._database.run(lambda connection: connection.execute(PUT, row_of(ban)) and None)

    async def remove(self, what: str) -> None:
        """See `BanStore.remove`."""
        await self._database.run(lambda connection: connection.execute(REMOVE, (what,)) and None)


def row_of(ban: AccessBan) -> tuple[object, ...]:
    """Return a ban as a row for PUT."""
    return ban.what, ban.name, ban.since, ban.until, ban.address, ban.reason
