"""Serves a host's metrics over HTTP: `GET /metrics` on loopback, and nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from inspect import isawaitable

log = logging.getLogger(__name__)

TIMEOUT = 5.0
"""Seconds that a client gets for its request, and for reading the answer."""
LONGEST = 8192
FORMAT = "text/plain; version=0.0.4; charset=utf-8"


MetricsText = Callable[[], bytes | Awaitable[bytes]]


class MetricsListener:
    """The HTTP server of the metrics, from `open` to `close`. `text()` returns the metrics of the moment."""

    def __init__(self, text: MetricsText) -> None:
        self._text = text
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Start listening and return the port. Raises OSError."""
        self._server = await asyncio.start_server(self._connected, host, port, limit=LONGEST)
        return int(self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Stop listening."""
        if self._server:
            self._server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT)
            writer.write(await self._answer(head))
            await asyncio.wait_for(writer.drain(), TIMEOUT)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            log.info("metrics client disconnected early", extra={"why": repr(error)})
        finally:
            writer.close()

    async def _answer(self, head: bytes) -> bytes:
        method, _, rest = head.partition(b" ")
        path = rest.partition(b" ")[0].partition(b"?")[0]
        if path != b"/metrics":
            return _response("404 Not Found", b"Not found: try /metrics.\n")
        if method not in {b"GET", b"HEAD"}:
            return _response("405 Method Not Allowed", b"Method not allowed: use GET.\n")
        text = self._text()
        return _response("200 OK", await text if isawaitable(text) else text, bodiless=method == b"HEAD")


def _response(status: str, body: bytes, *, bodiless: bool = False) -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {FORMAT}\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + (b"" if bodiless else body)
