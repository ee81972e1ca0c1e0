"""The host keys that players know, stored in a `server.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3

from server.sqlite.database import Database

KNOWN = "SELECT fingerprint FROM host_keys ORDER BY since DESC, rowid DESC LIMIT 1"
KEEP = "INSERT INTO host_keys (fingerprint, since) VALUES (?, ?)"


class SqliteHostKeys:
    """See `server.storage.host_keys.KnownHostKeys`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def known(self) -> str:
        """See `KnownHostKeys.known`."""
        return await self._database.run(known_host_key)

    async def keep(self, fingerprint: str, now: float) -> None:
        """See `KnownHostKeys.keep`."""
        await self._database.run(lambda connection: connection.execute(KEEP, (fingerprint, now)) and None)


def known_host_key(connection: sqlite3.Connection) -> str:
    """Return the fingerprint by which players know the host of a database, '' before its first start."""
    row = connection.execute(KNOWN).fetchone()
    return str(row[0]) if row else ""
