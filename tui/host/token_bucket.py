"""Limits how often something is done: a number of times at once, then a number of times a second.

It reads no clock: every call that needs the time takes it, in seconds of any clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Rate(NamedTuple):
    """How many tokens there are at once, and how many come a second."""

    per_second: float
    burst: float


class TokenBucket:
    """Holds up to `burst` tokens and gains `per_second` tokens a second. Each action takes a token; an action
    that costs more may overdraw the bucket. Several callers may share one bucket. `rate()` is asked at each
    use, so that another rate holds at once.
    """

    def __init__(self, rate: Callable[[], Rate], now: float) -> None:
        self._rate = rate
        self._filled = now
        self.left = float(rate().burst)
        """The tokens as of the last `wait`; below 0 if overdrawn."""

    def take(self, now: float) -> bool:
        """Takes a token if there is one; False: there is none, and nothing is taken."""
        if self.wait(now):
            return False
        self.left -= 1
        return True

    def wait(self, now: float) -> float:
        """Returns the seconds until there is a token; 0: there is one. A clock that is set back gives no
        tokens and takes none.
        """
        per_second, burst = self._rate()
        left, passed, self._filled = self.left, now - self._filled, now
        if passed > 0.0:
            left += passed * per_second
        self.left = left if left < burst else float(burst)
        return 0.0 if self.left >= 1 else (1 - self.left) / per_second

    def spend(self, tokens: float = 1) -> None:
        """Takes tokens, even if there are too few."""
        self.left -= tokens

    @property
    def is_rested(self) -> bool:
        """True if the bucket was at least half full at the last `wait`."""
        return self.left >= self._rate().burst / 2

    @property
    def token_time(self) -> float:
        """The seconds in which an empty bucket gains one token."""
        return 1 / self._rate().per_second

    @property
    def rest_time(self) -> float:
        """The seconds in which an empty bucket gains half of its burst."""
        per_second, burst = self._rate()
        return burst / 2 / per_second
