"""Does something soon after it was asked for, but with a least time between two times."""

from __future__ import annotations

from collections.abc import Callable

from server.table.dependencies import TableDependencies
from tui.host.port import Release


class Pulse:
    """Calls `act` `soon` seconds after `ask`, and never less than `apart()` seconds after the last time.
    However often it is asked until then, it calls once.
    """

    def __init__(
        self,
        dependencies: TableDependencies,
        act: Callable[[], None],
        soon: float,
        apart: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._dependencies = dependencies
        self._act = act
        self._soon = soon
        self._apart = apart
        self._last: float | None = None
        self._waiting: Release | None = None

    def ask(self) -> None:
        """Act soon."""
        if self._waiting is None:
            apart = self._apart()
            left = 0.0 if self._last is None else self._last + apart - self._dependencies.clock()
            wait = max(self._soon, min(left, apart))  # also if the clock was set back
            self._waiting = self._dependencies.timer(wait, self._due)

    def stop(self) -> None:
        """Act no more for what was asked."""
        if self._waiting:
            self._waiting()
            self._waiting = None

    def _due(self) -> None:
        self._waiting, self._last = None, self._dependencies.clock()
        self._act()
