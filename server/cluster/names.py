"""Claims of names: of two people who want a name at the same time, on whichever nodes, one gets it.

What names look like is left to `server.identity.look_alikes`, who has which name to
`server.identity.name_registry`.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import takewhile

from server.identity.name_registry import CLAIM_SECONDS, Claims


class LocalClaims(Claims):
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
