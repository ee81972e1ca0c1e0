"""Finds or makes the player of a connection: the account of a proven key, or a new guest."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from msgspec.structs import replace

from engine.game import Refused
from server.identity.accounts import GUEST, Accounts, NameTaken, Player
from server.identity.name_registry import NameRegistry
from server.identity.names import clean_name, free_name, is_drawn

log = logging.getLogger(__name__)


class AccountLimit(Protocol):
    """A limit for new accounts, by address."""

    async def count(self, key: str, now: float, /) -> None:
        """Count an action of `key` at `now`. Raises Refused if there are too many."""


@dataclass(eq=False)
class Authenticator:
    """Turns proven keys into players. `pick(n)` returns a number from 0 to n - 1, `new_id()` an id that
    nobody can guess. `login_names`: new players are called as their clients say; otherwise a name is drawn,
    and that one is offered to them alone.
    """

    accounts: Accounts
    naming: NameRegistry
    clock: Callable[[], float]
    new_id: Callable[[], str]
    pick: Callable[[int], int]
    new_accounts: AccountLimit
    """Limits the new accounts of each address."""
    login_names: bool = False

    async def admit(self, fingerprint: str | None, login: str, address: str = "") -> Player:
        """Return the player with that proven key, or a new guest (None; or a new key from an address that
        made too many accounts). `login` is the name the client sent; it counts only on the first visit, if at
        all. Raises the error of the store.
        """
        suggestion = login if self.login_names else ""
        known = await self.accounts.by_key(fingerprint) if fingerprint else None
        if fingerprint is None or not (known or await self._may_be_new(address)):
            name = await self._name(suggestion)
            refusal, has_key = await self._refusal(suggestion, name), fingerprint is not None
            return Player(GUEST + self.new_id(), name, name_refused=refusal, account_refused=has_key)
        if known:
            return replace(known, key=fingerprint)
        wanted = suggestion
        while known is None:
            player = Player(self.new_id(), await self._name(wanted))
            try:
                known = await self.accounts.add(player, fingerprint, self.clock())
            except NameTaken:  # somebody else has taken the name: try another one
                wanted = ""
            finally:
                self.naming.release(player.name)
        return replace(known, key=fingerprint, name_refused=await self._refusal(suggestion, known.name))

    async def offer(self, player: Player, login: str) -> Player:
        """Return a player who has not chosen a name yet, with what there is to say of that."""
        if self.login_names or not is_drawn(player.name):
            return player
        try:
            wanted = clean_name(login)
        except Refused:
            return replace(player, drawn=True)
        if await self.naming.is_free(wanted, player):
            return replace(player, drawn=True, login_name=wanted)
        return replace(player, drawn=True, name_refused=await self._refusal(wanted, player.name))

    async def _may_be_new(self, address: str) -> bool:
        """Count a new account of the address. Return False if the address has made too many."""
        try:
            if address:
                await self.new_accounts.count(address, self.clock())
        except Refused:
            log.warning("too many new accounts", extra={"address": address})
            return False
        return True

    async def _name(self, suggestion: str) -> str:
        """Return a free name, which is claimed until its player is here."""
        while True:
            name = free_name(suggestion, self.naming, self.pick)
            if await self.naming.claim(name):
                return name
            suggestion = ""

    async def _refusal(self, suggestion: str, name: str) -> str:
        """Return the code for why a new player did not get the suggested name; empty if they got it."""
        try:
            wanted = clean_name(suggestion)
        except Refused as refused:
            return refused.code if suggestion else ""
        if wanted == name:
            return ""
        return "name-of-guest" if await self.naming.is_of_a_guest(wanted) else "name-taken"
