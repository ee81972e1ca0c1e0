"""The dependencies of a table: rules, a journal, a clock and timeouts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from random import SystemRandom

from msgspec import Struct

from engine.game import AnyGame
from server.settings.timeouts import Timeouts
from server.store.journal.journal import Journal
from server.store.stores import Stores
from tui.host.port import Release

Timer = Callable[[float, Callable[[], None]], Release]
"""Calls a function after a number of seconds unless the returned function is called before."""


def loop_timer(seconds: float, call: Callable[[], None]) -> Release:
    """Set a timer on the running event loop."""
    return asyncio.get_running_loop().call_later(seconds, call).cancel


class Timers:
    """One timer for each table or whatever else has an id."""

    def __init__(self, clock: Callable[[], float], timer: Timer) -> None:
        self._clock, self._timer = clock, timer
        self._set: dict[str, tuple[float, Release]] = {}

    def set(self, place: str, due: float | None, look: Callable[[], None]) -> None:
        """Have `look` called at a moment (None: never), and not at another one any more."""
        set_to, release = self._set.get(place, (None, None))
        if due == set_to:
            return
        if release:
            release()
            del self._set[place]
        if due is not None:
            ring = partial(self._ring, place, look)
            self._set[place] = due, self._timer(max(0.0, due - self._clock()), ring)

    def close(self) -> None:
        """Stop all of them."""
        for _, release in self._set.values():
            release()
        self._set.clear()

    def _ring(self, place: str, look: Callable[[], None]) -> None:
        del self._set[place]
        look()


class TableDependencies(Struct, frozen=True, kw_only=True):
    """The part of a host's dependencies that tables use. `games` are by key; `clock` returns seconds since
    the epoch; `jitter` returns a number from 0 to 1, so that those who
    are in each other's way wait differently.
    """

    games: Mapping[str, AnyGame]
    journal: Journal
    clock: Callable[[], float]
    stores: Stores
    timeouts: Timeouts = Timeouts()
    timer: Timer = loop_timer
    jitter: Callable[[], float] = SystemRandom().random
