"""How often something may be done: a number of times at once, then so many times a second.

Reads no clock: every call that needs the time takes it, in seconds of any clock.
"""

from __future__ import annotations


class TokenBucket:
    """Holds up to `burst` tokens and gets `per_second` tokens a second. What is done takes a token; it
    may be overdrawn by what costs more than one. One bucket may be shared by many who do something.
    """

    def __init__(self, per_second: float, burst: float, now: float) -> None:
        self._per_second = per_second
        self._burst = float(burst)
        self._left = self._burst
        self._filled = now

    def take(self, now: float) -> bool:
        """Takes a token if there is one; False: there is none, and nothing is taken."""
        if self.wait(now):
            return False
        self._left -= 1
        return True

    def wait(self, now: float) -> float:
        """Seconds until there is a token; 0: there is one. A clock that is set back gives no tokens and
        takes none.
        """
        self._left = min(self._burst, self._left + max(0.0, now - self._filled) * self._per_second)
        self._filled = now
        return 0.0 if self._left >= 1 else (1 - self._left) / self._per_second

    def spend(self, tokens: float = 1) -> None:
        """Takes tokens, whether they are there or not."""
        self._left -= tokens

    @property
    def left(self) -> float:
        """Tokens as of the last `wait`; below 0 when overdrawn."""
        return self._left

    @property
    def is_rested(self) -> bool:
        """Whether at least half of the burst is there, as of the last `wait`."""
        return self._left >= self._burst / 2

    @property
    def token_time(self) -> float:
        """Seconds in which an empty bucket gets one token."""
        return 1 / self._per_second

    @property
    def rest_time(self) -> float:
        """Seconds in which an empty bucket gets half of its burst."""
        return self._burst / 2 / self._per_second
