"""The host's uptime: time during which the host is down does not count against any limit that players have.

The host stores a heartbeat now and then. At the next start, the time since the last heartbeat is an outage,
which is kept for good. Nothing about tables has to be written when a host stops or starts, not even if it is
killed: limits are counted in the host's clock and extended by the outages in between. An outage never
shortens a limit; it lengthens it by the interval of heartbeats at most.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Callable, Sequence

from server.store.outages import Outage, OutageStore

log = logging.getLogger(__name__)


class Uptime:
    """The outages so far."""

    def __init__(self, started: float) -> None:
        self.started = started
        self._outages: list[Outage] = []

    def load_outages(self, outages: Sequence[Outage]) -> None:
        """Set all outages so far."""
        self._outages = sorted(outages, key=lambda outage: outage.began)

    def after(self, moment: float, seconds: float) -> float:
        """Return the moment at which the host has been up for `seconds` since `moment`."""
        due = moment + seconds
        first = bisect_right(self._outages, moment, key=lambda outage: outage.ended)
        for outage in self._outages[first:]:
            if outage.began >= due:
                break
            due += outage.ended - max(outage.began, moment)
        return due

    def down(self, since: float, until: float) -> float:
        """Return for how many seconds from one moment to another the host was down."""
        first = bisect_right(self._outages, since, key=lambda outage: outage.ended)
        within = (min(one.ended, until) - max(one.began, since) for one in self._outages[first:])
        return sum(seconds for seconds in within if seconds > 0)


class Heartbeat:
    """Stores heartbeats from `begin` to `stop`. `timer` calls a function after a number of seconds."""

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
        self._leave: Callable[[], None] | None = None
        self._beating: asyncio.Task[None] | None = None

    async def begin(self, found: Callable[[Sequence[Outage]], None]) -> None:
        """Start the heartbeats. Call `found` with all outages so far, and again when there are more."""
        self._leave = self._outages.follow(found)
        found(await self._outages.begin(self._clock()))
        self._release = self._timer(self._pause, self._beat)

    async def stop(self) -> None:
        """Store the last heartbeat and stop."""
        if self._leave:
            self._leave()
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
            await self._outages.record_heartbeat(self._clock())
        except Exception:
            log.exception("a heartbeat could not be written")
