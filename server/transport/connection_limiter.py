"""Decides which connections may begin a handshake: counts and rates, without sockets or a clock.

`server.transport.acceptor` passes the time; addresses are the networks of `network_of`.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import TypeVar

from server.settings.current_limits import ReadLimits
from server.settings.limits import Limits
from tui.host.token_bucket import Rate, TokenBucket

T = TypeVar("T")
REMEMBERED = 4096
"""The most addresses that are remembered, of those that logged in and of those that began lately."""

KEPT = 4
"""The share of handshakes a second that is kept for known addresses: one in so many, but never the last."""
KEPT_FOR_EACH = Rate(0.05, 4)
"""How often a known address uses what is kept: whoever has logged in once is known, attackers as well."""


@lru_cache(maxsize=1024)
def network_of(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or an IPv6 network of 64 bits."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:  # a Unix socket, or an unknown address
        return address
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return ip.exploded[:19]
    return str(ip)


class ConnectionLimiter:
    """Admits connections and counts those that have not logged in yet.

    Part of the room, and of the handshakes a second, is kept for addresses from which somebody has logged in
    before, each of which uses it now and then: neither can unknown addresses use all, nor a few known ones.
    """

    def __init__(self, limits: ReadLimits, now: float) -> None:
        self._limits = limits
        self._inside: Counter[str] = Counter()
        self._known: OrderedDict[str, TokenBucket] = OrderedDict()
        """What is kept for each address from which somebody has logged in."""
        self._all = TokenBucket(self._rate, now)
        self._own: OrderedDict[str, TokenBucket] = OrderedDict()

    @property
    def is_full(self) -> bool:
        """True if no connection may begin now, from any address."""
        return self._inside.total() >= self._limits.now.logging_in

    def enter(self, network: str, now: float, make_room: Callable[[], bool] = lambda: False) -> bool:
        """Return whether a connection may begin at `now` (seconds); if so, it counts until `leave`. Where the
        room is taken and another address has more of it, `make_room` ends a connection of the one with most
        and returns whether it has.
        """
        limits = self._limits.now
        if self._inside[network] >= limits.logging_in_per_address:
            return False
        own = self._budget_of(network, now)
        if own.wait(now) or self._all.wait(now):
            return False
        kept = self._known.get(network)
        if not self._leaves_handshakes(limits) and not (kept and kept.take(now)):
            return False
        if not self._has_room(limits, network, now):
            most = max(self._inside.values(), default=0)
            if most <= self._inside[network] + 1 or not make_room():
                return False
        own.spend()
        self._all.spend()
        self._inside[network] += 1
        return True

    def _leaves_handshakes(self, limits: Limits) -> bool:
        """Return whether there are more handshakes a second than are kept."""
        return self._all.left >= 1 + min(limits.new_per_second / KEPT, limits.new_per_second - 1)

    def _has_room(self, limits: Limits, network: str, now: float) -> bool:
        """Return whether there is more room than is kept, or some of that for this address."""
        if self.is_full:
            return False
        kept = self._known.get(network)
        room = limits.logging_in - min(limits.logging_in_kept, limits.logging_in // 2)
        return self._inside.total() < room or bool(kept and kept.take(now))

    def leave(self, network: str, *, logged_in: bool = False) -> None:
        """Note that a connection has logged in or was lost."""
        self._inside[network] -= 1
        if not self._inside[network]:
            del self._inside[network]
        if logged_in:
            self._known.setdefault(network, TokenBucket(lambda: KEPT_FOR_EACH, 0.0))
            self._known.move_to_end(network)
            _bound(self._known)

    def _budget_of(self, network: str, now: float) -> TokenBucket:
        """Return the handshakes of an address; addresses without a recent handshake are forgotten first."""
        budget = self._own.get(network)
        if budget is None:
            budget = TokenBucket(self._rate_of_address, now)
            self._own[network] = budget
            _bound(self._own)
        self._own.move_to_end(network)
        return budget

    def _rate(self) -> Rate:
        limits = self._limits.now
        return Rate(limits.new_per_second, limits.new_per_second)

    def _rate_of_address(self) -> Rate:
        limits = self._limits.now
        return Rate(limits.new_per_second_per_address, limits.new_at_once_per_address)


def _bound(remembered: OrderedDict[str, T]) -> None:
    while len(remembered) > REMEMBERED:
        remembered.popitem(last=False)
