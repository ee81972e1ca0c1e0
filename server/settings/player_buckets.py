"""The rate limit of API requests: a token bucket for each player, shared by the player's programs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from weakref import WeakValueDictionary

from tui.host.token_bucket import TokenBucket


class PlayerBuckets:
    """The token bucket of every player whose programs are connected. A request takes a token."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float]) -> None:
        self._new = partial(TokenBucket, per_second, burst)
        self._clock = clock
        self._buckets: WeakValueDictionary[str, TokenBucket] = WeakValueDictionary()

    def of(self, player: str) -> TokenBucket:
        """Return a player's bucket; it lives as long as somebody holds it."""
        return self._buckets.setdefault(player, self._new(self._clock()))
