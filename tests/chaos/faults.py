"""Makes faults, one after another, at random."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import NamedTuple

from tests.chaos.relay import Relay
from tests.chaos.servers import PostgresPair

PAUSE = (1.5, 3.0)
"""Seconds between two faults, at least and at most."""
AWAY, LONG_AWAY = 5.0, 60.0
"""Seconds for which PostgreSQL is gone, in a short and in a long run."""
DEAF = 6.0


class Timed(NamedTuple):
    """A fault and when it began and was over, by the monotonic clock."""

    what: str
    began: float
    ended: float


class FaultMaker:
    """Makes faults at PostgreSQL, at the relays in front of it and at nodes; `kill` kills and starts one."""

    def __init__(
        self,
        pair: PostgresPair,
        relays: Sequence[Relay],
        kill: Callable[[int], Awaitable[None]],
        rng: Random,
        *,
        is_long: bool,
    ) -> None:
        self._pair, self._relays, self._kill, self._rng = pair, relays, kill, rng
        self.made: list[Timed] = []
        away = LONG_AWAY if is_long else AWAY
        self._ways: dict[str, Callable[[], Awaitable[object]]] = {
            "a node killed": lambda: kill(rng.randrange(len(relays))),
            "PostgreSQL restarted": lambda: pair.restart("fast"),
            "PostgreSQL stopped at once": lambda: pair.restart("immediate"),
            "PostgreSQL killed": lambda: pair.crash(0.3),
            f"PostgreSQL gone for {away:.0f} s": lambda: pair.crash(away),
            "failover": self._fail_over,
            "half of the connections ended": lambda: pair.end_connections("random() < 0.5"),
            "LISTEN ended": lambda: pair.end_connections("query ILIKE 'LISTEN%'"),
            "connections cut": self._cut,
            "every doorbell lost": self._deafen,
        }

    def add(self, what: str, way: Callable[[], Awaitable[object]]) -> None:
        """Make another kind of fault, too."""
        self._ways[what] = way

    async def run(self, until: float) -> None:
        """Make faults until then; each kind as often as the others."""
        left: list[str] = []
        while time.monotonic() < until - PAUSE[1]:
            await asyncio.sleep(self._rng.uniform(*PAUSE))
            if not left:
                left = self._rng.sample(list(self._ways), len(self._ways))
            what, began = left.pop(), time.monotonic()
            await self._ways[what]()
            self.made.append(Timed(what, began, time.monotonic()))

    async def _fail_over(self) -> None:
        if await self._pair.fail_over():
            await self._pair.add_standby()

    async def _cut(self) -> None:
        self._rng.choice(self._relays).cut_all()

    async def _deafen(self) -> None:
        for relay in self._relays:
            relay.is_deaf = True
        await asyncio.sleep(DEAF)
        for relay in self._relays:
            relay.is_deaf = False
