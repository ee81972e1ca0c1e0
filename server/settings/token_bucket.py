"""How fast one player's programs may ask: a bucket of requests that fills with time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from weakref import WeakValueDictionary


class TokenBucket:
    """`burst` requests at once, then `per_second`. One for all sessions of a player."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float]) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._filled = clock()

    def allows(self) -> bool:
        """Counts a request, where there is room for one."""
        now = self._clock()
        passed = max(0.0, now - self._filled)  # a clock may be set back
        self._left = min(float(self._burst), self._left + passed * self._per_second)
        self._filled = now
        allowed = self._left >= 1
        self._left -= allowed
        return allowed

    @property
    def step(self) -> float:
        """Seconds from one request to the next, when the burst is used up."""
        return 1 / self._per_second

    @property
    def rest(self) -> float:
        """Seconds until half a burst is there again."""
        return self._burst / 2 / self._per_second


class PlayerBuckets:
    """The pace of every player that has a program here."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float]) -> None:
        self._new = partial(TokenBucket, per_second, burst, clock)
        self._paces: WeakValueDictionary[str, TokenBucket] = WeakValueDictionary()

    def of(self, player: str) -> TokenBucket:
        """A player's, for as long as somebody holds it."""
        return self._paces.setdefault(player, self._new())
