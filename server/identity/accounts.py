"""Accounts: an id, a name that cannot be mistaken for another account's, keys and settings.

`server.identity.authenticator` finds the account of a key, `server.sessions.connection` proves the key.
Guests have no account; their id begins with `guest-` and ends with their sessions. An account is provisional
until its first move; `server.host.provisional_accounts` forgets those that never make one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

from msgspec import Struct

GUEST = "guest-"
WINDOW = f"{GUEST}window"
"""The id of all windows on the web, which are nobody to others."""
KEY_CHARACTERS = 16
"""Characters of a fingerprint that are shown, `SHA256:` included: enough to tell a host's players apart."""
FORMER_NAME_SECONDS = 180 * 86_400.0
"""Seconds for which nobody else gets a name that an account gave up, or had when it was deleted: whoever has
it next is not taken for the one before.
"""
MOST_FORMER_NAMES = 10
"""The names that an account keeps from others beside its own: the latest."""


class Player(Struct, frozen=True):
    """The player of a session. `key` is the fingerprint that this session proved, empty for guests. `drawn`:
    the host has drawn the name, and the player has not chosen one yet. `login_name`: the name that the client
    sent, if such a player can have it; nobody else is told. `name_refused`: the code of why a new player
    cannot have it, else "".
    """

    id: str
    name: str
    key: str = ""
    name_refused: str = ""
    drawn: bool = False
    login_name: str = ""
    account_refused: bool = False
    """A guest who came with a new key, from where too many accounts were made."""

    @property
    def guest(self) -> bool:
        return is_guest(self.id)


def is_guest(player: str) -> bool:
    """Return whether a player's id is a guest's, which ends with its sessions."""
    return player.startswith(GUEST)


def short_key(fingerprint: str | None) -> str:
    """Return a key as logs and operators see it; "none" for no key."""
    return f"{fingerprint[:KEY_CHARACTERS]}..." if fingerprint else "none"


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
    its profile is hidden. `shows_ratings`: it wants to see ratings.
    """

    name: str
    created: float
    hidden: bool = False
    shows_ratings: bool = True


class ProvisionalAccount(NamedTuple):
    """The id of an account that has not made a move, and since when it is kept without one, in seconds since
    the epoch.
    """

    id: str
    since: float


class FoundAccount(NamedTuple):
    """An account that was searched for: its id and name, when it was made, and how many keys it has."""

    id: str
    name: str
    created: float
    keys: int


class NameTaken(Exception):  # noqa: N818
    """Another account has a name that can be mistaken for this one, or had one a short while ago."""


class FormerName(NamedTuple):
    """A name that an account gave up, and until when nobody else gets it, in seconds since the epoch."""

    name: str
    until: float


class Accounts(Protocol):
    """What is stored of accounts, as far as admitting players needs it."""

    async def by_key(self, fingerprint: str) -> Player | None:
        """Return the player whose key this is; None if it belongs to nobody."""

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:
        """Add a provisional account with its first key, created at `now`; if the key already belongs to an
        account, return that one. Raises NameTaken.
        """

    async def taken(self, looks: Sequence[str], now: float, but: str = "") -> frozenset[str]:
        """Return those skeletons among `looks` that belong to accounts' names, or to names that accounts gave
        up; those of the account `but` are left out.
        """


def with_text(texts: Mapping[str, str], key: str, value: str) -> dict[str, str]:
    """Return a copy of `texts` with `key` set to `value`, or without `key` if `value` is empty."""
    after = {**texts, key: value}
    return after if value else {kept: text for kept, text in after.items() if kept != key}
