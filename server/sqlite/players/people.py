"""Who follows whom, and notes, stored in a `server.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence

from msgspec.structs import astuple

from server.people.notes import KEPT_SECONDS, Note
from server.sqlite.database import Database

FIELDS = Note.__struct_fields__
COLUMNS = ", ".join(f'"{field}"' for field in FIELDS)
IS_FOLLOWED = "SELECT 1 FROM follows WHERE account = ? AND other = ?"
COUNT_FOLLOWED = "SELECT count(*) FROM follows WHERE account = ?"
FOLLOW = "INSERT INTO follows (account, other, since) VALUES (?, ?, ?)"
UNFOLLOW = "DELETE FROM follows WHERE account = ? AND other = ?"
FOLLOWED = "SELECT other FROM follows WHERE account = ? ORDER BY since, other"
FOLLOWERS = "SELECT account FROM follows WHERE other = ? ORDER BY since, account"
DROP_EARLIER = """
    DELETE FROM notes WHERE "to" = ? AND kind = ? AND sender = ? AND place = ? AND kind <> 'told' AND id <> ?
"""
IS_KEPT = "SELECT 1 FROM notes WHERE id = ?"
COUNT_NOTES = 'SELECT count(*) FROM notes WHERE "to" = ?'
GIVE_WAY = """
    DELETE FROM notes WHERE id IN (
        SELECT id FROM notes WHERE "to" = ?1 AND sender <> ''
        AND sender NOT IN (SELECT other FROM follows WHERE account = ?1) ORDER BY sent, id LIMIT ?2
    )
"""
PUT = f"INSERT INTO notes ({COLUMNS}) VALUES ({', '.join('?' * len(FIELDS))})"  # noqa: S608  (our own words)
WAITING = f'SELECT {COLUMNS} FROM notes WHERE "to" = ? ORDER BY sent, id'  # noqa: S608  (likewise)
SENT = f"SELECT {COLUMNS} FROM notes WHERE sender = ? ORDER BY sent, id"  # noqa: S608  (likewise)
FORGET_FOLLOWS = "DELETE FROM follows WHERE ? IN (account, other)"
FORGET_NOTES = 'DELETE FROM notes WHERE ? IN ("to", sender)'


class SqlitePeople:
    """See `server.people.store.PeopleStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def follow(self, account: str, other: str, now: float, most: int) -> bool:
        """See `PeopleStore.follow`."""

        def job(connection: sqlite3.Connection) -> bool:
            if connection.execute(IS_FOLLOWED, (account, other)).fetchone():
                return True
            if connection.execute(COUNT_FOLLOWED, (account,)).fetchone()[0] >= most:
                return False
            connection.execute(FOLLOW, (account, other, now))
            return True

        return await self._database.run(job)

    async def unfollow(self, account: str, other: str) -> None:
        """See `PeopleStore.unfollow`."""
        await self._database.run(lambda connection: connection.execute(UNFOLLOW, (account, other)) and None)

    async def followed(self, account: str) -> Sequence[str]:
        """See `PeopleStore.followed`."""
        return await self._ids(FOLLOWED, account)

    async def followers(self, account: str) -> Sequence[str]:
        """See `PeopleStore.followers`."""
        return await self._ids(FOLLOWERS, account)

    async def _ids(self, query: str, account: str) -> Sequence[str]:
        def job(connection: sqlite3.Connection) -> Sequence[str]:
            return tuple(found for (found,) in connection.execute(query, (account,)))

        return await self._database.run(job)

    async def put(self, note: Note, most: int) -> bool:
        """See `PeopleStore.put`."""

        def job(connection: sqlite3.Connection) -> bool:
            if connection.execute(IS_KEPT, (note.id,)).fetchone():
                return True
            connection.execute("DELETE FROM notes WHERE sent <= ?", (note.sent - KEPT_SECONDS,))
            connection.execute(DROP_EARLIER, (note.to, note.kind, note.sender, note.place, note.id))
            excess = connection.execute(COUNT_NOTES, (note.to,)).fetchone()[0] + 1 - most
            if excess > 0 and connection.execute(GIVE_WAY, (note.to, excess)).rowcount < excess:
                return False
            connection.execute(PUT, astuple(note))
            return True

        return await self._database.run(job)

    async def waiting(self, player: str) -> Sequence[Note]:
        """See `PeopleStore.waiting`."""
        return await self._notes(WAITING, player)

    async def sent(self, player: str) -> Sequence[Note]:
        """See `PeopleStore.sent`."""
        return await self._notes(SENT, player)

    async def _notes(self, query: str, player: str) -> Sequence[Note]:
        def job(connection: sqlite3.Connection) -> Sequence[Note]:
            rows = connection.execute(query, (player,))
            return tuple(Note(**dict(zip(FIELDS, row, strict=True))) for row in rows)

        return await self._database.run(job)

    async def remove(self, notes: Collection[str]) -> None:
        """See `PeopleStore.remove`."""

        def job(connection: sqlite3.Connection) -> None:
            connection.executemany("DELETE FROM notes WHERE id = ?", [(note,) for note in notes])

        await self._database.run(job)

    async def forget(self, player: str) -> None:
        """See `PeopleStore.forget`."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(FORGET_FOLLOWS, (player,))
            connection.execute(FORGET_NOTES, (player,))

        await self._database.run(job)
