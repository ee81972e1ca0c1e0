"""Limits how often a player may do something: at most a number of times in a number of seconds."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from tui.host.refusals import Code, refused

MANY = 1000


class RateLimit:
    """Counts actions by player in a sliding window of `seconds`. Refused actions are not counted. `most()`
    returns how many are allowed now, `code` is the code of the refusal, `tell` is called with it at each
    refusal.
    """

    def __init__(
        self,
        most: Callable[[], int],
        seconds: float,
        code: Code,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._tell = tell
        self._most = most
        self._seconds = seconds
        self._code = code
        self._times: dict[str, deque[float]] = {}

    def check(self, player: str, now: float) -> None:
        """Raise Refused (the code, with most, seconds, and wait: seconds until the next) if an action at
        `now` would be too many.
        """
        times, most = self._times.get(player, deque()), self._most()
        while times and times[0] <= now - self._seconds:
            times.popleft()
        if len(times) >= most:
            self._tell(self._code)
            wait = max(1, round(times[len(times) - most] + self._seconds - now))
            raise refused(self._code, most=most, seconds=round(self._seconds), wait=wait)

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
