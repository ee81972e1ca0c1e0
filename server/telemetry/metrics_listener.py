"""Serves a host's metrics over HTTP to those who may read them: `GET /metrics`, and nothing else."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from hmac import compare_digest
from inspect import isawaitable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple

from server.telemetry.logs import reason

log = logging.getLogger(__name__)

TIMEOUT = 5.0
"""Seconds that a client gets for its request, and for reading the answer."""
LONGEST = 8192
AUTHORIZATION = re.compile(rb"^authorization:[ \t]*bearer[ \t]+(\S+)[ \t]*\r$", re.MULTILINE | re.IGNORECASE)
FORMAT = "text/plain; version=0.0.4; charset=utf-8"
LOOPBACK = "127.0.0.1"
MetricsText = Callable[[], bytes | Awaitable[bytes]]


class MetricsReaders(NamedTuple):
    """Who may read the metrics: besides this machine those from these networks, or anybody where there are
    none; and who sends the token, where there is one.
    """

    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    token: bytes = b""


EVERYBODY = MetricsReaders()


class MetricsListener:
    """The HTTP server of the metrics, from `open` to `close`. `text()` returns the metrics of the moment."""

    def __init__(self, text: MetricsText, readers: MetricsReaders = EVERYBODY) -> None:
        self._text, self._readers = text, readers
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Start listening and return the port. Raises OSError."""
        self._server = await asyncio.start_server(self._connected, host, port, limit=LONGEST)
        return int(self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        if self._server:
            self._server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT)
            writer.write(await self._answer(head, _address_of(writer)))
            await asyncio.wait_for(writer.drain(), TIMEOUT)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            if getattr(error, "partial", True):  # who asks nothing looks whether the port is open
                log.info("metrics client disconnected early", extra={"why": reason(error)})
        except asyncio.CancelledError:  # the host ends; asyncio's streams log a task that ends so as a fault
            pass
        finally:
            writer.close()

    def _may_come(self, address: str) -> bool:
        found = ip_address(address.partition("%")[0])
        found = (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
        networks = self._readers.networks
        return not networks or found.is_loopback or any(found in network for network in networks)

    def _has_token(self, head: bytes) -> bool:
        wanted = self._readers.token
        sent = AUTHORIZATION.search(head)
        return not wanted or bool(sent and compare_digest(sent[1], wanted))

    async def _answer(self, head: bytes, address: str) -> bytes:
        if not self._may_come(address):
            return _response("403 Forbidden", b"Forbidden: not in metrics_from.\n")
        if not self._has_token(head):
            return _response("401 Unauthorized", b"Unauthorized: send the token of metrics_token.\n")
        method, _, rest = head.partition(b" ")
        path = rest.partition(b" ")[0].partition(b"?")[0]
        if path != b"/metrics":
            return _response("404 Not Found", b"Not found: try /metrics.\n")
        if method not in {b"GET", b"HEAD"}:
            return _response("405 Method Not Allowed", b"Method not allowed: use GET.\n")
        text = self._text()
        return _response("200 OK", await text if isawaitable(text) else text, bodiless=method == b"HEAD")


def _address_of(writer: asyncio.StreamWriter) -> str:
    """Where a reader comes from; loopback if it is this machine, by whichever address."""
    peer, own = (str(writer.get_extra_info(end)[0]) for end in ("peername", "sockname"))
    return LOOPBACK if peer == own else peer


def _response(status: str, body: bytes, *, bodiless: bool = False) -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {FORMAT}\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + (b"" if bodiless else body)
