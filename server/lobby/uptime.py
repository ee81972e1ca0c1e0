"""Time that counts: how the host's own absences are left out of every limit that players have.

A host gives a sign of life now and then; when it comes up, the time since the last one was an
outage, kept for good. So nothing about any table has to be written when the host stops or
starts, killed or not: limits are counted in the host's clock and moved by the outages that lie
in between. A limit is never shortened by an outage, at most lengthened by the pause between
two signs.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Callable, Sequence

from server.storage.outages import Outage, OutageStore

log = logging.getLogger(__name__)


class Uptime:
    """Counts with the outages there were; while the host runs, none is added."""

    def __init__(self, started: float) -> None:
        self.started = started
        self._outages: list[Outage] = []

    def learn(self, outages: Sequence[Outage]) -> None:
        """All outages until the host began."""
        self._outages = sorted(outages, key=lambda outage: outage.began)

    def after(self, moment: float, seconds: float) -> float:
        """When the host has been up for `seconds` since `moment`."""
        due = moment + seconds
        first = bisect_right(self._outages, moment, key=lambda outage: outage.ended)
        for outage in self._outages[first:]:
            if outage.began >= due:
                break
            due += outage.ended - max(outage.began, moment)
        return due


class Heartbeat:
    """Gives signs of life, from `begin` to `stop`; `timer` calls back after seconds."""

    def __init__(
        self,
        outages: OutageStore,
        clock: Callable[[], float],
        timer: Callable[[float, Callable[[], None]], Callable[[], None]],
        pause: float,
    ) -> None:
        self._outages = outages
        self._clock = clock
        self._timer = timer
        self._pause = pause
        self._release: Callable[[], None] | None = None
        self._beating: asyncio.Task[None] | None = None

    async def begin(self) -> Sequence[Outage]:
        """All outages so far; from now on there are signs."""
        outages = await self._outages.begin(self._clock())
        self._release = self._timer(self._pause, self._beat)
        return outages

    async def stop(self) -> None:
        """The last sign for now."""
        if self._release:
            self._release()
            if self._beating:
                await self._beating
            await self._sign()

    def _beat(self) -> None:
        self._beating = asyncio.ensure_future(self._sign())
        self._release = self._timer(self._pause, self._beat)

    async def _sign(self) -> None:
        try:
            await self._outages.sign(self._clock())
        except Exception:
            log.exception("a sign of life could not be written")
