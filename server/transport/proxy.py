"""The PROXY protocol, version 2: a load balancer says for which client it connects.

It is only for hosts that nobody except their balancer can reach: a client of the port can claim any address.
Format: https://www.haproxy.org/download/2.8/doc/proxy-protocol.txt, section 2.2.
"""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address

SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
FIXED_BYTES = 16
"""Bytes of the fixed part; its last field is the length of the rest."""
LONGEST = 1024
LOCAL, PROXY = 0x20, 0x21
ADDRESS_BYTES = {0x11: 4, 0x21: 16}
"""The length of an address over IPv4 and IPv6, by the header's family byte."""


VERSION_1 = "it has one of version 1: the balancer has to send version 2 (HAProxy: send-proxy-v2)"
NO_HEADER = "it begins with something else"


class NoProxyHeader(ValueError):  # noqa: N818
    """The connection does not begin with a header of version 2; the message says with what instead."""


async def read_client_address(sock: socket.socket, own: str) -> str:
    """Read the header and no byte after it. Return the client's address, or `own` if the balancer connects
    for itself. Raises NoProxyHeader and OSError.
    """
    fixed = await _exactly(sock, FIXED_BYTES)
    length = int.from_bytes(fixed[14:16], "big")
    if not fixed.startswith(SIGNATURE) or fixed[12] not in {LOCAL, PROXY} or length > LONGEST:
        raise NoProxyHeader(VERSION_1 if fixed.startswith(b"PROXY ") else NO_HEADER)
    rest = await _exactly(sock, length)
    size = ADDRESS_BYTES.get(fixed[13])
    if fixed[12] == LOCAL or size is None:
        return own
    if length < size:
        raise NoProxyHeader("its address is cut short")
    return str(ip_address(rest[:size]))


async def _exactly(sock: socket.socket, count: int) -> bytes:
    loop = asyncio.get_running_loop()
    data = b""
    while len(data) < count:
        more = await loop.sock_recv(sock, count - len(data))
        if not more:
            raise NoProxyHeader("it ended before one")
        data += more
    return data
