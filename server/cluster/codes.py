"""Codes of keys, and who has typed the code of a private table: the same on all nodes."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from msgspec import Struct

from server.identity.codes import KeyOffer


class SharedCodes(Protocol):
    """Codes that one node gives and another may be told. Every coroutine returns when its change holds on
    all nodes, and raises the error of the store.
    """

    async def offer(self, offered: KeyOffer, code: str, until: float) -> None:
        """Make `code` stand for a key until then; an earlier code of the key becomes invalid."""

    async def take(self, code: str, now: float) -> KeyOffer | None:
        """The key of a code, which becomes invalid: of several takers one gets it. None: it is not valid."""

    async def know(self, table: str, player: str) -> None:
        """Note that a player has typed the code of a private table; it is forgotten when the table ends."""

    async def known_to(self, player: str) -> Collection[str]:
        """Return the ids of the private tables whose codes a player has typed, on any node."""


class _LocalOffer(Struct, frozen=True):
    code: str
    offered: KeyOffer
    until: float


class LocalCodes(SharedCodes):
    """The codes of a host of one process. Who knows a private table is in the table's `known_to`."""

    def __init__(self) -> None:
        self._offers: dict[str, _LocalOffer] = {}

    async def offer(self, offered: KeyOffer, code: str, until: float) -> None:
        self._offers[offered.key] = _LocalOffer(code, offered, until)

    async def take(self, code: str, now: float) -> KeyOffer | None:
        self._offers = {key: offer for key, offer in self._offers.items() if offer.until > now}
        for key, offer in self._offers.items():
            if offer.code == code:
                del self._offers[key]
                return offer.offered
        return None

    async def know(self, table: str, player: str) -> None:
        """The table knows."""

    async def known_to(self, player: str) -> Collection[str]:  # noqa: ARG002
        """The tables know."""
        return ()
