"""The bans of accounts and networks."""

from __future__ import annotations

from msgspec.structs import astuple

from server.identity.bans import AccessBan
from server.store.sql import Sql

ALL = "SELECT what, name, since, until, address, reason FROM bans ORDER BY since, what"
PUT = """
    INSERT INTO bans (what, name, since, until, address, reason) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (what) DO UPDATE SET name = excluded.name, since = excluded.since, until = excluded.until,
    address = excluded.address, reason = excluded.reason
"""
REMOVE = "DELETE FROM bans WHERE what = $1"


class BanStore:
    """Stores bans."""

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def all(self) -> tuple[AccessBan, ...]:
        """Return all stored bans, also those that have expired."""
        return tuple(
            AccessBan(what, name, since, until, bool(address), reason)
            for what, name, since, until, address, reason in await self._database.fetch(ALL)
        )

    async def put(self, ban: AccessBan) -> None:
        """Store a ban; it replaces an earlier one of the same `what`."""
        await self._database.execute(PUT, *astuple(ban))

    async def remove(self, what: str) -> None:
        """Delete the ban of an account or network, if there is one."""
        await self._database.execute(REMOVE, what)
