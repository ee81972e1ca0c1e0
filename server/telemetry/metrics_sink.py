"""What a host counts while it runs; `server.telemetry.metrics` gives it to Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import get_args

from tui.host.refusals import LimitCode

UNANSWERED = 1.0
"""Seconds after which a key that changed nothing on the screen is forgotten..."""
BUSY_LOOP = 0.5
"""...unless the event loop is later than this many seconds: then the answer may still come."""
ROUNDING = 1e-6
"""Seconds by which a timer may be early: no reason to set another."""

REASONS = (
    "no-descriptors", "queue-full", "queue-full-of-address", "waited-too-long", "no-proxy-header",
    "login-timeout", "login-attempts", "packets", "inflated", "slow", "banned-address", "sessions",
    "sessions-per-address", "sessions-per-connection", "environment", "terminal", "too-many-sessions",
    "nearly-full", "sessions-full", "no-guests", "banned", "banned-until", "banned-why", "host-full",
    "too-many-tables", "too-many-tables-here", "draining", "moving", "analyses-full", "input", "too-fast",
    "too-many-watched", "line-too-long", "not-json", "not-utf8", "no-request", "bad-id", "do-missing",
    "do-unknown", "field-missing", "field-unknown", "field-wrong",
    *get_args(LimitCode),
)  # fmt: skip
"""Why clients are refused something."""


class MetricsSink:
    """Receives measurements, and discards them on a host without metrics. Every method is called on the event
    loop and costs next to nothing. Times are in seconds.
    """

    def received(self, count: int) -> None:
        """Count bytes from a client."""

    def sent(self, count: int) -> None:
        """Count bytes to a client, before encryption."""

    def painted(self, seconds: float) -> None:
        """Record the time from a key's arrival to the first bytes of its answer."""

    def appended(self, seconds: float, moves: Iterable[str]) -> None:
        """Record the time that the journal took to write, and who made the moves in it: "player", "bot",
        "timeout" or "host" each.
        """

    def unsaved(self) -> None:
        """Count entries that the journal did not write."""

    def failed(self, where: str, is_outside: bool) -> None:
        """Count an error that was logged, by the logger's name. One of what the host runs on (`is_outside`)
        does not count while this node does not reach its store, which has a figure and an alert of its own.
        """

    def refused(self, reason: str) -> None:
        """Count something that a client was refused: by the code of the refusal, or by the limit."""

    def analysed(self, result: str) -> None:
        """Count an analysis that was asked for: "made", "shown" (it was there), "dropped" (nobody waited any
        more) or "failed".
        """

    def worked(self, piece: str, seconds: float) -> None:
        """Record a piece of a client's work that took longer than a piece may, by its name."""

    def course(self, result: str) -> None:
        """Count an ended game that was asked for: "made", "shown" (it was kept) or "failed"."""


class KeyLatency:
    """Measures one session's time from a key to the next bytes of its screen. `later(seconds, call)` sets a
    timer and returns a function that cancels it.
    """

    def __init__(
        self,
        metrics: MetricsSink,
        clock: Callable[[], float],
        later: Callable[[float, Callable[[], None]], Callable[[], None]],
    ) -> None:
        self._metrics = metrics
        self._clock = clock
        self._later = later
        self._since: float | None = None
        self._forget: Callable[[], None] | None = None

    def key_received(self) -> None:
        """Note that keys have come; if earlier ones are not answered yet, those are measured."""
        if self._since is None:
            self._since = self._clock()

    def worked_on(self) -> None:
        """Note that the keys are with the screen: what has not answered them yet may still do it."""
        if self._since is not None and self._forget is None:
            self._wait(UNANSWERED)

    def output_sent(self) -> None:
        """Note that the screen sends bytes."""
        if self._since is not None:
            self._metrics.painted(self._clock() - self._since)
            self._since = None

    def stop(self) -> None:
        self._since = None
        if self._forget:
            self._forget()
            self._forget = None

    def _wait(self, seconds: float) -> None:
        """Set one timer for all keys of a second: the event loop keeps cancelled ones."""
        due = self._clock() + seconds
        self._forget = self._later(seconds, lambda: self._overdue(due))

    def _overdue(self, due: float) -> None:
        self._forget = None
        if self._since is None:
            return
        now = self._clock()
        if now - due >= BUSY_LOOP:
            self._wait(UNANSWERED)
        elif (left := self._since + UNANSWERED - now) > ROUNDING:
            self._wait(left)
        else:
            self._since = None
