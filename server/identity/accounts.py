"""Accounts: an id, a name that cannot be mistaken for another account's, keys and settings.

`server.identity.authenticator` finds the account of a key, `server.sessions.connection` proves the key.
Guests have no account; their id begins with `guest-` and ends with their sessions. An account is provisional
until its first move; `server.host.provisional_accounts` forgets those that never make one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from server.identity.look_alikes import skeleton, skeletons
from server.identity.recovery import RecoveryCode, StoredKey
from tui.host.history import HIDDEN, PROFILE_SETTING

GUEST = "guest-"


class Player(Struct, frozen=True):
    """The player of a session. `key` is the fingerprint that this session proved, empty for guests.
    `name_refused`: the code of why a new player did not get the name that the client sent, else "".
    """

    id: str
    name: str
    key: str = ""
    name_refused: str = ""

    @property
    def guest(self) -> bool:
        """Whether this is a guest."""
        return is_guest(self.id)


def is_guest(player: str) -> bool:
    """Return whether a player's id is a guest's, which ends with its sessions."""
    return player.startswith(GUEST)


def pseudonym(account: str) -> str:
    """Return what stands for an account in results after it was forgotten: always the same, and nobody can
    find the account by it.
    """
    return f"gone-{sha256(account.encode()).hexdigest()[:16]}"


class Profile(Struct, frozen=True):
    """The stored facts of an account besides its name: the number of keys, settings by name, the names of
    ignored players (at the time) by their ids, and whether the account is provisional.
    """

    keys: int = 0
    settings: Mapping[str, str] = {}
    ignored: Mapping[str, str] = {}
    provisional: bool = False


class AccountFacts(NamedTuple):
    """What others may know of an account: its name, when it was made, in seconds since the epoch, and whether
    its profile is hidden.
    """

    name: str
    created: float
    hidden: bool = False


class ProvisionalAccount(NamedTuple):
    """The id of an account that has not made a move, and since when it is kept without one, in seconds since
    the epoch.
    """

    id: str
    since: float


class NameTaken(Exception):  # noqa: N818
    """Another account has a name that can be mistaken for this one."""


class Accounts(Protocol):
    """Stores accounts and their keys."""

    async def by_key(self, fingerprint: str) -> Player | None:
        """Return the player whose key this is; None if it belongs to nobody."""
        ...

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:
        """Add a provisional account with its first key, created at `now`; if the key already belongs to an
        account, return that one. Raises NameTaken.
        """
        ...

    async def taken(self, looks: Sequence[str]) -> frozenset[str]:
        """Return those skeletons among `looks` that belong to accounts' names."""
        ...

    async def named(self, look: str) -> Player | None:
        """Return the player whose name has this skeleton in small letters; None: nobody."""
        ...

    async def names(self, accounts: Collection[str]) -> Mapping[str, str]:
        """Return the names of accounts by their ids, without those that are not there."""
        ...

    async def facts(self, accounts: Sequence[str]) -> Mapping[str, AccountFacts]:
        """Return what others may know of accounts, by their ids; unknown ones are missing."""
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
        """Give a key to another account. An account without keys is deleted; if it has played, the other
        account is no longer provisional.
        """
        ...

    async def keys(self, account: str) -> Sequence[StoredKey]:
        """Return the keys of an account, the oldest first."""
        ...

    async def drop_key(self, account: str, fingerprint: str) -> bool:
        """Take a key from an account and return True; False: it has no such key, or no other one."""
        ...

    async def set_recovery(self, account: str, code: RecoveryCode) -> None:
        """Store the recovery code of an account; it replaces the one before."""
        ...

    async def recovery(self, account: str) -> RecoveryCode | None:
        """Return the recovery code of an account, None if it has none."""
        ...

    async def take_recovery(self, account: str, code: RecoveryCode) -> bool:
        """Delete a recovery code, which is used up, and return True; False: somebody else has used it."""
        ...

    async def forget(self, account: str) -> None:
        """Delete the account, its keys and its profile."""
        ...

    async def played(self, account: str) -> None:
        """Note that an account has made a move: it is no longer provisional."""
        ...

    async def provisional(self) -> Sequence[ProvisionalAccount]:
        """Return all provisional accounts, the oldest first."""
        ...

    async def is_provisional(self, account: str) -> bool:
        """Return whether an account is there and provisional. If a stored move of the account was not
        noted yet, note it.
        """
        ...

    async def forget_provisional(self, account: str) -> bool:
        """Delete an account as `forget` does if it is provisional. Return whether it was."""
        ...


