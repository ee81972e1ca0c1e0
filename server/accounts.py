"""Who somebody is: accounts by proven key, and guests for as long as their session lives.

An account is an id with one or more keys and a name that nobody else's can be mistaken for.
The user name that a client sends is only a suggestion for the first visit. What proves a key
is `server.identity`'s business.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol
from weakref import WeakSet

from msgspec import Struct

from server.names import free_name, skeleton
from server.words import GUESTS

GUEST = "guest-"


class Player(Struct, frozen=True, weakref=True):
    """Somebody behind a session. A guest's id begins with `guest-`."""

    id: str
    name: str

    @property
    def guest(self) -> bool:
        return is_guest(self.id)


def is_guest(player: str) -> bool:
    """Whether a player's id is a guest's: gone with its sessions."""
    return player.startswith(GUEST)


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


class MemoryAccounts:
    """Accounts that are gone with the process: for tests and simulations."""

    def __init__(self) -> None:
        self._by_key: dict[str, Player] = {}

    async def by_key(self, fingerprint: str) -> Player | None:
        return self._by_key.get(fingerprint)

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:  # noqa: ARG002
        if fingerprint not in self._by_key:
            if await self.taken([skeleton(player.name)]):
                raise NameTaken(player.name)
            self._by_key[fingerprint] = player
        return self._by_key[fingerprint]

    async def taken(self, skeletons: Sequence[str]) -> frozenset[str]:
        names = {skeleton(player.name) for player in self._by_key.values()}
        return frozenset(skeletons) & names


class Doorkeeper:
    """Says who comes in. `live` gives the names that present and seated players have now."""

    def __init__(
        self,
        accounts: Accounts,
        clock: Callable[[], float],
        new_id: Callable[[], str],
        pick: Callable[[int], int],
        live: Callable[[], Collection[str]],
    ) -> None:
        self._accounts = accounts
        self._clock = clock
        self._new_id = new_id
        self._pick = pick
        self._live = live
        self._guests: WeakSet[Player] = WeakSet()  # admitted, and not yet seen anywhere perhaps

    async def admit(self, fingerprint: str | None, suggestion: str) -> Player:
        """The account of a proven key, made on its first visit, or a new guest (None)."""
        if fingerprint is None:
            guest = Player(GUEST + self._new_id(), await self._name(suggestion))
            self._guests.add(guest)
            return guest
        known = await self._accounts.by_key(fingerprint)
        while known is None:
            player = Player(self._new_id(), await self._name(suggestion))
            try:
                known = await self._accounts.add(player, fingerprint, self._clock())
            except NameTaken:  # somebody else was faster: another name
                suggestion = ""
        return known

    async def _name(self, suggestion: str) -> str:
        """A name that nobody has when this returns."""
        tried: set[str] = set()
        while True:
            name = free_name(suggestion, self._looks() | tried, GUESTS, self._pick)
            tried.add(skeleton(name))
            taken = await self._accounts.taken([skeleton(name)])
            if not taken and skeleton(name) not in self._looks():
                return name

    def _looks(self) -> set[str]:
        names = (*self._live(), *(guest.name for guest in self._guests))
        return {skeleton(name) for name in names}
