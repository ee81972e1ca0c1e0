"""What a lobby lives on: rules, time, chance, names and limits, none of which it makes itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from msgspec import Struct

from engine.game import AnyGame
from server.settings.limits import Limits
from server.settings.timeouts import Timeouts
from server.storage.journal import Journal
from server.storage.outages import NoOutages, OutageStore
from server.table.table import Table
from tui.host.port import Release

Timer = Callable[[float, Callable[[], None]], Release]
"""Calls a function after so many seconds, unless it is released before."""


def loop_timer(seconds: float, call: Callable[[], None]) -> Release:
    """The running event loop's own."""
    return asyncio.get_running_loop().call_later(seconds, call).cancel


class LobbyEnvironment(Struct, frozen=True):
    """`pick(n)` is a number from 0 to n - 1, `secret(n)` n secret bytes, `attend` is called with a
    table that may have asked a bot. `quiet` is the least time between two pictures, in seconds.
    """

    games: Mapping[str, AnyGame]
    journal: Journal
    clock: Callable[[], float]
    new_id: Callable[[], str]
    pick: Callable[[int], int]
    secret: Callable[[int], bytes]
    attend: Callable[[Table], None]
    limits: Limits = Limits()
    patience: Timeouts = Timeouts()
    timer: Timer = loop_timer
    outages: OutageStore = NoOutages()
    quiet: float = 0.1
