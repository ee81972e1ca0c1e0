"""Runs Python's garbage collector when no player has to wait for it.

A full collection stops the host for as long as it has objects to visit: with 200 sessions, a third of a
second. So the older generations are never collected automatically. When enough is new in them, they are swept
at a moment when the event loop is idle, and after sessions have ended; what survives is frozen (`gc.freeze`),
so that the next sweep only visits what is new. If nobody came or went meanwhile, the new objects are frozen
without a visit: keys put them in the place of others, and nothing was ever found in them. Closed sessions and
screens break their own reference cycles and need no sweep. Everything is visited when nobody is here, or once
a day.

The youngest generation is collected all the time. Left to Python, it would be collected only when more
objects were made than freed; but keys replace objects, so that it grows large and the count does not: after
500 keys, its collection takes 25 milliseconds. While clients keep the host busy, it is collected after some
turns of the event loop that had more to do than there was time for, and what survives is swept in small
portions.

Nothing is collected during the start.
"""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol

SHORTEST_CHECK_INTERVAL, LONGEST_CHECK_INTERVAL = 0.03, 2.0
"""Seconds between two collections of the youngest generation, each with a check whether to sweep: few where
much is done, so that each is short, more where the host rests: keys put objects in the place of others, so
that of few sessions there is little more to visit after two seconds than after one.
"""
SHORT_COLLECTION = 0.001
"""Seconds that a collection may take; after a longer one the next one comes in half the time."""
SWEEP_INTERVAL = 30.0
"""Seconds from one sweep to the next if sessions have ended."""
LONGEST_SWEEP_INTERVAL = 900.0
"""Seconds from one sweep to the next if no session has ended."""
FULL_WHEN_EMPTY, FULL_INTERVAL = 3600.0, 86400.0
"""Seconds after which a sweep visits frozen objects too: if nobody is here, and in any case."""
IDLE_PROBE, IDLE_SLACK = 0.01, 0.005
"""The event loop is idle if a pause of IDLE_PROBE seconds takes at most IDLE_SLACK seconds more."""
IDLE_TRIES = 20
"""Probes before a sweep starts although the loop is busy."""
YOUNG_THRESHOLD, NEVER_THRESHOLD = 5000, 1_000_000
"""Thresholds of the generations; the first is for a crowd that comes in between two collections."""
YOUNG_BUDGET = 0.005
"""Seconds of collecting the youngest generation after which it is swept: what survives takes no longer."""
BUSY_BUDGET = 0.0015
"""The same while the loop has no idle moment."""
FULL_TURNS = 3
"""Turns of the event loop with more to do than there was time for, after which the youngest generation is
collected.
"""

Pause = Callable[[float], Awaitable[None]]
ClockFunction = Callable[[], float]


class SessionCounts(Protocol):
    """The sessions of a host, as the collector needs them."""

    @property
    def ended(self) -> int:
        """The number of sessions that have ended since the start."""

    @property
    def sessions(self) -> tuple[object, ...]:
        """The sessions that are open now."""


@contextmanager
def paused() -> Iterator[None]:
    """Collect nothing inside the `with` block: while a program is loaded, next to nothing is thrown away, and
    looking for it takes a sixth of the start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def start() -> None:
    """Freeze what is loaded now and set the thresholds; called at the end of the start."""
    gc.freeze()
    gc.set_threshold(YOUNG_THRESHOLD, NEVER_THRESHOLD, NEVER_THRESHOLD)
    gc.enable()


class GarbageCollector:
    """Runs Python's collector and measures it. Objects are never listed to count them: while they are, a
    tuple that another thread is making has a second owner, and making it fails.
    """

    def __init__(self, clock: ClockFunction) -> None:
        self._clock = clock
        self._full_turns = 0
        self._reset()

    def collect_young(self) -> float:
        """Collect the youngest generation; return the seconds it took."""
        began = self._clock()
        gc.collect(0)
        took = self._clock() - began
        self._spent += took
        self._collections += 1
        return took

    def has_grown(self) -> bool:
        """Return whether there is enough to sweep: the collections of the youngest generation took long
        enough, or Python ran one by itself because many objects came at once.
        """
        return self._spent >= YOUNG_BUDGET or _young_collections() > self._collections

    def keep_up(self) -> None:
        """Collect the youngest generation while clients leave the loop no idle moment, and sweep what
        survived before there is much of it: a sweep that waited for such a moment would take much longer.
        """
        self._full_turns += 1
        if self._full_turns < FULL_TURNS:
            return
        self._full_turns = 0
        self.collect_young()
        if self._spent >= BUSY_BUDGET:
            gc.collect(1)
            self.freeze()

    def freeze(self) -> None:
        """Freeze all objects, so that sweeps no longer visit them."""
        gc.freeze()
        self._reset()

    def collect(self, everything: bool) -> None:
        """Collect all generations, and with `everything` the frozen objects too; freeze what survives."""
        if everything:
            gc.unfreeze()
        gc.collect()
        self.freeze()

    def _reset(self) -> None:
        self._spent, self._collections = 0.0, _young_collections()


def _young_collections() -> int:
    """Return the number of collections of the youngest generation since the process began."""
    return int(gc.get_stats()[0]["collections"])


async def run_collector(
    host: SessionCounts, pause: Pause, clock: ClockFunction, collector: GarbageCollector | None = None
) -> None:  # fmt: skip
    """Sweep at the right moments until cancelled. `clock` is monotonic; `collector` None: Python's own."""
    collector = collector or GarbageCollector(clock)
    counted, last, last_whole = _totals(host), clock(), clock()
    interval = LONGEST_CHECK_INTERVAL
    while True:
        await pause(interval)
        interval = _next_interval(interval, collector.collect_young())
        now, since = _totals(host), clock() - last
        grown = collector.has_grown()
        if grown and now == counted:
            collector.freeze()
            continue
        if not (
            grown
            or since >= LONGEST_SWEEP_INTERVAL
            or (since >= SWEEP_INTERVAL and now.ended != counted.ended)
        ):
            continue
        await _wait_until_idle(pause, clock)
        age = clock() - last_whole
        whole = age >= FULL_INTERVAL or (age >= FULL_WHEN_EMPTY and not host.sessions)
        collector.collect(whole)
        counted, last = now, clock()
        last_whole = last if whole else last_whole


def _next_interval(interval: float, took: float) -> float:
    """Return the seconds until the youngest generation is collected again, after a collection that came
    `interval` seconds after the one before.
    """
    if took > SHORT_COLLECTION:
        return max(interval / 2, SHORTEST_CHECK_INTERVAL)
    return min(interval * 2, LONGEST_CHECK_INTERVAL) if took <= SHORT_COLLECTION / 2 else interval


class _SessionTotals(NamedTuple):
    """Sessions so far: those that ended, and all."""

    ended: int
    total: int


def _totals(host: SessionCounts) -> _SessionTotals:
    return _SessionTotals(host.ended, host.ended + len(host.sessions))


async def _wait_until_idle(pause: Pause, clock: ClockFunction) -> None:
    """Wait for an idle moment of the event loop, at most IDLE_TRIES probes."""
    for _ in range(IDLE_TRIES):
        before = clock()
        await pause(IDLE_PROBE)
        if clock() - before < IDLE_PROBE + IDLE_SLACK:
            return
