"""Keeps names apart: nobody can be mistaken for an account or for somebody who is here.

A free name is claimed for some seconds (`server.nodes.names`), so that only one of two people who want it at
the same time gets it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from server.identity.accounts import Accounts
from server.identity.look_alikes import skeletons


class Claims(Protocol):
    """What `server.nodes.names.NameClaims` says of each."""

    async def claim(self, looks: Collection[str], now: float) -> bool:
        """Claim all skeletons and return True, or none and return False."""
        ...

    def release(self, looks: Collection[str]) -> None:
        """End claims."""
        ...

    def claimed(self, now: float) -> Collection[str]:
        """Return the claimed skeletons."""
        ...


class NameRegistry:
    """Claims names. `live()` returns the names that present and seated players have now."""

    def __init__(
        self,
        accounts: Accounts,
        claims: Claims,
        clock: Callable[[], float],
        live: Callable[[], Collection[str]],
    ) -> None:
        self._accounts = accounts
        self._claims = claims
        self._clock = clock
        self._live = live

    async def claim(self, name: str, before: str = "") -> bool:
        """Claim a name. Return False if somebody has a name that looks like it. A skeleton that it shares
        with the name `before` of the same player is no conflict. Nothing is claimed if the accounts cannot
        be read.
        """
        looks = skeletons(name) - (skeletons(before) if before else frozenset())
        if not looks.isdisjoint(self._in_use()) or not await self._claims.claim(looks, self._clock()):
            return False
        free = False
        try:
            free = not await self._accounts.taken(sorted(looks))
        finally:
            if not free:
                self.release(name)
        return free

    def release(self, name: str) -> None:
        """End a claim: the player has got the name or no longer wants it."""
        self._claims.release(skeletons(name))

    def taken(self) -> frozenset[str]:
        """Return the skeletons of all names that are claimed or in use here; accounts' names are not among
        them.
        """
        return self._in_use().union(self._claims.claimed(self._clock()))

    def _in_use(self) -> frozenset[str]:
        return frozenset[str]().union(*map(skeletons, self._live()))
