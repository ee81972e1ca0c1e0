"""Keeps names apart: nobody can be mistaken for an account or for somebody who is here.

A free name is claimed for some seconds (`server.cluster.names`), so that only one of two people who want it
at the same time gets it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container
from dataclasses import dataclass
from typing import Protocol

from server.identity.accounts import Accounts, Player
from server.identity.look_alikes import skeletons

CLAIM_SECONDS = 60.0
"""Seconds for which a name stays claimed."""


class Claims(Protocol):
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


class NameIndex:
    """The skeletons of the names that are in use: of somebody who is here, or at the seats of a table."""

    def __init__(self) -> None:
        self._names: dict[str, tuple[str, ...]] = {}
        self._looks: Counter[str] = Counter()

    def __contains__(self, look: object) -> bool:
        return look in self._looks

    def note(self, place: str, names: tuple[str, ...]) -> None:
        """Set which names are in use at a place: the id of a player or a table."""
        before = self._names.get(place, ())
        if names == before:
            return
        self._looks.update(look for name in names for look in skeletons(name))
        for look in (look for name in before for look in skeletons(name)):
            self._looks[look] -= 1
            if not self._looks[look]:
                del self._looks[look]
        if names:
            self._names[place] = names
        else:
            del self._names[place]


@dataclass(eq=False)
class NameRegistry:
    """Claims names. `live` contains the skeletons of the names that present and seated players have now."""

    accounts: Accounts
    claims: Claims
    clock: Callable[[], float]
    live: Container[str]

    async def claim(self, name: str, player: Player | None = None) -> bool:
        """Claim a name. Return False if somebody has a name that looks like it, or keeps one that they had. A
        skeleton of the name that `player` has, or keeps, is no conflict for them. Nothing is claimed if the
        accounts cannot be read.
        """
        looks = skeletons(name) - (skeletons(player.name) if player else frozenset())
        if await self._is_taken(looks, player):  # asked first: whoever tries in vain claims it from nobody
            return False
        if not await self.claims.claim(looks, self.clock()):
            return False
        taken = True
        try:
            taken = await self._is_taken(looks, player)
        finally:
            if taken:
                self.release(name)
        return not taken

    async def is_free(self, name: str, player: Player) -> bool:
        """Return whether a player could claim a name now. Nothing is claimed."""
        looks = skeletons(name)
        return not (any(look in self for look in looks) or await self._is_taken(looks, player))

    async def is_of_a_guest(self, name: str) -> bool:
        """Return whether a taken name is no account's, but that of a guest who is here or has a seat."""
        looks = skeletons(name)
        if not any(look in self.live for look in looks):
            return False
        return not await self.accounts.taken(sorted(looks), self.clock(), "")

    def release(self, name: str) -> None:
        """End a claim: the player has got the name or no longer wants it."""
        self.claims.release(skeletons(name))

    async def _is_taken(self, looks: Collection[str], player: Player | None) -> bool:
        """Return whether anybody else has one of these skeletons, or keeps it."""
        if any(look in self.live for look in looks):
            return True
        return bool(await self.accounts.taken(sorted(looks), self.clock(), player.id if player else ""))

    def __contains__(self, look: object) -> bool:
        """Whether a skeleton is one of a name that is claimed or in use here; accounts are not looked at."""
        return look in self.live or (isinstance(look, str) and self.claims.is_claimed(look, self.clock()))
