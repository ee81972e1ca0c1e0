"""The rate limit of API requests: a token bucket for each player, shared by the player's programs.

A node has as much of it as it has of the player's sessions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from weakref import WeakValueDictionary

from server.settings.current_limits import CurrentLimits
from tui.host.token_bucket import Rate, TokenBucket


class PlayerBuckets:
    """The token bucket of every player whose programs are connected. A request takes a token. `share` returns
    which share of a player's sessions on all nodes is on this one.
    """

    def __init__(
        self,
        limits: CurrentLimits,
        clock: Callable[[], float],
        share: Callable[[str], float] = lambda _: 1.0,
    ) -> None:
        self._limits = limits
        self._share = share
        self._clock = clock
        self._buckets: WeakValueDictionary[str, TokenBucket] = WeakValueDictionary()

    def of(self, player: str) -> TokenBucket:
        """Return a player's bucket; it lives as long as somebody holds it."""
        return self._buckets.setdefault(player, TokenBucket(partial(self._rate, player), self._clock()))

    def _rate(self, player: str) -> Rate:
        limits, share = self._limits.now, self._share(player)
        return Rate(limits.api_per_second * share, max(1.0, limits.api_burst * share))
