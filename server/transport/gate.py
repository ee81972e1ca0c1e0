"""The accept loop: takes connections from the network and lets them in as `Admission` allows.

What is too much waits a few seconds in the order of arrival, then it is closed; nothing is
spent on a client before it is let in, not even a key exchange.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable

from msgspec import Struct

from server.settings.limits import Limits
from server.transport.admission import Admission, network_of
from server.transport.proxy import NoHeader, introduced

log = logging.getLogger(__name__)

BACKLOG = 1024
LOOK_AGAIN = 0.05
"""Seconds until those who wait are looked at again."""
OUT_OF_FILES = 0.5
"""Seconds to wait when the process has no file left for a socket."""

Leave = Callable[[], None]
Serve = Callable[[socket.socket, str, Leave], None]
"""Takes over a socket from an address; calls `Leave` once it has logged in or is gone."""


class _Waiting(Struct, eq=False):
    sock: socket.socket
    address: str
    until: float


class Gate:
    """Listens and admits, on the running event loop. `proxied`: every connection comes from a
    balancer, which says for whom (`server.transport.proxy`).
    """

    def __init__(self, limits: Limits, serve: Serve, *, proxied: bool = False) -> None:
        self._loop = asyncio.get_running_loop()
        self._limits = limits
        self._serve = serve
        self._proxied = proxied
        self._admission = Admission(limits, self._loop.time())
        self._listeners: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._introducing: set[asyncio.Task[None]] = set()
        self._waiting: list[_Waiting] = []
        self._looking: asyncio.TimerHandle | None = None

    def listen(self, host: str, port: int) -> list[tuple[str, int]]:
        """Listens at every address of `host`; which ones and at which port. Raises OSError."""
        for family, kind, protocol, _, address in _addresses(host, port):
            listener = socket.socket(family, kind, protocol)
            self._listeners.append(listener)
            listener.setblocking(False)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(address)
            listener.listen(BACKLOG)
            self._accepting.append(self._loop.create_task(self._accept(listener)))
        return [listener.getsockname()[:2] for listener in self._listeners]

    async def close(self) -> None:
        """Stops listening and closes what waits."""
        tasks = (*self._accepting, *self._introducing)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for listener in self._listeners:
            listener.close()
        for waiting in self._waiting:
            waiting.sock.close()
        self._waiting.clear()
        if self._looking:
            self._looking.cancel()

    async def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                sock, address = await self._loop.sock_accept(listener)
            except OSError as error:
                log.warning("no connection could be accepted: %s", error)
                await asyncio.sleep(OUT_OF_FILES)
            else:
                self._arrived(sock, address[0])

    def _arrived(self, sock: socket.socket, address: str) -> None:
        if len(self._waiting) + len(self._introducing) >= self._limits.waiting:
            sock.close()
        elif self._proxied:
            task = self._loop.create_task(self._introduce(sock, address))
            self._introducing.add(task)
            task.add_done_callback(self._introducing.discard)
        else:
            self._wait(sock, address)

    async def _introduce(self, sock: socket.socket, address: str) -> None:
        """Has the balancer say for whom it connects."""
        try:
            sock.setblocking(False)
            own = await asyncio.wait_for(introduced(sock, address), self._limits.waiting_time)
        except (NoHeader, OSError, TimeoutError) as error:
            log.warning("no PROXY header", extra={"address": address, "why": repr(error)})
            sock.close()
        else:
            self._wait(sock, own)

    def _wait(self, sock: socket.socket, address: str) -> None:
        until = self._loop.time() + self._limits.waiting_time
        self._waiting.append(_Waiting(sock, address, until))
        self._look()

    def _look(self) -> None:
        """Lets in who may come in, sends away who waited too long."""
        now = self._loop.time()
        still: list[_Waiting] = []
        for waiting in self._waiting:
            network = network_of(waiting.address)
            if waiting.until <= now:
                log.info("waited too long", extra={"address": waiting.address})
                waiting.sock.close()
            elif self._admission.enter(network, now):
                self._begin(waiting, network)
            else:
                still.append(waiting)
        self._waiting = still
        if self._looking:
            self._looking.cancel()
        self._looking = self._loop.call_later(LOOK_AGAIN, self._look) if still else None

    def _begin(self, waiting: _Waiting, network: str) -> None:
        left = False

        def leave() -> None:
            nonlocal left
            if not left:
                left = True
                self._admission.leave(network)

        try:
            self._serve(waiting.sock, waiting.address, leave)
        except Exception:
            log.exception("connection could not begin", extra={"address": waiting.address})
            waiting.sock.close()
            leave()


def _addresses(host: str, port: int) -> list[tuple[int, int, int, str, tuple[str, int]]]:
    """Where to listen, each address once."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return list(dict.fromkeys(found))  # type: ignore[arg-type]  # only internet families come for a host
