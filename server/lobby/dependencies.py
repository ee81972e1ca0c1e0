"""What a lobby needs from outside: what tables need, and chance, limits and timers besides."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from server.settings.limits import Limits
from server.storage.outages import NoOutages, OutageStore
from server.table.dependencies import TableDependencies
from server.telemetry.metrics_sink import MetricsSink, NoMetrics
from tui.host.port import Release

Timer = Callable[[float, Callable[[], None]], Release]
"""Calls a function after so many seconds, unless it is released before."""


def loop_timer(seconds: float, call: Callable[[], None]) -> Release:
    """Sets a timer of the running event loop."""
    return asyncio.get_running_loop().call_later(seconds, call).cancel


class LobbyDependencies(TableDependencies, frozen=True, kw_only=True):
    """The part of a host's dependencies that the lobby uses. `new_id()` returns an id that nobody can
    guess, `pick(n)` a number from 0 to n - 1, `secret(n)` n secret bytes. `publish_interval` is the
    least time between two pictures of the lobby, in seconds.
    """

    new_id: Callable[[], str]
    pick: Callable[[int], int]
    secret: Callable[[int], bytes]
    limits: Limits = Limits()
    timer: Timer = loop_timer
    outages: OutageStore = NoOutages()
    metrics: MetricsSink = NoMetrics()
    publish_interval: float = 0.1
