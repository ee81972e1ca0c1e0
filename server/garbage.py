"""When the garbage collector may work: not while players wait.

A full collection stops the host for as long as it has objects to look at, with 200 sessions a
third of a second. So the oldest generation is never collected by itself. It is swept in small
portions, when enough is new in it or after sessions have ended, at a moment when the loop is
quiet; what survives is set apart (`gc.freeze`), so that the next sweep only looks at what is
new. Dead sessions and screens take themselves apart and need no sweep. Everything is looked
at all the same when nobody is here, or once a day. A start is not disturbed at all.
"""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

LOOK = 1.0
"""Seconds between two looks whether there is something to sweep."""
EVERY = 30.0
"""Seconds from one sweep to the next because sessions have ended."""
AT_LEAST = 900.0
"""Seconds after which it is swept although no session has ended."""
EVERYTHING, AT_LATEST = 3600.0, 86400.0
"""Seconds after which also what was set apart is looked at: once nobody is here, and in any case."""
MOMENT, LATE = 0.01, 0.005
"""A pause of MOMENT that lasts no LATE longer shows that nobody waits."""
TRIES = 200
YOUNG, MIDDLE, NEVER = 2000, 20, 1_000_000
"""Thresholds of the three generations."""
PORTION = 1
"""So many collections of the middle generation leave enough to sweep: some 40,000 objects."""

Pause = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]


class Sessions(Protocol):
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
def held() -> Iterator[None]:
    """Nothing is collected meanwhile, or until `begin`: while a program is loaded next to nothing is
    thrown away, and looking for it takes a sixth of a start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def begin() -> None:
    """After the start: what is loaded now stays, and is not looked at again until everything is."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    gc.enable()


def sweep(everything: bool) -> None:
    """Collects, and sets apart what survived."""
    if everything:
        gc.unfreeze()
    gc.collect()
    gc.freeze()


def much_is_new() -> bool:
    """Whether there is a portion to sweep."""
    return gc.get_count()[2] >= PORTION


async def keep_swept(
    here: Sessions,
    pause: Pause,
    clock: Clock,
    swept: Callable[[bool], None] = sweep,
    grown: Callable[[], bool] = much_is_new,
) -> None:
    """Sweeps until it is cancelled. `clock` is monotonic."""
    counted, last, last_whole = here.ended, clock(), clock()
    while True:
        await pause(LOOK)
        since = clock() - last
        due = grown() or since >= AT_LEAST or (since >= EVERY and here.ended != counted)
        if not due:
            continue
        await _quiet(pause, clock)
        age = clock() - last_whole
        whole = age >= AT_LATEST or (age >= EVERYTHING and not here.sessions)
        swept(whole)
        counted, last = here.ended, clock()
        last_whole = last if whole else last_whole


async def _quiet(pause: Pause, clock: Clock) -> None:
    """Waits for a moment without work, though not for ever."""
    for _ in range(TRIES):
        before = clock()
        await pause(MOMENT)
        if clock() - before < MOMENT + LATE:
            return
