"""Accounts: an id with a name that nobody else's can be mistaken for, keys, and what it likes.

Who comes in is `server.identity.authenticator`'s business, what proves a key
`server.sessions.connection`'s. Guests have no account; their id begins with `guest-` and ends with their
sessions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from server.identity.look_alikes import skeleton

GUEST = "guest-"


class Player(Struct, frozen=True):
    """Somebody behind a session. `key` is the fingerprint this session proved, empty for guests."""

    id: str
    name: str
    key: str = ""

    @property
    def guest(self) -> bool:
        return is_guest(self.id)


def is_guest(player: str) -> bool:
    """Whether a player's id is a guest's: gone with its sessions."""
    return player.startswith(GUEST)


class Profile(Struct, frozen=True):
    """What is remembered of somebody. `ignored` has names, as they were then, by player's id."""

    keys: int = 0
    settings: Mapping[str, str] = {}
    ignored: Mapping[str, str] = {}


class NameTaken(Exception):  # noqa: N818
    """Another account has a name that can be mistaken for this one."""


class Accounts(Protocol):
    """Accounts and their keys, kept for good."""

    async def by_key(self, fingerprint: str) -> Player | None:
        """Whose key this is."""
        ...

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:
        """Makes an account with its first key; where the key has one by now, that account.
        Raises NameTaken.
        """
        ...

    async def taken(self, skeletons: Sequence[str]) -> frozenset[str]:
        """Which of these skeletons are accounts' names."""
        ...

    async def named(self, look: str) -> Player | None:
        """Whose name has this skeleton."""
        ...

    async def profile(self, account: str) -> Profile:
        """What is remembered of an account; of one that is not there, nothing."""
        ...

    async def rename(self, account: str, name: str) -> None:
        """Raises NameTaken."""
        ...

    async def set(self, account: str, setting: str, value: str) -> None:
        """Remembers a setting, or with an empty value forgets it."""
        ...

    async def ignore(self, account: str, other: str, name: str) -> None:
        """Remembers whom an account ignores, or with an empty name forgets it."""
        ...

    async def move_key(self, fingerprint: str, account: str) -> None:
        """Gives a key to another account; the one it was of is gone with its last key."""
        ...

    async def forget(self, account: str) -> None:
        """The account, its keys and all that is remembered of it are gone."""
        ...


class MemoryAccounts:
    """Accounts that are gone with the process: for tests and simulations."""

    def __init__(self) -> None:
        self._keys: dict[str, str] = {}
        self._players: dict[str, Player] = {}
        self._profiles: dict[str, Profile] = {}

    async def by_key(self, fingerprint: str) -> Player | None:
        return self._players.get(self._keys.get(fingerprint, ""))

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:  # noqa: ARG002
        if fingerprint not in self._keys:
            if await self.taken([skeleton(player.name)]):
                raise NameTaken(player.name)
            self._keys[fingerprint] = player.id
            self._players[player.id] = player
        return self._players[self._keys[fingerprint]]

    async def taken(self, skeletons: Sequence[str]) -> frozenset[str]:
        names = {skeleton(player.name) for player in self._players.values()}
        return frozenset(skeletons) & names

    async def named(self, look: str) -> Player | None:
        players = self._players.values()
        return next((player for player in players if skeleton(player.name) == look), None)

    async def profile(self, account: str) -> Profile:
        keys = list(self._keys.values()).count(account)
        return replace(self._profiles.get(account, Profile()), keys=keys)

    async def rename(self, account: str, name: str) -> None:
        others = [player.name for player in self._players.values() if player.id != account]
        if skeleton(name) in map(skeleton, others):
            raise NameTaken(name)
        if account in self._players:
            self._players[account] = replace(self._players[account], name=name)

    async def set(self, account: str, setting: str, value: str) -> None:
        profile = await self.profile(account)
        settings = with_text(profile.settings, setting, value)
        self._profiles[account] = replace(profile, settings=settings)

    async def ignore(self, account: str, other: str, name: str) -> None:
        profile = await self.profile(account)
        self._profiles[account] = replace(profile, ignored=with_text(profile.ignored, other, name))

    async def move_key(self, fingerprint: str, account: str) -> None:
        before = self._keys.get(fingerprint, "")
        self._keys[fingerprint] = account
        if before not in self._keys.values():
            await self.forget(before)

    async def forget(self, account: str) -> None:
        self._keys = {key: player for key, player in self._keys.items() if player != account}
        self._players.pop(account, None)
        self._profiles.pop(account, None)


def with_text(texts: Mapping[str, str], key: str, value: str) -> dict[str, str]:
    """The same texts with one of them set, or with an empty value without it."""
    after = {**texts, key: value}
    return after if value else {kept: text for kept, text in after.items() if kept != key}
