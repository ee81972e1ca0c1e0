"""Claims of names: of two people who want a name at the same time, on whichever nodes, one gets it.

What names look like is left to `server.identity.look_alikes`, who has which name to
`server.identity.name_registry`.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import takewhile
from typing import Protocol

CLAIM_SECONDS = 60.0
"""Seconds for which a name stays claimed."""


class NameClaims(Protocol):
    """Claims skeletons of names (`server.identity.look_alikes`)."""

    async def claim(self, looks: Collection[str], now: float) -> bool:
        """Claim all of these skeletons for CLAIM_SECONDS from `now` and return True, or none of them and
        return False: one of them is claimed. One step over all nodes. Raises the error of the store; then
        nothing is claimed.
        """

    def release(self, looks: Collection[str]) -> None:
        """End claims: the player has got the name or no longer wants it. Returns at once. With several nodes
        a claim goes on for the seconds that the others may take to hear who has the name.
        """

    def is_claimed(self, look: str, now: float) -> bool:
        """Return whether this node knows of a claim of a skeleton."""


class LocalClaims(NameClaims):
    """The claims of a host of one process."""

    def __init__(self) -> None:
        self._claims: dict[str, float] = {}
        """Until when each is claimed, in the order of claims."""

    async def claim(self, looks: Collection[str], now: float) -> bool:
        if any(self.is_claimed(look, now) for look in looks):
            return False
        self.release([*takewhile(lambda look: self._claims[look] <= now, self._claims)])
        self._claims |= dict.fromkeys(looks, now + CLAIM_SECONDS)
        return True

    def release(self, looks: Collection[str]) -> None:
        for look in looks:
            self._claims.pop(look, None)

    def is_claimed(self, look: str, now: float) -> bool:
        return self._claims.get(look, now) > now
