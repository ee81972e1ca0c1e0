"""Accounts: an id, a name that cannot be mistaken for another account's, keys and settings.

`server.identity.authenticator` finds the account of a key, `server.sessions.connection` proves the key.
Guests have no account; their id begins with `guest-` and ends with their sessions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from server.identity.look_alikes import skeleton

GUEST = "guest-"


class Player(Struct, frozen=True):
    """The player of a session. `key` is the fingerprint that this session proved, empty for guests."""

    id: str
    name: str
    key: str = ""

    @property
    def guest(self) -> bool:
        """Whether this is a guest."""
        return is_guest(self.id)


def is_guest(player: str) -> bool:
    """Return whether a player's id is a guest's, which ends with its sessions."""
    return player.startswith(GUEST)


class Profile(Struct, frozen=True):
    """What is stored of an account beside its name: the number of keys, settings by name, and the names of
    ignored players by their id, as they were when ignored.
    """

    keys: int = 0
    settings: Mapping[str, str] = {}
    ignored: Mapping[str, str] = {}


class NameTaken(Exception):  # noqa: N818
    """Another account has a name that can be mistaken for this one."""


class Accounts(Protocol):
    """Stores accounts and their keys."""

    async def by_key(self, fingerprint: str) -> Player | None:
        """Return the player whose key this is; None: nobody's."""
        ...

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:
        """Add an account with its first key, created at `now`; if the key belongs to an account by now,
        return that one. Raises NameTaken.
        """
        ...

    async def taken(self, skeletons: Sequence[str]) -> frozenset[str]:
        """Return those of the skeletons that are accounts' names."""
        ...

    async def named(self, look: str) -> Player | None:
        """Return the player whose name has this skeleton; None: nobody."""
        ...

    async def profile(self, account: str) -> Profile:
        """Return the profile of an account; an empty one for an unknown account."""
        ...

    async def rename(self, account: str, name: str) -> None:
        """Change the name of an account. Raises NameTaken."""
        ...

    async def set(self, account: str, setting: str, value: str) -> None:
        """Store a setting; an empty value deletes it."""
        ...

    async def ignore(self, account: str, other: str, name: str) -> None:
        """Store that an account ignores another; an empty name deletes it."""
        ...

    async def move_key(self, fingerprint: str, account: str) -> None:
        """Give a key to another account. The account it belonged to is deleted with its last key."""
        ...

    async def forget(self, account: str) -> None:
        """Delete the account, its keys and its profile."""
        ...


class MemoryAccounts:
    """Accounts in memory, gone with the process: for `play`, tests and simulations."""

    def __init__(self) -> None:
        self._keys: dict[str, str] = {}
        self._players: dict[str, Player] = {}
        self._profiles: dict[str, Profile] = {}

    async def by_key(self, fingerprint: str) -> Player | None:
        """See `Accounts.by_key`."""
        return self._players.get(self._keys.get(fingerprint, ""))

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:  # noqa: ARG002
        """See `Accounts.add`."""
        if fingerprint not in self._keys:
            if await self.taken([skeleton(player.name)]):
                raise NameTaken(player.name)
            self._keys[fingerprint] = player.id
            self._players[player.id] = player
        return self._players[self._keys[fingerprint]]

    async def taken(self, skeletons: Sequence[str]) -> frozenset[str]:
        """See `Accounts.taken`."""
        names = {skeleton(player.name) for player in self._players.values()}
        return frozenset(skeletons) & names

    async def named(self, look: str) -> Player | None:
        """See `Accounts.named`."""
        players = self._players.values()
        return next((player for player in players if skeleton(player.name) == look), None)

    async def profile(self, account: str) -> Profile:
        """See `Accounts.profile`."""
        keys = list(self._keys.values()).count(account)
        return replace(self._profiles.get(account, Profile()), keys=keys)

    async def rename(self, account: str, name: str) -> None:
        """See `Accounts.rename`."""
        others = [player.name for player in self._players.values() if player.id != account]
        if skeleton(name) in map(skeleton, others):
            raise NameTaken(name)
        if account in self._players:
            self._players[account] = replace(self._players[account], name=name)

    async def set(self, account: str, setting: str, value: str) -> None:
        """See `Accounts.set`."""
        profile = await self.profile(account)
        settings = with_text(profile.settings, setting, value)
        self._profiles[account] = replace(profile, settings=settings)

    async def ignore(self, account: str, other: str, name: str) -> None:
        """See `Accounts.ignore`."""
        profile = await self.profile(account)
        self._profiles[account] = replace(profile, ignored=with_text(profile.ignored, other, name))

    async def move_key(self, fingerprint: str, account: str) -> None:
        """See `Accounts.move_key`."""
        before = self._keys.get(fingerprint, "")
        self._keys[fingerprint] = account
        if before not in self._keys.values():
            await self.forget(before)

    async def forget(self, account: str) -> None:
        """See `Accounts.forget`."""
        self._keys = {key: player for key, player in self._keys.items() if player != account}
        self._players.pop(account, None)
        self._profiles.pop(account, None)


def with_text(texts: Mapping[str, str], key: str, value: str) -> dict[str, str]:
    """Return a copy of `texts` with `key` set to `value`, or without `key` if `value` is empty."""
    after = {**texts, key: value}
    return after if value else {kept: text for kept, text in after.items() if kept != key}
