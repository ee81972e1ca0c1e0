"""The bans of a host on PostgreSQL."""

from __future__ import annotations

from server.identity.bans import AccessBan
from server.postgres.connection import Postgres

ALL = "SELECT what, name, since, until, address, reason FROM bans ORDER BY since, what"
PUT = """
    INSERT INTO bans (what, name, since, until, address, reason) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (what) DO UPDATE SET name = excluded.name, since = excluded.since, until = excluded.until,
    address = excluded.address, reason = excluded.reason
"""
REMOVE = "DELETE FROM bans WHERE what = $1"


class PostgresBans:
    """See `server.identity.bans.BanStore`."""

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def all(self) -> tuple[AccessBan, ...]:
        """See `BanStore.all`."""
        return tuple(AccessBan(*row) for row in await self._database.fetch(ALL))

    async def put(self, ban: AccessBan) -> None:
        """See `BanStore.put`."""
        await self._database.execute(PUT, *row_of(ban))

    async def remove(self, what: str) -> None:
        """See `BanStore.remove`."""
        await self._database.execute(REMOVE, what)


def row_of(ban: AccessBan) -> tuple[object, ...]:
    """Return a ban as the arguments of PUT."""
    return ban.what, ban.name, ban.since, ban.until, ban.address, ban.reason
