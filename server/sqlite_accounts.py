"""The accounts of a host, in a `server.database.Database`."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from server.accounts import NameTaken, Player
from server.database import Database
from server.names import skeleton

BY_KEY = "SELECT id, name FROM accounts JOIN keys ON account = id WHERE fingerprint = ?"


class SqliteAccounts:
    """See `server.accounts.Accounts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def by_key(self, fingerprint: str) -> Player | None:
        return await self._database.run(lambda connection: _by_key(connection, fingerprint))

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:
        return await self._database.run(lambda connection: _add(connection, player, fingerprint, now))

    async def taken(self, skeletons: Sequence[str]) -> frozenset[str]:
        def job(connection: sqlite3.Connection) -> frozenset[str]:
            return frozenset(name for name in skeletons if _taken(connection, name))

        return await self._database.run(job)


def _by_key(connection: sqlite3.Connection, fingerprint: str) -> Player | None:
    row = connection.execute(BY_KEY, (fingerprint,)).fetchone()
    return Player(*row) if row else None


def _add(connection: sqlite3.Connection, player: Player, fingerprint: str, now: float) -> Player:
    known = _by_key(connection, fingerprint)
    if known is not None:
        return known
    look = skeleton(player.name)
    if _taken(connection, look):
        raise NameTaken(player.name)
    connection.execute("INSERT INTO accounts VALUES (?, ?, ?, ?)", (player.id, player.name, look, now))
    connection.execute("INSERT INTO keys VALUES (?, ?, ?)", (fingerprint, player.id, now))
    return player


def _taken(connection: sqlite3.Connection, look: str) -> bool:
    return connection.execute("SELECT 1 FROM accounts WHERE skeleton = ?", (look,)).fetchone() is not None
