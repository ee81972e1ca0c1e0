"""How often something is done, counted over all nodes: the state of rate limits."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

AT_ONCE = 8
"""Windows in which nothing was done lately that are forgotten at each action: more than an action begins."""


class RateWindow(Struct, frozen=True):
    """Actions of one kind (`what`) by one `key`, a player or an address: at most `most` in any `seconds`."""

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
        self._times: dict[tuple[str, float], OrderedDict[str, deque[float]]] = {}
        """Recent actions by kind and span, then by key: those in which something was done last stand last."""

    async def count(self, windows: Sequence[RateWindow], now: float) -> FullWindow | None:
        for window in windows:
            times = self._recent(window, now).get(window.key, deque())
            while times and times[0] <= now - window.seconds:
                times.popleft()
            if len(times) >= window.most:
                return full_window(window, times, now)
        for window in windows:
            recent = self._recent(window, now)
            recent.setdefault(window.key, deque()).append(now)
            recent.move_to_end(window.key)
        return None

    def _recent(self, window: RateWindow, now: float) -> OrderedDict[str, deque[float]]:
        """Return the windows of a kind, without some of those whose actions are too long ago."""
        found = self._times.setdefault((window.what, window.seconds), OrderedDict())
        for _ in range(AT_ONCE):
            first = next(iter(found.values()), None)
            if first is None or (first and first[-1] > now - window.seconds):
                break
            found.popitem(last=False)
        return found
