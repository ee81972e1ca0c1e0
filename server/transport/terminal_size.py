"""A client's terminal size for a screen: within limits, and with a limited rate of changes.

A client that tells its old size again is passed on, too: it does so when it was suspended, and something else
may have written on its terminal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from server.settings.current_limits import CurrentLimits


class TerminalSize:
    """Keeps the size and calls `changed` when it is told; of several in quick succession, with the newest."""

    def __init__(self, limits: CurrentLimits, changed: Callable[[int, int], None]) -> None:
        self._limits = limits
        self._changed = changed
        self._timer: asyncio.TimerHandle | None = None
        self.size = (80, 24)
        self._is_news = False
        """Whether the client has told a size since `changed` was called."""

    def begin(self, columns: int, rows: int) -> None:
        """Set the size that a session starts with; 0: unknown."""
        self.size = self._bounded(columns or 80, rows or 24)

    def change(self, columns: int, rows: int) -> None:
        """Note the size that the client tells."""
        self.size, self._is_news = self._bounded(columns, rows), True
        if self._timer is None:
            self._tell()

    def close(self) -> None:
        """Drop all callbacks, so that nothing keeps their owners alive."""
        self._changed = lambda *_: None
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _tell(self) -> None:
        self._timer = None
        if self._is_news:
            self._is_news = False
            pause = 1 / self._limits.now.sizes_per_second
            self._timer = asyncio.get_running_loop().call_later(pause, self._tell)
            self._changed(*self.size)

    def _bounded(self, columns: int, rows: int) -> tuple[int, int]:
        limits = self._limits.now
        return (
            min(max(columns, limits.fewest_columns), limits.most_columns),
            min(max(rows, limits.fewest_rows), limits.most_rows),
        )
