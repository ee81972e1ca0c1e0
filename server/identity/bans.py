"""A ban of an account or a network, and which addresses a network holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from types import MappingProxyType

from msgspec import Struct

HOUR, DAY = 3600.0, 86400.0
IPV6_CLIENT = 64
"""Bits of an IPv6 address that identify one client."""
HALF = re.compile(r"(?:[0-9A-Fa-f]{1,4}:){3}[0-9A-Fa-f]{1,4}")
"""The network of an IPv6 client as it is counted by (`server.transport.connection_limiter.network_of`)."""
WIDE: Mapping[int, int] = MappingProxyType({4: 16, 6: 32})
"""The bits of the widest network that needs no second thought, by the version of IP."""
LIKE_ADDRESS = re.compile(r"[0-9A-Fa-f:][0-9A-Fa-f:.]+(?:/[0-9][0-9.]*)?")
ZONE = re.compile(r"%[^/\]]*")
"""Which of its own networks a machine means, as in `fe80::1%eth0`: to others it says nothing."""
IN_BRACKETS = re.compile(r"\[([^]/]+)(/[0-9]+)?](?::[0-9]{1,5})?(/[0-9]+)?")
WITH_PORT = re.compile(r"([0-9.]+):[0-9]{1,5}")
MAPPED = 96
"""Bits before an IPv4 address that is written as one of IPv6, as `::ffff:192.0.2.7` is."""
LEADING_ZEROS = re.compile(r"\b0+(?=[0-9])")
MOST_PARTS = 9
"""Of an IPv6 address between colons, the empty ones among them."""
HIDDEN = "(address)"
"""What stands for an address that is not kept."""


class AccessBan(Struct, frozen=True):
    """A ban of an account or a network. `what` is the account's id, a network in CIDR notation (`address`),
    or a key of an account that was deleted (`key_mark`); `name` is how operators name it. `since` and `until`
    are seconds since the epoch; `until` None: the ban has no end. `reason` is told to the account.
    """

    what: str
    name: str
    since: float
    until: float | None = None
    address: bool = False
    reason: str = ""


def key_mark(fingerprint: str) -> str:
    """Return what the ban of a key is kept and named by: a hash, which nobody can turn into the key."""
    return f"key-{sha256(fingerprint.encode()).hexdigest()[:20]}"


def parse_network(text: str) -> str | None:
    """Return the network in CIDR notation that an operator means by an address, perhaps in brackets, with a
    port or a zone; for an IPv6 address its /64. None if `text` is no address, or has bits beyond its network
    (`crooked`).
    """
    return _client_network(_bare(text))


def _client_network(text: str) -> str | None:
    try:
        found = _network(_whole(text))
    except ValueError:
        return None
    if found.version == 6 and found.prefixlen == 128:
        return str(found.supernet(new_prefix=IPV6_CLIENT))
    return str(found)


def crooked(text: str) -> str | None:
    """The network of an address with a prefix and bits beyond it: what is meant, nobody knows. Else None."""
    try:
        found = str(_network(_bare(text), strict=False))
    except ValueError:
        return None
    return None if parse_network(text) else found


def _bare(text: str) -> str:
    """Return an address or a network without what is written around it: brackets, a port, a zone."""
    text = ZONE.sub("", text.strip(), count=1)
    if found := IN_BRACKETS.fullmatch(text) or WITH_PORT.fullmatch(text):
        return "".join(part or "" for part in found.groups())
    return text


def _network(text: str, *, strict: bool = True) -> IPv4Network | IPv6Network:
    """Return the network that a text is, of IPv4 if that is what its clients have. Raises ValueError."""
    found = ip_network(text, strict)
    if isinstance(found, IPv6Network) and (mapped := found[0].ipv4_mapped) and found.prefixlen >= MAPPED:
        return IPv4Network((mapped, found.prefixlen - MAPPED))
    return found


def is_wide(net: str) -> bool:
    """Return whether a network holds so many clients that hardly anybody means all of them."""
    found = ip_network(net)
    return found.prefixlen < WIDE[found.version]


def _is_like(text: str) -> bool:
    """Return whether a text is an address or a network, crooked or not, also by a prefix or zeros that no
    address has.
    """
    return bool(_client_network(LEADING_ZEROS.sub("", text.partition("/")[0])))


def without_addresses(text: str) -> str:
    """Return a text with a mark for each address and network in it."""
    return LIKE_ADDRESS.sub(_hidden, text)


def _hidden(found: re.Match[str]) -> str:
    around = found.string[: found.start()][-1:] + found.string[found.end() :][:1]
    least = 2 if any(map(str.isalnum, around)) else 1  # `std::move` has no address, `[::1]` has
    parts, kept = found[0].split(":"), list[str]()  # perhaps with a word before, or a port behind
    while parts:
        for length in range(min(MOST_PARTS, len(parts)), 0, -1):
            end = (some := ":".join(parts[:length])).rstrip(".")
            if (sum(map(bool, parts[:length])) >= least or "." in end) and _is_like(end):
                kept.append(HIDDEN + some[len(end) :])
                del parts[:length]
                break
        else:
            kept.append(parts.pop(0))
    return ":".join(kept)


def _whole(text: str) -> str:
    """Return an address as it is written in full: of an IPv6 client there is only the first half."""
    return f"{text}::/{IPV6_CLIENT}" if HALF.fullmatch(text) else text


def network_contains(net: str, address: str) -> bool:
    """Return whether a network in CIDR notation holds a client's address."""
    ip = _ip(_whole(address).partition("/")[0])
    return ip is not None and ip in ip_network(net)


def _ip(address: str) -> IPv4Address | IPv6Address | None:
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:  # a Unix socket, or an unknown address
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip
