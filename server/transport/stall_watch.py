"""When a line is stalled: bytes wait for it, and for some seconds none of them has arrived. Pure, the time is
passed in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from tui.host.port import Release

STALLED_AFTER = 5.0
"""Seconds without progress after which a line is stalled."""
LOOK_INTERVAL = 1.0
"""Seconds between two looks while bytes wait."""
KEPT = 64
"""How many stalls are remembered."""


class StallWatch:
    """One line. It is looked at from when bytes are sent until all have arrived."""

    def __init__(self) -> None:
        self._progress: float | None = None
        """When the line has last made progress, while bytes wait for it."""
        self._arrived = 0
        self._since: float | None = None
        self._stalls: deque[tuple[float, float]] = deque(maxlen=KEPT)
        self._listeners: list[Callable[[], object]] = []

    @property
    def is_stalled(self) -> bool:
        """Return whether the line is stalled now."""
        return self._since is not None

    def follow(self, changed: Callable[[], object]) -> Release:
        """Call `changed` whenever a stall begins or ends."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed) if changed in self._listeners else None

    def begin(self, now: float) -> None:
        """Note that bytes are sent; it is to be looked soon whether they have arrived."""
        if self._progress is None:
            self._progress = now

    def look(self, now: float, arrived: int, *, waits: bool) -> None:
        """Note how many bytes have arrived so far, and whether others wait."""
        if not waits:
            self._ends(now)
            self._progress = None
        elif self._progress is None or arrived != self._arrived:
            self._ends(now)
            self._progress = now
        elif self._since is None and now - self._progress >= STALLED_AFTER:
            self._since = self._progress
            self._tell()
        self._arrived = arrived

    def stalled(self, seconds: float, now: float) -> float:
        """Return how many of the last seconds the line was stalled."""
        stalls = list(self._stalls)
        if self._since is not None:
            stalls.append((self._since, now))
        return sum(max(0.0, end - max(began, now - seconds)) for began, end in stalls)

    def close(self) -> None:
        """Tell nobody any more."""
        self._listeners.clear()

    def _ends(self, now: float) -> None:
        if self._since is not None:
            self._stalls.append((self._since, now))
            self._since = None
            self._tell()

    def _tell(self) -> None:
        for changed in tuple(self._listeners):
            changed()
