"""Finds or makes the player who comes in: the account of a proven key, or a new guest."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from engine.game import Refused
from server.identity.accounts import GUEST, Accounts, NameTaken, Player
from server.identity.name_registry import NameRegistry
from server.identity.names import free_name
from server.identity.word_lists import GUESTS

log = logging.getLogger(__name__)


class AccountLimit(Protocol):
    """Counts something by key."""

    def count(self, key: str, now: float, /) -> None:
        """Count one at `now`. Raises Refused where it is too many."""
        ...


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
        new_accounts: AccountLimit,
    ) -> None:
        self._accounts = accounts
        self._naming = naming
        self._clock = clock
        self._new_id = new_id
        self._pick = pick
        self._new_accounts = new_accounts
        """How many accounts each address may still make."""

    async def admit(self, fingerprint: str | None, suggestion: str, address: str = "") -> Player:
        """Return the player with that proven key, or a new guest (None; or a new key from an address that
        made too many accounts). `suggestion` is the name the client sent; it counts only on the first visit.
        """
        known = await self._accounts.by_key(fingerprint) if fingerprint else None
        if fingerprint is None or not (known or self._may_be_new(address)):
            return Player(GUEST + self._new_id(), await self._name(suggestion))
        while known is None:
            player = Player(self._new_id(), await self._name(suggestion))
            try:
                known = await self._accounts.add(player, fingerprint, self._clock())
            except NameTaken:  # somebody else was faster: another name
                suggestion = ""
            self._naming.settle(player.name)
        return replace(known, key=fingerprint)

    def _may_be_new(self, address: str) -> bool:
        """Count a new account of the address; False where it made too many."""
        try:
            if address:
                self._new_accounts.count(address, self._clock())
        except Refused:
            log.warning("too many new accounts", extra={"address": address})
            return False
        return True

    async def _name(self, suggestion: str) -> str:
        """Return a free name, claimed until its player is here."""
        while True:
            name = free_name(suggestion, self._naming.taken(), GUESTS, self._pick)
            if await self._naming.claim(name):
                return name
            suggestion = ""