class MemoryAccounts:
    """Accounts in memory, which end with the process: for `play`, tests and simulations."""

    def __init__(self) -> None:
        self._keys: dict[str, str] = {}
        self._added: dict[str, float] = {}
        """When each key was added."""
        self._codes: dict[str, RecoveryCode] = {}
        self._players: dict[str, Player] = {}
        self._profiles: dict[str, Profile] = {}
        self._provisional: dict[str, float] = {}
        self._created: dict[str, float] = {}

    async def by_key(self, fingerprint: str) -> Player | None:
        """See `Accounts.by_key`."""
        return self._players.get(self._keys.get(fingerprint, ""))

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:
        """See `Accounts.add`."""
        if fingerprint not in self._keys:
            if await self.taken(sorted(skeletons(player.name))):
                raise NameTaken(player.name)
            self._keys[fingerprint] = player.id
            self._added[fingerprint] = now
            self._players[player.id] = player
            self._provisional[player.id] = self._created[player.id] = now
        return self._players[self._keys[fingerprint]]

    async def taken(self, looks: Sequence[str]) -> frozenset[str]:
        """See `Accounts.taken`."""
        return frozenset(looks) & self._looks(self._players)

    async def named(self, look: str) -> Player | None:
        """See `Accounts.named`."""
        players = self._players.values()
        return next((player for player in players if skeleton(player.name) == look), None)

    async def names(self, accounts: Collection[str]) -> Mapping[str, str]:
        """See `Accounts.names`."""
        return {one: self._players[one].name for one in accounts if one in self._players}

    async def facts(self, accounts: Sequence[str]) -> Mapping[str, AccountFacts]:
        """See `Accounts.facts`."""
        known = [account for account in accounts if account in self._players]
        return {account: self._facts(account) for account in known}

    async def profile(self, account: str) -> Profile:
        """See `Accounts.profile`."""
        keys = list(self._keys.values()).count(account)
        profile = self._profiles.get(account, Profile())
        return replace(profile, keys=keys, provisional=account in self._provisional)

    async def rename(self, account: str, name: str) -> None:
        """See `Accounts.rename`."""
        others = self._looks(self._players.keys() - {account})
        if not others.isdisjoint(skeletons(name)):
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
            if before not in self._provisional:
                await self.played(account)
            await self.forget(before)

    async def keys(self, account: str) -> Sequence[StoredKey]:
        """See `Accounts.keys`."""
        own = (key for key, owner in self._keys.items() if owner == account)
        return sorted((StoredKey(key, self._added[key]) for key in own), key=lambda key: key.added)

    async def drop_key(self, account: str, fingerprint: str) -> bool:
        """See `Accounts.drop_key`."""
        dropped = self._keys.get(fingerprint) == account and len(await self.keys(account)) > 1
        if dropped:
            del self._keys[fingerprint]
        return dropped

    async def set_recovery(self, account: str, code: RecoveryCode) -> None:
        """See `Accounts.set_recovery`."""
        self._codes[account] = code

    async def recovery(self, account: str) -> RecoveryCode | None:
        """See `Accounts.recovery`."""
        return self._codes.get(account)

    async def take_recovery(self, account: str, code: RecoveryCode) -> bool:
        """See `Accounts.take_recovery`."""
        if self._codes.get(account) != code:
            return False
        del self._codes[account]
        return True

    async def forget(self, account: str) -> None:
        """See `Accounts.forget`."""
        self._codes.pop(account, None)
        self._keys = {key: player for key, player in self._keys.items() if player != account}
        self._players.pop(account, None)
        self._profiles.pop(account, None)
        self._provisional.pop(account, None)
        self._created.pop(account, None)

    async def played(self, account: str) -> None:
        """See `Accounts.played`."""
        self._provisional.pop(account, None)

    async def provisional(self) -> Sequence[ProvisionalAccount]:
        """See `Accounts.provisional`."""
        rows = sorted(self._provisional.items(), key=lambda row: row[1])
        return [ProvisionalAccount(*row) for row in rows]

    async def is_provisional(self, account: str) -> bool:
        """See `Accounts.is_provisional`."""
        return account in self._provisional

    async def forget_provisional(self, account: str) -> bool:
        """See `Accounts.forget_provisional`."""
        found = account in self._provisional
        if found:
            await self.forget(account)
        return found

    def _facts(self, account: str) -> AccountFacts:
        settings = self._profiles.get(account, Profile()).settings
        hidden = settings.get(PROFILE_SETTING) == HIDDEN
        return AccountFacts(self._players[account].name, self._created[account], hidden)

    def _looks(self, accounts: Iterable[str]) -> frozenset[str]:
        return frozenset[str]().union(*(skeletons(self._players[account].name) for account in accounts))


def with_text(texts: Mapping[str, str], key: str, value: str) -> dict[str, str]:
    """Return a copy of `texts` with `key` set to `value`, or without `key` if `value` is empty."""
    after = {**texts, key: value}
    return after if value else {kept: text for kept, text in after.items() if kept != key}
