"""The rate limit of API requests: a token bucket for each player, shared by the player's programs."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakValueDictionary

from server.settings.current_limits import CurrentLimits
from tui.host.token_bucket import Rate, TokenBucket


class PlayerBuckets:
    """The token bucket of every player whose programs are connected. A request takes a token."""

    def __init__(self, limits: CurrentLimits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._buckets: WeakValueDictionary[str, TokenBucket] = WeakValueDictionary()

    def of(self, player: str) -> TokenBucket:
        """Return a player's bucket; it lives as long as somebody holds it."""
        return self._buckets.setdefault(player, TokenBucket(self._rate, self._clock()))

    def _rate(self) -> Rate:
        return Rate(self._limits.now.api_per_second, self._limits.now.api_burst)
