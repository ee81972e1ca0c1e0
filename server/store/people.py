"""Who follows whom, and which notes wait."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import astuple

from server.people.notes import KEPT_SECONDS, Note
from server.store.sql import Sql, Transaction, marks

FIELDS = Note.__struct_fields__
COLUMNS = ", ".join(f'"{field}"' for field in FIELDS)
IS_FOLLOWED = "SELECT 1 FROM follows WHERE account = $1 AND other = $2"
COUNT_FOLLOWED = "SELECT count(*) FROM follows WHERE account = $1"
FOLLOW = "INSERT INTO follows (account, other, since) VALUES ($1, $2, $3)"
UNFOLLOW = "DELETE FROM follows WHERE account = $1 AND other = $2"
FOLLOWED = "SELECT other FROM follows WHERE account = $1 ORDER BY since, other"
FOLLOWERS = "SELECT account FROM follows WHERE other = $1 ORDER BY since, account"
DROP_LAPSED = "DELETE FROM notes WHERE sent <= $1"
DROP_EARLIER = """
    DELETE FROM notes
    WHERE "to" = $1 AND kind = $2 AND sender = $3 AND place = $4 AND kind <> 'told' AND id <> $5
    AND (place <> '' OR text = $6 AND ("table" = $7 OR kind = 'cup-table'))
"""
IS_KEPT = "SELECT 1 FROM notes WHERE id = $1"
COUNT_NOTES = 'SELECT count(*) FROM notes WHERE "to" = $1'
GIVE_WAY = """
    DELETE FROM notes WHERE id IN (
        SELECT id FROM notes WHERE "to" = $1 AND sender <> ''
        AND sender NOT IN (SELECT other FROM follows WHERE account = $1) ORDER BY sent, id LIMIT $2
    )
"""
PUT = f"INSERT INTO notes ({COLUMNS}) VALUES ({marks(len(FIELDS))})"  # noqa: S608  (our own words)
WAITING = f'SELECT {COLUMNS} FROM notes WHERE "to" = $1 ORDER BY sent, id'  # noqa: S608  (likewise)
SENT = f"SELECT {COLUMNS} FROM notes WHERE sender = $1 ORDER BY sent, id"  # noqa: S608  (likewise)
REMOVE = "DELETE FROM notes WHERE id = $1"
TAKE_NOTES = "DELETE FROM notes WHERE sender = $1"
FORGET_FOLLOWS = "DELETE FROM follows WHERE account = $1 OR other = $1"
FORGET_NOTES = 'DELETE FROM notes WHERE "to" = $1 OR sender = $1'


class PeopleStore:
    """Keeps follows and notes. Every coroutine returns after its change is durable, and raises the error of
    the store.
    """

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def follow(self, account: str, other: str, now: float, most: int) -> bool:
        """Note that an account follows another one, and return True; False: it follows `most` already. Who
        is followed already stays so.
        """

        async def job(transaction: Transaction) -> bool:
            await transaction.lock("follows", account)
            if await transaction.fetch(IS_FOLLOWED, account, other):
                return True
            if await transaction.value(COUNT_FOLLOWED, account) >= most:
                return False
            await transaction.execute(FOLLOW, account, other, now)
            return True

        return await self._database.run(job)

    async def unfollow(self, account: str, other: str) -> None:
        """Note that an account follows another one no longer."""
        await self._database.execute(UNFOLLOW, account, other)

    async def followed(self, account: str) -> Sequence[str]:
        """Return whom an account follows, in the order in which it began to."""
        return tuple(row[0] for row in await self._database.fetch(FOLLOWED, account))

    async def followers(self, account: str) -> Sequence[str]:
        return tuple(row[0] for row in await self._database.fetch(FOLLOWERS, account))

    async def put(self, note: Note, most: int) -> bool:
        """Keep a note, and return True; False: `most` of the host and of players whom its reader follows wait
        already. If it is the notes of strangers that fill the room, the oldest of them goes. One whose id is
        kept is the same one; an earlier one of the same kind and sender about the same table, club or cup
        goes, unless it is "told". Notes that have waited too long are deleted.
        """

        async def job(transaction: Transaction) -> bool:
            await transaction.lock("notes", note.to)
            if await transaction.fetch(IS_KEPT, note.id):
                return True
            about = (note.to, note.kind, note.sender, note.place)
            await transaction.execute(DROP_LAPSED, note.sent - KEPT_SECONDS)
            await transaction.execute(DROP_EARLIER, *about, note.id, note.text, note.table)
            excess = await transaction.value(COUNT_NOTES, note.to) + 1 - most
            if excess > 0 and await transaction.execute(GIVE_WAY, note.to, excess) < excess:
                return False
            await transaction.execute(PUT, *astuple(note))
            return True

        return await self._database.run(job)

    async def waiting(self, player: str) -> Sequence[Note]:
        """Return the notes that are kept for a player, the oldest first."""
        return await self._notes(WAITING, player)

    async def sent(self, player: str) -> Sequence[Note]:
        """Return the notes of a player that are kept for others, the oldest first."""
        return await self._notes(SENT, player)

    async def remove(self, notes: Collection[str]) -> None:
        """Delete notes by their ids."""

        async def job(transaction: Transaction) -> None:
            for note in notes:
                await transaction.execute(REMOVE, note)

        await self._database.run(job)

    async def take(self, player: str) -> None:
        """Delete the notes that a player has sent and that nobody has read."""
        await self._database.execute(TAKE_NOTES, player)

    async def forget(self, player: str) -> None:
        """Delete whom a player follows, who follows them, and the notes to them and from them."""

        async def job(transaction: Transaction) -> None:
            await transaction.execute(FORGET_FOLLOWS, player)
            await transaction.execute(FORGET_NOTES, player)

        await self._database.run(job)

    async def _notes(self, query: str, player: str) -> Sequence[Note]:
        rows = await self._database.fetch(query, player)
        return tuple(Note(**dict(zip(FIELDS, row, strict=True))) for row in rows)
