"""Who may begin a handshake now: counts and rates, without sockets or a clock of its own.

`server.transport.gate` asks with the time; addresses are the networks of `network_of`.
"""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv6Address, ip_address

from server.settings.limits import Limits


def network_of(address: str) -> str:
    """What counts as one client: an IPv4 address, or an IPv6 network of 64 bits."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:  # a Unix socket, or nothing known
        return address
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return ip.exploded[:19]
    return str(ip)


class Admission:
    """Lets connections begin and counts those that have not logged in yet."""

    def __init__(self, limits: Limits, now: float) -> None:
        self._limits = limits
        self._inside: Counter[str] = Counter()
        self._tokens = float(limits.new_per_second)
        self._filled = now

    def enter(self, network: str, now: float) -> bool:
        """Whether a connection may begin now; then it counts until `leave`."""
        self._fill(now)
        limits = self._limits
        full = self._inside.total() >= limits.logging_in
        if full or self._inside[network] >= limits.logging_in_per_address or self._tokens < 1:
            return False
        self._tokens -= 1
        self._inside[network] += 1
        return True

    def leave(self, network: str) -> None:
        """A connection has logged in, or is gone."""
        self._inside[network] -= 1
        if not self._inside[network]:
            del self._inside[network]

    def _fill(self, now: float) -> None:
        rate = self._limits.new_per_second
        self._tokens = min(float(rate), self._tokens + (now - self._filled) * rate)
        self._filled = now
