"""The accept loop: admits connections as `ConnectionLimiter` allows.

A connection for which there is no room waits a few seconds, in the order of arrival, and is then closed. A
client costs nothing before it is admitted, not even a key exchange.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from msgspec import Struct

from server.budget.giving_way import last_of_most
from server.settings.address import Address
from server.settings.current_limits import ReadLimits
from server.telemetry.logs import reason
from server.transport.connection_limiter import ConnectionLimiter, network_of
from server.transport.descriptors import most_for_clients
from server.transport.listening import handed_over, open_sockets
from server.transport.proxy import NoProxyHeader, read_client_address

log = logging.getLogger(__name__)

BACKLOG = 1024
QUEUE_INTERVAL = 0.05
"""Seconds between two checks of the connections that wait."""
ACCEPT_RETRY = 0.5
"""Seconds to wait when the process has no free file descriptor for a socket."""

LoginEnded = Callable[[bool], None]
ServeClient = Callable[[socket.socket, str, LoginEnded], None]
"""Takes over a socket from an address. Calls `LoginEnded` with True after a login, with False if the
connection is lost before.
"""


class _Waiting(Struct, eq=False):
    sock: socket.socket
    address: str
    since: float


class _Begun(Struct, eq=False):
    sock: socket.socket
    network: str


class Acceptor:
    """Accepts and admits connections on the running event loop. `proxied`: every connection comes from a
    balancer, which says for which client (`server.transport.proxy`). `refused` is called with the reason for
    each connection that is closed instead: those whose descriptor is too high are.

    Connections wait by address, and the addresses take turns: a new connection costs the same however many
    wait, and an address with many connections delays only itself.
    """

    def __init__(
        self,
        limits: ReadLimits,
        serve: ServeClient,
        *,
        proxied: bool = False,
        refused: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._most_descriptors = most_for_clients()
        self._refused = refused
        self._loop = asyncio.get_running_loop()
        self._limits = limits
        self._serve = serve
        self._proxied = proxied
        self._admission = ConnectionLimiter(limits, self._loop.time())
        self._listeners: list[socket.socket] = []
        self._retrying: set[asyncio.TimerHandle] = set()
        self._introducing: set[asyncio.Task[None]] = set()
        self._begun: dict[_Begun, LoginEnded] = {}
        """The connections that have not logged in, the oldest first, and what ends each login."""
        self._waiting: dict[str, deque[_Waiting]] = {}
        """The waiting connections by address; the address whose turn is next is the first."""
        self._count = 0
        self._looking: asyncio.TimerHandle | None = None

    def listen(self, *places: Address) -> list[Address]:
        """Listen at every address of these hosts, or at the sockets that a service manager hands over, and
        return the addresses and ports. Raises OSError, whose `filename` is the address.
        """
        listeners = handed_over() or [one for place in places for one in open_sockets(place)]
        self._listeners += listeners
        for listener in listeners:
            listener.setblocking(False)
            try:
                listener.listen(BACKLOG)
            except OSError as error:
                error.filename = "{}:{}".format(*listener.getsockname())
                raise
            self._loop.add_reader(listener, self._accept, listener)
        return [Address(*listener.getsockname()[:2]) for listener in self._listeners]

    def stop(self) -> None:
        """Stop listening. Who waits goes on waiting; who comes to a socket that a service manager keeps is
        left to the next host.
        """
        for timer in self._retrying:
            timer.cancel()
        for listener in self._listeners:
            self._loop.remove_reader(listener)
            listener.close()
        self._listeners.clear()

    @property
    def has_waiting(self) -> bool:
        """Whether anybody who came has not begun yet."""
        return bool(self._waiting or self._introducing)

    async def close(self, patience: float = 0.0) -> None:
        """Stop listening, give who waits so many seconds to begin, and close the other connections."""
        self.stop()
        end = self._loop.time() + patience
        while self.has_waiting and self._loop.time() < end:  # noqa: ASYNC110  (several things end it)
            await asyncio.sleep(QUEUE_INTERVAL)
        tasks = tuple(self._introducing)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for queue in self._waiting.values():
            for waiting in queue:
                waiting.sock.close()
        self._waiting.clear()
        if self._looking:
            self._looking.cancel()

    def _accept(self, listener: socket.socket) -> None:
        try:
            sock, address = listener.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return  # it went again
        except OSError as error:
            log.warning("accepting a connection failed", extra={"why": reason(error)})
            self._loop.remove_reader(listener)
            again = self._loop.call_later(
                ACCEPT_RETRY, self._loop.add_reader, listener, self._accept, listener
            )
            self._retrying = {timer for timer in self._retrying if timer.when() > self._loop.time()} | {again}
        else:
            self._arrived(sock, address[0])

    def _arrived(self, sock: socket.socket, address: str) -> None:
        if sock.fileno() >= self._most_descriptors:
            self._refused("no-descriptors")
            sock.close()
        elif self._proxied and len(self._introducing) >= self._limits.now.waiting:
            self._refused("queue-full")
            sock.close()
        elif self._proxied:
            task = self._loop.create_task(self._introduce(sock, address))
            self._introducing.add(task)
            task.add_done_callback(self._introducing.discard)
        else:
            self._wait(sock, address)

    async def _introduce(self, sock: socket.socket, address: str) -> None:
        """Read the client's address from the balancer."""
        try:
            sock.setblocking(False)
            own = await asyncio.wait_for(read_client_address(sock, address), self._limits.now.waiting_time)
        except (NoProxyHeader, OSError, TimeoutError) as error:
            why = "none came in time" if isinstance(error, TimeoutError) else str(error)
            log.warning("connection without a PROXY header", extra={"address": address, "why": why})
            self._refused("no-proxy-header")
            sock.close()
        else:
            self._wait(sock, own)

    def _wait(self, sock: socket.socket, address: str) -> None:
        """Begin a connection at once if no other of its address waits and there is room, however many wait:
        they wait for other room than is kept for known addresses. Otherwise let it wait, or close it if too
        many wait, of its address or in all.
        """
        network, now = network_of(address), self._loop.time()
        queue = self._waiting.get(network)
        arrived = _Waiting(sock, address, now)
        if queue is None and self._may_begin(network, now):
            self._begin(arrived, network)
        elif self._count >= self._limits.now.waiting:
            self._refused("queue-full")
            sock.close()
        elif queue is not None and len(queue) >= self._limits.now.waiting_per_address:
            self._refused("queue-full-of-address")
            sock.close()
        else:
            self._waiting.setdefault(network, deque()).append(arrived)
            self._count += 1
            if self._looking is None:
                self._look_later()

    def _look_later(self) -> None:
        self._looking = self._loop.call_later(QUEUE_INTERVAL, self._look) if self._waiting else None

    def _look(self) -> None:
        """Admit one connection of each address while there is room, and close those that waited too long."""
        now = self._loop.time()
        for network in tuple(self._waiting):
            queue = self._waiting[network]
            while queue and queue[0].since + self._limits.now.waiting_time <= now:
                self._send_away(queue.popleft())
            if queue and self._may_begin(network, now):
                self._count -= 1
                self._begin(queue.popleft(), network)
                self._waiting[network] = self._waiting.pop(
                    network
                )  # its next turn comes after those of the other addresses
            if not queue:
                del self._waiting[network]
        self._look_later()

    def _may_begin(self, network: str, now: float) -> bool:
        return self._admission.enter(network, now, lambda: self._end_for(network))

    def _end_for(self, network: str) -> bool:
        """End the oldest login of the address with most under way, if that has more than this one."""
        here = [one for one in self._begun if one.sock.fileno() != -1]  # not those of another process
        oldest = last_of_most(here[::-1], lambda one: one.network, network)
        if oldest is None:
            return False
        self._refused("login-timeout")
        self._begun[oldest](False)
        with suppress(OSError):
            oldest.sock.shutdown(socket.SHUT_RDWR)
        return True

    def _send_away(self, waiting: _Waiting) -> None:
        self._count -= 1
        self._refused("waited-too-long")
        log.info("connection waited too long", extra={"address": waiting.address})
        waiting.sock.close()

    def _begin(self, waiting: _Waiting, network: str) -> None:
        def leave(logged_in: bool) -> None:
            if begun in self._begun:
                del self._begun[begun]
                self._admission.leave(network, logged_in=logged_in)

        begun = _Begun(waiting.sock, network)
        self._begun[begun] = leave
        try:
            self._serve(waiting.sock, waiting.address, leave)
        except Exception:
            log.exception("a connection could not be started", extra={"address": waiting.address})
            waiting.sock.close()
            leave(False)
