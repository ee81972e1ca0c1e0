"""Follows and notes in memory: for `play`, tests and simulations."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from server.people.notes import Note, is_lapsed, is_of_stranger, replaces


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
        self._notes = kept
        if note.id in kept:
            return True
        waiting, followed = await self.waiting(note.to), await self.followed(note.to)
        strangers = [old.id for old in waiting if is_of_stranger(old, followed)]
        excess = max(0, len(waiting) + 1 - most)
        await self.remove(strangers[:excess])
        if len(strangers) < excess:
            return False
        self._notes[note.id] = note
        return True

    async def waiting(self, player: str) -> Sequence[Note]:
        """See `PeopleStore.waiting`."""
        return tuple(
            sorted((one for one in self._notes.values() if one.to == player), key=lambda n: (n.sent, n.id))
        )

    async def sent(self, player: str) -> Sequence[Note]:
        """See `PeopleStore.sent`."""
        found = (one for one in self._notes.values() if one.sender == player)
        return tuple(sorted(found, key=lambda note: (note.sent, note.id)))

    async def remove(self, notes: Collection[str]) -> None:
        """See `PeopleStore.remove`."""
        self._notes = {i: note for i, note in self._notes.items() if i not in notes}

    async def forget(self, player: str) -> None:
        """See `PeopleStore.forget`."""
        self._followed.pop(player, None)
        for account in tuple(self._followed):
            await self.unfollow(account, player)
        self._notes = {i: note for i, note in self._notes.items() if player not in {note.to, note.sender}}
