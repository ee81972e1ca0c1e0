"""Where it is kept who follows whom, and which notes wait: the contract.

Memory has `server.people.memory`, databases `server.sqlite.players.people` and
`server.postgres.players.people`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from server.people.notes import Note


class PeopleStore(Protocol):
    """Keeps follows and notes. Every coroutine returns after its change is durable, and raises the error of
    the store.
    """

    async def follow(self, account: str, other: str, now: float, most: int) -> bool:
        """Note that an account follows another one, and return True; False: it follows `most` already. Who
        is followed already stays so.
        """
        ...

    async def unfollow(self, account: str, other: str) -> None:
        """Note that an account follows another one no longer."""
        ...

    async def followed(self, account: str) -> Sequence[str]:
        """Return whom an account follows, in the order in which it began to."""
        ...

    async def followers(self, account: str) -> Sequence[str]:
        """Return who follows an account."""
        ...

    async def put(self, note: Note, most: int) -> bool:
        """Keep a note, and return True; False: `most` of the host and of players whom its reader follows wait
        already. If it is the notes of strangers that fill the room, the oldest of them goes. One whose id is
        kept is the same one; an earlier one of the same kind and sender about the same table goes, unless it
        is "told". Notes that have waited too long are deleted.
        """
        ...

    async def waiting(self, player: str) -> Sequence[Note]:
        """Return the notes that are kept for a player, the oldest first."""
        ...

    async def sent(self, player: str) -> Sequence[Note]:
        """Return the notes of a player that are kept for others, the oldest first."""
        ...

    async def remove(self, notes: Collection[str]) -> None:
        """Delete notes by their ids."""
        ...

    async def forget(self, player: str) -> None:
        """Delete whom a player follows, who follows them, and the notes to them and from them."""
        ...
