"""Whether a node takes new players, as a balancer asks (`GET /ready`), and whether it runs at all, as what
started it asks (`GET /health`): each is answered with 200 or 503, without a look at the store.

The endpoint may be public, so it tells nothing else, and a client can take little of it: one short request,
a few seconds, a few connections in all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

READY, HEALTH = b"/ready", b"/health"
LONGEST = 1024
"""Bytes of a request."""
TIMEOUT = 2.0
"""Seconds that a client gets for its request and for reading the answer."""
MOST = 32
"""Connections at once. One more ends the oldest of them: whoever keeps connections open cannot keep out a
balancer, whose request comes at once.
"""


class Readiness:
    """Whether new players should come to this node: not before `begin`, not after `end`, and only while
    `is_reached()` says that the node reaches its store.
    """

    def __init__(self) -> None:
        self._is_reached: Callable[[], bool] = _never
        self.has_begun = False
        """Whether the node has started."""

    def begin(self, is_reached: Callable[[], bool]) -> None:
        """The node has started."""
        self.has_begun = True
        self._is_reached = is_reached

    def end(self) -> None:
        """The node is about to stop."""
        self._is_reached = _never

    def __bool__(self) -> bool:
        return self._is_reached()


def _never() -> bool:
    return False


class ReadinessListener:
    """Answers whether a node is ready, from `open` to `close`."""

    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness
        self._server: asyncio.Server | None = None
        self._clients: dict[asyncio.StreamWriter, None] = {}
        """The open connections, the oldest first."""

    async def open(self, host: str, port: int) -> int:
        """Start listening and return the port. Raises OSError."""
        self._server = await asyncio.start_server(self._connected, host, port, limit=LONGEST)
        return int(self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Stop listening and end all connections."""
        if self._server:
            self._server.close()
        for writer in self._clients:
            writer.transport.abort()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._clients) >= MOST:
            next(iter(self._clients)).transport.abort()
        self._clients[writer] = None
        try:
            async with asyncio.timeout(TIMEOUT):
                writer.write(self._answer(await reader.readuntil(b"\r\n\r\n")))
                await writer.drain()
                writer.close()
                await writer.wait_closed()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            writer.transport.abort()  # not logged: strangers could fill the log
        finally:
            self._clients.pop(writer, None)

    def _answer(self, head: bytes) -> bytes:
        method, _, rest = head.partition(b" ")
        path = rest.partition(b" ")[0]
        if method not in {b"GET", b"HEAD"} or path not in {READY, HEALTH}:
            return _response("404 Not Found", b"")
        is_so = bool(self._readiness) if path == READY else self._readiness.has_begun
        word = (b"ready" if path == READY else b"healthy") + b"\n"
        status, body = ("200 OK", word) if is_so else ("503 Service Unavailable", b"not " + word)
        return _response(status, body, bodiless=method == b"HEAD")


def _response(status: str, body: bytes, *, bodiless: bool = False) -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + (b"" if bodiless else body)
