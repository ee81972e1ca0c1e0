"""Limits how often a player may do something: at most so many times in so many seconds."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from tui.host.refusals import Code, refused

MANY = 1000


class RateLimit:
    """Counts actions by player in a sliding window of `seconds`. Refused actions are not counted. `code` is
    the code of the refusal, `tell` is called with it at each one.
    """

    def __init__(
        self, most: int, seconds: float, code: Code, tell: Callable[[str], None] = lambda _: None
    ) -> None:
        self._tell = tell
        self._most = most
        self._seconds = seconds
        self._code = code
        self._times: dict[str, deque[float]] = {}

    def check(self, player: str, now: float) -> None:
        """Raises Refused (the code, with most, seconds, and wait: seconds until the next) where an action at
        `now` would be too many.
        """
        times = self._times.get(player, deque())
        while times and times[0] <= now - self._seconds:
            times.popleft()
        if len(times) >= self._most:
            self._tell(self._code)
            wait = max(1, round(times[0] + self._seconds - now))
            raise refused(self._code, most=self._most, seconds=round(self._seconds), wait=wait)

    def count(self, player: str, now: float) -> None:
        """Count an action at `now`. Raises Refused as `check` does."""
        self.check(player, now)
        self._times.setdefault(player, deque()).append(now)
        if len(self._times) > MANY:
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Forget the players who did nothing within the window."""
        recent = {player: times for player, times in self._times.items() if times}
        self._times = {p: times for p, times in recent.items() if times[-1] > now - self._seconds}
