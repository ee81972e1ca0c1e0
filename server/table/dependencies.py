"""The dependencies of a table: rules, a journal, a clock and timeouts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
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
