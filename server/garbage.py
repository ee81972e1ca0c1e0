"""When the garbage collector may work: not while players wait.

A full collection stops the host for as long as it has objects to look at, with 200 sessions a
third of a second. So the oldest generation is never collected by itself: it is swept after
sessions have ended, at a moment when the loop is quiet, and what survives is set apart
(`gc.freeze`), so that the next sweep only looks at what is new. Dead sessions take themselves
apart; now and then everything is looked at all the same.
"""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable

EVERY = 30.0
"""Seconds between two looks whether there is something to sweep."""
AT_LEAST = 900.0
"""Seconds after which it is swept although no session has ended."""
EVERYTHING = 3600.0
"""Seconds after which also what was set apart is looked at."""
MOMENT, LATE = 0.01, 0.005
"""A pause of MOMENT that lasts no LATE longer shows that nobody waits."""
TRIES = 200
YOUNG, MIDDLE, NEVER = 2000, 20, 1_000_000
"""Thresholds of the three generations."""

Pause = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]


def begin() -> None:
    """After the start: what is loaded now stays, and is not looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


def sweep(everything: bool) -> None:
    """Collects, and sets apart what survived."""
    if everything:
        gc.unfreeze()
    gc.collect()
    gc.freeze()


async def keep_swept(
    ended: Callable[[], int], pause: Pause, clock: Clock, swept: Callable[[bool], None] = sweep
) -> None:
    """Sweeps until it is cancelled. `ended` counts the sessions that ended so far; `clock` is
    monotonic.
    """
    counted, last, last_whole = ended(), clock(), clock()
    while True:
        await pause(EVERY)
        if ended() == counted and clock() - last < AT_LEAST:
            continue
        await _quiet(pause, clock)
        whole = clock() - last_whole >= EVERYTHING
        swept(whole)
        counted, last = ended(), clock()
        last_whole = last if whole else last_whole


async def _quiet(pause: Pause, clock: Clock) -> None:
    """Waits for a moment without work, though not for ever."""
    for _ in range(TRIES):
        before = clock()
        await pause(MOMENT)
        if clock() - before < MOMENT + LATE:
            return
