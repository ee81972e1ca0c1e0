"""Which names are free: nobody may be mistaken for an account or for somebody who is here.

A name that was found free is claimed for a moment, so that of two people who want it at once
one gets it, until whoever asked has taken it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from server.identity.accounts import Accounts
from server.identity.look_alikes import skeleton

CLAIM_SECONDS = 60.0
"""Seconds a name is held for whoever asked."""


class NameRegistry:
    """`live` gives the names that present and seated players have now."""

    def __init__(
        self, accounts: Accounts, clock: Callable[[], float], live: Callable[[], Collection[str]]
    ) -> None:
        self._accounts = accounts
        self._clock = clock
        self._live = live
        self._claims: dict[str, float] = {}

    async def claim(self, name: str) -> bool:
        """Whether nobody has a name like this; then it is held for the asker."""
        look = skeleton(name)
        if look in self.taken():
            return False
        self._claims[look] = self._clock() + CLAIM_SECONDS
        if await self._accounts.taken([look]):
            self.settle(name)
            return False
        return True

    def settle(self, name: str) -> None:
        """The asker has the name by now, or does not want it any more."""
        self._claims.pop(skeleton(name), None)

    def taken(self) -> frozenset[str]:
        """The skeletons of all names that are claimed or in use here, accounts' aside."""
        now = self._clock()
        self._claims = {look: until for look, until in self._claims.items() if until > now}
        return frozenset(map(skeleton, self._live())) | self._claims.keys()
