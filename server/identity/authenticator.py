"""Finds or makes the player who comes in: the account of a proven key, or a new guest."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from server.identity.accounts import GUEST, Accounts, NameTaken, Player
from server.identity.name_registry import NameRegistry
from server.identity.names import free_name
from server.identity.word_lists import GUESTS


class Authenticator:
    """Turns proven keys into players. `pick(n)` returns a number from 0 to n - 1, `new_id()` an id that
    nobody can guess.
    """

    def __init__(
        self,
        accounts: Accounts,
        naming: NameRegistry,
        clock: Callable[[], float],
        new_id: Callable[[], str],
        pick: Callable[[int], int],
    ) -> None:
        self._accounts = accounts
        self._naming = naming
        self._clock = clock
        self._new_id = new_id
        self._pick = pick

    async def admit(self, fingerprint: str | None, suggestion: str) -> Player:
        """Return the player with that proven key, or a new guest (None). `suggestion` is the name the client
        sent; it counts only on the first visit.
        """
        if fingerprint is None:
            return Player(GUEST + self._new_id(), await self._name(suggestion))
        known = await self._accounts.by_key(fingerprint)
        while known is None:
            player = Player(self._new_id(), await self._name(suggestion))
            try:
                known = await self._accounts.add(player, fingerprint, self._clock())
            except NameTaken:  # somebody else took it first: choose another name
                suggestion = ""
            self._naming.settle(player.name)
        return replace(known, key=fingerprint)

    async def _name(self, suggestion: str) -> str:
        """Return a free name, claimed until its player is here."""
        while True:
            name = free_name(suggestion, self._naming.taken(), GUESTS, self._pick)
            if await self._naming.claim(name):
                return name
            suggestion = ""
