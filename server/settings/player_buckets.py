"""How fast the programs of each player may ask."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from weakref import WeakValueDictionary

from tui.host.token_bucket import TokenBucket


class PlayerBuckets:
    """A bucket of requests for every player that has a program here, shared by all sessions of theirs."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float]) -> None:
        self._new = partial(TokenBucket, per_second, burst)
        self._clock = clock
        self._buckets: WeakValueDictionary[str, TokenBucket] = WeakValueDictionary()

    def of(self, player: str) -> TokenBucket:
        """The bucket of a player, remembered for as long as somebody holds it."""
        return self._buckets.setdefault(player, self._new(self._clock()))
