"""How much of a host one address takes, over all nodes: sessions and open tables."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from msgspec import Struct


class HeldShare(Struct, frozen=True):
    """One of the things of a kind (`what`) that count against `key`, an address: `holder` is the id of the
    session or table. A `lasting` share is held until it is given back; another one lapses when its node is
    lost.
    """

    what: str
    key: str
    holder: str
    lasting: bool = False


class SharesOfAddresses(Protocol):
    """Counts what each address takes."""

    async def take(self, share: HeldShare, most: int) -> bool:
        """Take a share and return True; return False if `most` are held already by others. Checked and taken
        in one step over all nodes. A share that its holder has already is no second one. Raises the error of
        the store; then nothing may be assumed to be taken.
        """
        ...

    def give_back(self, what: str, holder: str) -> None:
        """Give back the share of a holder, taken by whichever node, if there is one. Returns at once."""
        ...


class LocalShares:
    """The shares of a host of one process."""

    def __init__(self) -> None:
        self._keys: dict[tuple[str, str], str] = {}
        """By `what` and holder."""
        self._held: Counter[tuple[str, str]] = Counter()
        """The number of holders by `what` and key."""

    async def take(self, share: HeldShare, most: int) -> bool:
        """See `SharesOfAddresses.take`."""
        place = (share.what, share.holder)
        if place in self._keys:
            return True
        if self._held[share.what, share.key] >= most:
            return False
        self._keys[place] = share.key
        self._held[share.what, share.key] += 1
        return True

    def give_back(self, what: str, holder: str) -> None:
        """See `SharesOfAddresses.give_back`."""
        key = self._keys.pop((what, holder), None)
        if key is not None:
            self._held[what, key] -= 1
            if not self._held[what, key]:
                del self._held[what, key]
