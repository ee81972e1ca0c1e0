"""The outages of a host of several processes: the times when none of them was there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from server.storage.outages import Outage, OutageStore


class HubOutages:
    """Lets an outage end only with the first process that begins, not with one that begins beside others."""

    def __init__(self, outages: OutageStore) -> None:
        self._outages = outages
        self._there: set[str] = set()
        """The processes that have begun."""
        self._known: Sequence[Outage] = ()
        self._beginning = asyncio.Lock()

    def of(self, node: str) -> OutagesOfProcess:
        """Return what one process is offered."""
        return OutagesOfProcess(self, node)

    def leave(self, node: str) -> None:
        """Note that a process has ended."""
        self._there.discard(node)

    async def begin(self, node: str, now: float) -> Sequence[Outage]:
        """See `OutageStore.begin`."""
        async with self._beginning:
            if not self._there:
                self._known = await self._outages.begin(now)
            self._there.add(node)
            return tuple(self._known)

    async def record_heartbeat(self, now: float) -> None:
        """See `OutageStore.record_heartbeat`."""
        await self._outages.record_heartbeat(now)


class OutagesOfProcess:
    """What one process is offered of them."""

    def __init__(self, outages: HubOutages, node: str) -> None:
        self._outages, self._node = outages, node

    async def begin(self, now: float) -> Sequence[Outage]:
        """See `OutageStore.begin`."""
        return await self._outages.begin(self._node, now)

    async def record_heartbeat(self, now: float) -> None:
        """See `OutageStore.record_heartbeat`."""
        await self._outages.record_heartbeat(now)
