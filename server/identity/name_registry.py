"""Keeps names apart: nobody can be mistaken for an account or for somebody who is here.

A free name is claimed for some seconds, so that only one of two people who want it at the same time gets it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from server.identity.accounts import Accounts
from server.identity.look_alikes import skeletons

CLAIM_SECONDS = 60.0
"""Seconds for which a name stays claimed."""


class NameRegistry:
    """Claims names. `live()` returns the names that present and seated players have now."""

    def __init__(
        self, accounts: Accounts, clock: Callable[[], float], live: Callable[[], Collection[str]]
    ) -> None:
        self._accounts = accounts
        self._clock = clock
        self._live = live
        self._claims: dict[str, float] = {}

    async def claim(self, name: str, before: str = "") -> bool:
        """Claim a name. Return False if somebody has a name that looks like it. A skeleton that it shares
        with the name `before` of the same player is no conflict. Nothing is claimed if the accounts cannot
        be read.
        """
        looks = skeletons(name) - (skeletons(before) if before else frozenset())
        if not looks.isdisjoint(self.taken()):
            return False
        self._claims |= dict.fromkeys(looks, self._clock() + CLAIM_SECONDS)
        free = False
        try:
            free = not await self._accounts.taken(sorted(looks))
        finally:
            if not free:
                self.release(name)
        return free

    def release(self, name: str) -> None:
        """End a claim: the player has got the name or no longer wants it."""
        for look in skeletons(name):
            self._claims.pop(look, None)

    def taken(self) -> frozenset[str]:
        """Return the skeletons of all names that are claimed or in use here; accounts' names are not among
        them.
        """
        now = self._clock()
        self._claims = {look: until for look, until in self._claims.items() if until > now}
        return frozenset[str]().union(*map(skeletons, self._live())) | self._claims.keys()
