"""A client's window as a screen may know it: within bounds, and not changing too often."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from server.settings.limits import Limits


class TerminalSize:
    """Keeps the size; tells `changed` of a new one, the newest of many in a row."""

    def __init__(self, limits: Limits, changed: Callable[[int, int], None]) -> None:
        self._limits = limits
        self._changed = changed
        self._timer: asyncio.TimerHandle | None = None
        self._told = self.size = (80, 24)

    def begin(self, columns: int, rows: int) -> None:
        """The size a session starts with; 0 where the client does not know."""
        self._told = self.size = self._bounded(columns or 80, rows or 24)

    def change(self, columns: int, rows: int) -> None:
        """The client's window has another size."""
        self.size = self._bounded(columns, rows)
        if self._timer is None:
            self._tell()

    def close(self) -> None:
        """Nothing is told any more, and whoever listened is not held."""
        self._changed = lambda *_: None
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _tell(self) -> None:
        self._timer = None
        if self.size != self._told:
            self._told = self.size
            pause = 1 / self._limits.sizes_per_second
            self._timer = asyncio.get_running_loop().call_later(pause, self._tell)
            self._changed(*self.size)

    def _bounded(self, columns: int, rows: int) -> tuple[int, int]:
        limits = self._limits
        return (
            min(max(columns, limits.fewest_columns), limits.most_columns),
            min(max(rows, limits.fewest_rows), limits.most_rows),
        )
