"""Addresses to listen on, as settings and sockets have them."""

from __future__ import annotations

from ipaddress import ip_address
from typing import NamedTuple


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
    if not colon or not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise ValueError(f"{text!r} is not an address such as {example}")
    return Address(host, int(port))


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host: `localhost` or a loopback IP address."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
