"""When the garbage collector may work: not while players wait.

A full collection stops the host for as long as it has objects to look at, with 200 sessions a
third of a second. So older generations are never collected by themselves. When enough is new in
them it is swept, a small portion at a moment when the loop is quiet, and after sessions have
ended; what survives is set apart (`gc.freeze`), so that the next sweep only looks at what is
new. Where nobody came or went meanwhile, a portion is set apart unseen: it is what players'
keys put in the place of something else, and nothing was ever found in it. Dead sessions and
screens take themselves apart and need no sweep. Everything is looked at all the same when
nobody is here, or once a day.

What is young is looked at all the time. Left alone it would only be when more was made than
went; but keys put new things in the place of old ones, so that much becomes young and hardly
anything more: after 500 keys, 25 milliseconds of it.

A start is not disturbed at all.
"""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol

CHECK_INTERVAL = 0.25
"""Seconds between two looks at what is young, and whether there is something to sweep."""
SWEEP_INTERVAL = 30.0
"""Seconds from one sweep to the next because sessions have ended."""
LONGEST_SWEEP_INTERVAL = 900.0
"""Seconds after which it is swept although no session has ended."""
FULL_WHEN_EMPTY, FULL_INTERVAL = 3600.0, 86400.0
"""Seconds after which also what was set apart is looked at: once nobody is here, and in any case."""
IDLE_PROBE, IDLE_SLACK = 0.01, 0.005
"""A pause of MOMENT that lasts no LATE longer shows that nobody waits."""
IDLE_TRIES = 20
YOUNG_THRESHOLD, NEVER_THRESHOLD = 5000, 1_000_000
"""Thresholds of the generations; the first is for a crowd that comes in between two looks."""
YOUNG_BUDGET = 0.005
"""Seconds that were spent looking at what is young: what is left of it takes no longer to sweep."""

Pause = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]


class SessionCounts(Protocol):
    """Those of a host."""

    @property
    def ended(self) -> int:
        """How many ended so far."""
        ...

    @property
    def sessions(self) -> tuple[object, ...]:
        """Those that are open now."""
        ...


@contextmanager
def paused() -> Iterator[None]:
    """Nothing is collected meanwhile, or until `begin`: while a program is loaded next to nothing is
    thrown away, and looking for it takes a sixth of a start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def start() -> None:
    """After the start: what is loaded now stays, and is not looked at again until everything is."""
    gc.freeze()
    gc.set_threshold(YOUNG_THRESHOLD, NEVER_THRESHOLD, NEVER_THRESHOLD)
    gc.enable()


class GarbageCollector:
    """What is done with Python's collector. Objects are never listed to be counted: while they are,
    a tuple that another thread is making is nobody's alone, and its making fails.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._begin_again()

    def tidy(self) -> None:
        """Collects what is young: what was made since the last time."""
        began = self._clock()
        gc.collect(0)
        self._spent += self._clock() - began
        self._looks += 1

    def has_grown(self) -> bool:
        """Whether there is a portion to sweep: looking took long enough, or a crowd made Python look by
        itself.
        """
        return self._spent >= YOUNG_BUDGET or _young_looks() > self._looks

    def set_apart(self) -> None:
        """What there is is not looked at again."""
        gc.freeze()
        self._begin_again()

    def sweep(self, everything: bool) -> None:
        """Collects, and sets apart what survived."""
        if everything:
            gc.unfreeze()
        gc.collect()
        self.set_apart()

    def _begin_again(self) -> None:
        self._spent, self._looks = 0.0, _young_looks()


def _young_looks() -> int:
    """How often what is young was looked at since the process began."""
    return int(gc.get_stats()[0]["collections"])


async def run_collector(
    here: SessionCounts, pause: Pause, clock: Clock, collector: GarbageCollector | None = None
) -> None:  # fmt: skip
    """Sweeps until it is cancelled. `clock` is monotonic; the collector is Python's own."""
    collector = collector or GarbageCollector(clock)
    counted, last, last_whole = _visits(here), clock(), clock()
    while True:
        await pause(CHECK_INTERVAL)
        collector.tidy()
        now, since = _visits(here), clock() - last
        grown = collector.has_grown()
        if grown and now == counted:
            collector.set_apart()
            continue
        if not (
            grown
            or since >= LONGEST_SWEEP_INTERVAL
            or (since >= SWEEP_INTERVAL and now.ended != counted.ended)
        ):
            continue
        await _quiet(pause, clock)
        age = clock() - last_whole
        whole = age >= FULL_INTERVAL or (age >= FULL_WHEN_EMPTY and not here.sessions)
        collector.sweep(whole)
        counted, last = now, clock()
        last_whole = last if whole else last_whole


class _Visits(NamedTuple):
    """Sessions so far: those that ended, and all."""

    ended: int
    begun: int


def _visits(here: SessionCounts) -> _Visits:
    return _Visits(here.ended, here.ended + len(here.sessions))


async def _quiet(pause: Pause, clock: Clock) -> None:
    """Waits for a moment without work, though not for ever."""
    for _ in range(IDLE_TRIES):
        before = clock()
        await pause(IDLE_PROBE)
        if clock() - before < IDLE_PROBE + IDLE_SLACK:
            return
