"""Where it is kept who follows whom, and which notes wait: the contract, and memory for simulations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from server.people.notes import Note, is_lapsed


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
        """Keep a note, and return True; False: `most` wait for its reader already. One whose id is kept is
        the same one; an earlier one of the same kind and sender about the same table goes, unless it is
        "told". Notes that have waited too long are deleted.
        """
        ...

    async def waiting(self, player: str) -> Sequence[Note]:
        """Return the notes that are kept for a player, the oldest first."""
        ...

    async def remove(self, notes: Collection[str]) -> None:
        """Delete notes by their ids."""
        ...

    async def forget(self, player: str) -> None:
        """Delete whom a player follows, who follows them, and the notes to them and from them."""
        ...


def replaces(new: Note, old: Note) -> bool:
    """Return whether a new note takes the place of one that waits."""
    same = (new.to, new.kind, new.sender, new.place) == (old.to, old.kind, old.sender, old.place)
    return same and new.kind != "told"


class MemoryPeople:
    """Follows and notes in memory, which end with the process."""

    def __init__(self) -> None:
        self._followed: dict[str, list[str]] = {}
        self._notes: dict[str, Note] = {}

    async def follow(self, account: str, other: str, now: float, most: int) -> bool:  # noqa: ARG002
        """See `PeopleStore.follow`."""
        followed = self._followed.setdefault(account, [])
        if other in followed:
            return True
        if len(followed) >= most:
            return False
        followed.append(other)
        return True

    async def unfollow(self, account: str, other: str) -> None:
        """See `PeopleStore.unfollow`."""
        self._followed[account] = [one for one in self._followed.get(account, ()) if one != other]

    async def followed(self, account: str) -> Sequence[str]:
        """See `PeopleStore.followed`."""
        return tuple(self._followed.get(account, ()))

    async def followers(self, account: str) -> Sequence[str]:
        """See `PeopleStore.followers`."""
        return tuple(one for one, followed in self._followed.items() if account in followed)

    async def put(self, note: Note, most: int) -> bool:
        """See `PeopleStore.put`."""
        kept = {
            i: old for i, old in self._notes.items() if not (replaces(note, old) or is_lapsed(old, note.sent))
        }
        if note.id not in kept and sum(one.to == note.to for one in kept.values()) >= most:
            return False
        self._notes = {**kept, note.id: kept.get(note.id, note)}
        return True

    async def waiting(self, player: str) -> Sequence[Note]:
        """See `PeopleStore.waiting`."""
        return tuple(sorted((one for one in self._notes.values() if one.to == player), key=lambda n: n.sent))

    async def remove(self, notes: Collection[str]) -> None:
        """See `PeopleStore.remove`."""
        self._notes = {i: note for i, note in self._notes.items() if i not in notes}

    async def forget(self, player: str) -> None:
        """See `PeopleStore.forget`."""
        self._followed.pop(player, None)
        for account in tuple(self._followed):
            await self.unfollow(account, player)
        self._notes = {i: note for i, note in self._notes.items() if player not in {note.to, note.sender}}
