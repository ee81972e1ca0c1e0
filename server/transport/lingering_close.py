"""Lingering close: a socket stays open for a moment after its connection has ended, so that the client can
read why.

A socket that is closed while input of its client waits in it, or still comes, is reset, and a reset takes
away what the client has not read yet. So the last sentence of a connection that sends too much would be lost.
Here such a socket has a second life as a bare file descriptor: nothing more is sent, nothing is read, and it
is closed after some seconds. The connection itself ends at once and is left to `server.transport.hardened`.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter

from server.transport.connection_limiter import network_of

LASTS = 3.0
"""Seconds that a client has to read the sentence."""
MOST, MOST_OF_A_NETWORK = 64, 4
"""How many sockets are kept at once; others are closed at once."""


class LingeringSockets:
    """The sockets that are kept."""

    def __init__(self) -> None:
        self._kept: dict[socket.socket, asyncio.TimerHandle] = {}
        self._by_network: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, transport: asyncio.Transport, address: str) -> None:
        """Keep the socket of a transport that is about to be closed, unless there are too many, or not all
        that was written has been sent.
        """
        network = network_of(address)
        full = len(self._kept) >= MOST or self._by_network[network] >= MOST_OF_A_NETWORK
        if full or transport.is_closing() or transport.get_write_buffer_size():
            return
        try:
            sock = transport.get_extra_info("socket").dup()
        except OSError:  # there are no more file descriptors
            return
        try:
            sock.shutdown(socket.SHUT_WR)
        except OSError:  # the client has gone
            sock.close()
            return
        self._by_network[network] += 1
        loop = asyncio.get_running_loop()
        self._kept[sock] = loop.call_later(LASTS, self._close, sock, network)

    def close(self) -> None:
        for sock, timer in self._kept.items():
            timer.cancel()
            sock.close()
        self._kept.clear()
        self._by_network.clear()

    def _close(self, sock: socket.socket, network: str) -> None:
        sock.close()
        del self._kept[sock]
        self._by_network -= Counter((network,))
