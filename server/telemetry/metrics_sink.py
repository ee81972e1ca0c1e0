"""What a host counts while it runs, whoever wants to know: `server.telemetry.metrics` tells monitors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

UNANSWERED = 1.0
"""Seconds after which a key that changed nothing on the screen is forgotten..."""
BUSY_LOOP = 0.1
"""...unless the event loop is later than that: then its answer may still come."""


class MetricsSink(Protocol):
    """Every method is called from the event loop and costs next to nothing. Times in seconds."""

    def received(self, count: int) -> None:
        """Bytes from a client."""
        ...

    def sent(self, count: int) -> None:
        """Bytes to a client, before they are encrypted."""
        ...

    def painted(self, seconds: float) -> None:
        """How long a key's answer took, from its arrival to its first bytes."""
        ...

    def appended(self, seconds: float, moves: Iterable[str]) -> None:
        """How long a journal took to write, and who made the moves in it: "player", "bot", ..."""
        ...

    def failed(self, where: str) -> None:
        """An error was logged; the logger's name."""
        ...


class NoMetrics:
    """For hosts that nobody watches."""

    def received(self, count: int) -> None: ...

    def sent(self, count: int) -> None: ...

    def painted(self, seconds: float) -> None: ...

    def appended(self, seconds: float, moves: Iterable[str]) -> None: ...

    def failed(self, where: str) -> None: ...


class KeyLatency:
    """One session's stopwatch: from a key to the next bytes of its screen. `later(seconds, call)`
    calls a function, unless what it returns is called before.
    """

    def __init__(
        self,
        meter: MetricsSink,
        clock: Callable[[], float],
        later: Callable[[float, Callable[[], None]], Callable[[], None]],
    ) -> None:
        self._meter = meter
        self._clock = clock
        self._later = later
        self._since: float | None = None
        self._forget: Callable[[], None] | None = None

    def key(self) -> None:
        """Keys have come; those before that are not answered yet count first."""
        if self._since is None:
            self._since = self._clock()
            if self._forget is None:
                self._wait(UNANSWERED)

    def paint(self) -> None:
        """The screen sends something."""
        if self._since is not None:
            self._meter.painted(self._clock() - self._since)
            self._since = None

    def stop(self) -> None:
        """No answer is waited for any more."""
        self._since = None
        if self._forget:
            self._forget()
            self._forget = None

    def _wait(self, seconds: float) -> None:
        """One timer lasts for the keys of a second: the event loop keeps cancelled ones."""
        due = self._clock() + seconds
        self._forget = self._later(seconds, lambda: self._overdue(due))

    def _overdue(self, due: float) -> None:
        self._forget = None
        if self._since is None:
            return
        now = self._clock()
        if now - due >= BUSY_LOOP:
            self._wait(UNANSWERED)
        elif (left := self._since + UNANSWERED - now) > 0:
            self._wait(left)
        else:
            self._since = None
