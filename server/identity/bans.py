"""A ban of an account or a network, and which addresses a network holds."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from msgspec import Struct

HOUR, DAY = 3600.0, 86400.0
IPV6_CLIENT = 64
"""Bits of an IPv6 address that identify one client."""


class AccessBan(Struct, frozen=True):
    """A ban of an account or a network. `what` is the account's id or, if `address`, a network in CIDR
    notation; `name` is how operators name it. `since` and `until` are seconds since the epoch; `until` None:
    the ban has no end. `reason` is told to the account.
    """

    what: str
    name: str
    since: float
    until: float | None = None
    address: bool = False
    reason: str = ""


def parse_network(text: str) -> str | None:
    """Return the network in CIDR notation that an operator means by an address; for an IPv6 address its /64.
    None if `text` is no address.
    """
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    if found.version == 6 and found.prefixlen == 128:
        return str(found.supernet(new_prefix=IPV6_CLIENT))
    return str(found)


def network_contains(net: str, address: str) -> bool:
    """Return whether a network in CIDR notation holds a client's address."""
    ip = _ip(address)
    return ip is not None and ip in ip_network(net)


def _ip(address: str) -> IPv4Address | IPv6Address | None:
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:  # a Unix socket, or an unknown address
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip
