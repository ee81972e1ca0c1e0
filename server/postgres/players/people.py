"""Who follows whom, and notes, on PostgreSQL.

What is counted is counted under a lock of the account or reader concerned, so that two nodes that write at
once do not pass a limit together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from msgspec.structs import astuple

from server.people.notes import KEPT_SECONDS, Note
from server.postgres.connection import Postgres
from server.postgres.protocols import PostgresConnection

FOLLOWS, NOTES = 0x666F6C6C, 0x6E6F7465  # "foll", "note"
"""The classes of the advisory locks of who follows, and of who reads."""
LOCK = "SELECT pg_advisory_xact_lock($1, hashtext($2))"
FIELDS = Note.__struct_fields__
COLUMNS = ", ".join(f'"{field}"' for field in FIELDS)
IS_FOLLOWED = "SELECT EXISTS (SELECT 1 FROM follows WHERE account = $1 AND other = $2)"
COUNT_FOLLOWED = "SELECT count(*) FROM follows WHERE account = $1"
FOLLOW = "INSERT INTO follows (account, other, since) VALUES ($1, $2, $3)"
UNFOLLOW = "DELETE FROM follows WHERE account = $1 AND other = $2"
FOLLOWED = "SELECT other FROM follows WHERE account = $1 ORDER BY since, other"
FOLLOWERS = "SELECT account FROM follows WHERE other = $1 ORDER BY since, account"
DROP_EARLIER = """
    DELETE FROM notes
    WHERE "to" = $1 AND kind = $2 AND sender = $3 AND place = $4 AND kind <> 'told' AND id <> $5
"""
IS_KEPT = "SELECT EXISTS (SELECT 1 FROM notes WHERE id = $1)"
COUNT_NOTES = 'SELECT count(*) FROM notes WHERE "to" = $1'
GIVE_WAY = """
    WITH gone AS (
        DELETE FROM notes WHERE id IN (
            SELECT id FROM notes WHERE "to" = $1 AND sender <> ''
            AND sender NOT IN (SELECT other FROM follows WHERE account = $1) ORDER BY sent, id LIMIT $2
        ) RETURNING id
    ) SELECT count(*) FROM gone
"""
PLACES = ", ".join(f"${number}" for number in range(1, len(FIELDS) + 1))
PUT = f"INSERT INTO notes ({COLUMNS}) VALUES ({PLACES})"  # noqa: S608  (our own words)
WAITING = f'SELECT {COLUMNS} FROM notes WHERE "to" = $1 ORDER BY sent, id'  # noqa: S608  (likewise)
REMOVE = "DELETE FROM notes WHERE id = ANY ($1::text[])"
SENT = f"SELECT {COLUMNS} FROM notes WHERE sender = $1 ORDER BY sent, id"  # noqa: S608  (likewise)
FORGET_FOLLOWS = "DELETE FROM follows WHERE account = $1 OR other = $1"
FORGET_NOTES = 'DELETE FROM notes WHERE "to" = $1 OR sender = $1'


class PostgresPeople:
    """See `server.people.store.PeopleStore`."""

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def follow(self, account: str, other: str, now: float, most: int) -> bool:
        """See `PeopleStore.follow`."""

        async def job(connection: PostgresConnection) -> bool:
            await connection.execute(LOCK, FOLLOWS, account)
            if await connection.fetchval(IS_FOLLOWED, account, other):
                return True
            if await connection.fetchval(COUNT_FOLLOWED, account) >= most:
                return False
            await connection.execute(FOLLOW, account, other, now)
            return True

        return await self._database.run(job)

    async def unfollow(self, account: str, other: str) -> None:
        """See `PeopleStore.unfollow`."""
        await self._database.execute(UNFOLLOW, account, other)

    async def followed(self, account: str) -> Sequence[str]:
        """See `PeopleStore.followed`."""
        return tuple(row[0] for row in await self._database.fetch(FOLLOWED, account))

    async def followers(self, account: str) -> Sequence[str]:
        """See `PeopleStore.followers`."""
        return tuple(row[0] for row in await self._database.fetch(FOLLOWERS, account))

    async def put(self, note: Note, most: int) -> bool:
        """See `PeopleStore.put`."""

        async def job(connection: PostgresConnection) -> bool:
            await connection.execute(LOCK, NOTES, note.to)
            if await connection.fetchval(IS_KEPT, note.id):
                return True
            await connection.execute("DELETE FROM notes WHERE sent <= $1", note.sent - KEPT_SECONDS)
            await connection.execute(DROP_EARLIER, note.to, note.kind, note.sender, note.place, note.id)
            excess = await connection.fetchval(COUNT_NOTES, note.to) + 1 - most
            if excess > 0 and await connection.fetchval(GIVE_WAY, note.to, excess) < excess:
                return False
            await connection.execute(PUT, *astuple(note))
            return True

        return await self._database.run(job)

    async def waiting(self, player: str) -> Sequence[Note]:
        """See `PeopleStore.waiting`."""
        return _notes(await self._database.fetch(WAITING, player))

    async def sent(self, player: str) -> Sequence[Note]:
        """See `PeopleStore.sent`."""
        return _notes(await self._database.fetch(SENT, player))

    async def remove(self, notes: Collection[str]) -> None:
        """See `PeopleStore.remove`."""
        await self._database.execute(REMOVE, list(notes))

    async def forget(self, player: str) -> None:
        """See `PeopleStore.forget`."""

        async def job(connection: PostgresConnection) -> None:
            await connection.execute(FORGET_FOLLOWS, player)
            await connection.execute(FORGET_NOTES, player)

        await self._database.run(job)


def _notes(rows: Iterable[Any]) -> Sequence[Note]:
    return tuple(Note(**dict(zip(FIELDS, row, strict=True))) for row in rows)
