"""Addresses to listen on and to come to, as settings, sockets and players have them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

from tui.host.notice_events import UNKNOWN_HOST

SSH_PORT = 22
Network = IPv4Network | IPv6Network
ZONE = re.compile("%[^/]*")
"""Which of its own networks a machine means, as in `fe80::1%eth0`."""
MAPPED = 96
"""Bits before an IPv4 address that is written as one of IPv6, as `::ffff:192.0.2.7` is."""
NAMELESS = "notices say HOST, since `public` does not name the address of this host"
"""What is wrong with settings that are `Config.is_nameless`."""


class Address(NamedTuple):
    """A host, by name or IP address, and a TCP port."""

    host: str
    port: int


def parse_address(text: str, example: str) -> Address:
    """Return the address in HOST:PORT, an IPv6 address in brackets. Raises ValueError, whose sentence names
    `example`.
    """
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    good = colon and host and port.isascii() and port.isdigit() and int(port) <= 65535
    if not good or (":" in host and not is_ipv6(host)):
        raise ValueError(f"{text!r} is not an address such as {example}")
    return Address(host, int(port))


def parse_listeners(given: str | Sequence[str], example: str) -> tuple[Address, ...]:
    """Return the addresses to listen at, each once, of a list or of a text with blanks or commas between; the
    host "" is every address, which is written `*:PORT`. Raises ValueError, as `parse_address` does.
    """
    places = words(given)
    if not places:
        raise ValueError(f"give an address such as {example}")
    found = (parse_address(word, example) for word in places)
    return tuple(dict.fromkeys(Address("" if host == "*" else host, port) for host, port in found))


def parse_networks(given: str | Sequence[str]) -> tuple[Network, ...]:
    """Return the networks of a list, or of a text with blanks or commas between. Raises ValueError, whose
    sentence names the one that is none.
    """
    return tuple(map(_network, words(given)))


def words(given: str | Sequence[str]) -> Sequence[str]:
    """Return the words of a list, or of a text with blanks or commas between."""
    return given.replace(",", " ").split() if isinstance(given, str) else given


def _network(word: str) -> Network:
    plain = ZONE.sub("", word)
    try:
        found = ip_network(plain, strict=False)
    except ValueError:
        raise ValueError(f"{word!r} is no IP address or network such as 192.0.2.0/24") from None
    if ip_address(plain.partition("/")[0]) != found[0]:
        raise ValueError(f"{word!r} has bits beyond its network: write the address alone, or {found}")
    mapped = found[0].ipv4_mapped if isinstance(found, IPv6Network) else None
    return IPv4Network((mapped, found.prefixlen - MAPPED)) if mapped and found.prefixlen >= MAPPED else found


def is_ipv6(host: str) -> bool:
    """Return whether a host is an IPv6 address."""
    try:
        return ip_address(host).version == 6
    except ValueError:
        return False


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host: `localhost` or a loopback IP address."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def ssh_host(address: Address) -> str:
    """Return what is typed after `ssh` to reach an address: "-p 2222 play.example.org"."""
    return address.host if address.port == SSH_PORT else f"-p {address.port} {address.host}"


def called_host(own: tuple[object, ...] | None) -> str:
    """Return the same for the own end of a client's connection, as its socket names it; UNKNOWN_HOST where
    that need not be what the client called: behind a balancer, or at a private address, to which a router may
    have sent the client.
    """
    if own is None or not isinstance(own[1], int):
        return UNKNOWN_HOST
    host = str(own[0]).partition("%")[0]
    address = ip_address(host)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    address = mapped or address
    if address.is_loopback:
        return ssh_host(Address("localhost", own[1]))
    return ssh_host(Address(str(address), own[1])) if address.is_global else UNKNOWN_HOST
