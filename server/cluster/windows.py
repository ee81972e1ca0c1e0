"""How often something is done, counted over all nodes: the state of rate limits."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

MANY = 1000
"""The number of windows from which on those are forgotten in which nothing was done lately."""


class RateWindow(Struct, frozen=True):
    """Actions of one kind (`what`) by one `key`, a player's id or an address: at most `most` in any span of
    `seconds`.
    """

    what: str
    key: str
    most: int
    seconds: float


class FullWindow(NamedTuple):
    """A window that takes no action now, and the seconds until it takes one."""

    window: RateWindow
    wait: float


def full_window(window: RateWindow, times: Sequence[float], now: float) -> FullWindow:
    """Return a window that has these recent actions, and is full."""
    wait = times[len(times) - window.most] + window.seconds - now if window.most else 0.0
    return FullWindow(window, wait)


class ActionWindows(Protocol):
    """Counts actions."""

    async def count(self, windows: Sequence[RateWindow], now: float) -> FullWindow | None:
        """Count one action at `now` in all of these windows; if one is full, count it in none and return
        that one, the first of them. Checked and counted in one step over all nodes, and kept when a node is
        lost. Raises the error of the store; then nothing may be assumed to be allowed.
        """


class LocalWindows(ActionWindows):
    """The windows of a host of one process."""

    def __init__(self) -> None:
        self._times: dict[tuple[str, str], deque[float]] = {}
        self._longest = 0.0

    async def count(self, windows: Sequence[RateWindow], now: float) -> FullWindow | None:
        for window in windows:
            times = self._times.get((window.what, window.key), deque())
            while times and times[0] <= now - window.seconds:
                times.popleft()
            if len(times) >= window.most:
                return full_window(window, times, now)
        for window in windows:
            self._times.setdefault((window.what, window.key), deque()).append(now)
            self._longest = max(self._longest, window.seconds)
        if len(self._times) > MANY:
            self._forget(now)
        return None

    def _forget(self, now: float) -> None:
        recent = now - self._longest
        self._times = {key: times for key, times in self._times.items() if times and times[-1] > recent}
