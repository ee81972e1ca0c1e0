"""How long connections may stay without a session: minutes for those of accounts, so that the next command
over the same connection needs no login, but only so many of them from an address and in all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from server.settings.current_limits import ReadLimits


class IdleConnections:
    """The connections of accounts that stay without a session for longer than a guest's, by address."""

    def __init__(self, limits: ReadLimits) -> None:
        self._limits = limits
        self._by_network: Counter[str] = Counter()

    def begin(self, network: str, *, account: bool) -> tuple[float, Callable[[], None]]:
        """Return the seconds that a connection may stay without a session, and what ends its share; that is
        to be called once.
        """
        limits, held = self._limits.now, self._by_network
        full = held.total() >= limits.idle or held[network] >= limits.idle_per_address
        if full or not account:
            return min(limits.idle_without_channel_of_guests, limits.idle_without_channel), _nothing
        held[network] += 1
        return limits.idle_without_channel, partial(self._end, network)

    def _end(self, network: str) -> None:
        self._by_network -= Counter((network,))


def _nothing() -> None:
    """End no share."""
