"""How much of a host is taken, over all nodes: sessions, in all and of one address, and its open tables."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from msgspec import Struct


class HeldShare(Struct, frozen=True):
    """One of the things of a kind (`what`) that count against `key`: an address, or '' for the whole host.
    `holder` is the id of the session or table, `most` how many there may be. A `lasting` share is held until
    it is given back; another one lapses when its node is lost.
    """

    what: str
    key: str
    holder: str
    most: int
    lasting: bool = False


class HeldShares(Protocol):
    """Counts what is taken."""

    async def take(self, *shares: HeldShare, instead: str = "") -> HeldShare | None:
        """Take all of these shares. If one is held by as many as there may be already, take none and return
        it, the first of them. Checked and taken in one step over all nodes, in which the holder `instead`
        gives back those of the same kinds if all are taken. A share that its holder has already is no second
        one. Raises the error of the store; then nothing may be assumed to be taken.
        """

    def give_back(self, what: str, holder: str) -> None:
        """Give back the share of a holder, taken by whichever node, if there is one. Returns at once."""


class LocalShares(HeldShares):
    """The shares of a host of one process."""

    def __init__(self) -> None:
        self._keys: dict[tuple[str, str], str] = {}
        """By `what` and holder."""
        self._held: Counter[tuple[str, str]] = Counter()
        """The number of holders by `what` and key."""

    async def take(self, *shares: HeldShare, instead: str = "") -> HeldShare | None:
        new = [share for share in shares if (share.what, share.holder) not in self._keys]
        if full := next((share for share in new if self._is_full(share, instead)), None):
            return full
        for share in shares:
            self.give_back(share.what, instead)
        for share in new:
            self._keys[share.what, share.holder] = share.key
            self._held[share.what, share.key] += 1
        return None

    def _is_full(self, share: HeldShare, instead: str) -> bool:
        one_less = self._keys.get((share.what, instead)) == share.key
        return self._held[share.what, share.key] - one_less >= share.most

    def give_back(self, what: str, holder: str) -> None:
        key = self._keys.pop((what, holder), None)
        if key is not None:
            self._held[what, key] -= 1
            if not self._held[what, key]:
                del self._held[what, key]
