"""Learns what has reached a client itself, past balancers and jump hosts: requests that it answers in order.

Behind what is to be acknowledged goes a global request that means nothing and wants a reply (RFC 4254, 4.).
A client refuses it, in its order, and how long that takes tells how far away it is. For one that has never
answered, the network's word counts after a while: that the other end of the connection has taken everything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, Protocol

from server.transport.line_speed import LineSpeed

REQUEST = b"at@ch"
"""The request's name: with at most five bytes the usual cipher makes 36 of the request, 28 of its reply."""
SILENCE = 15.0
"""Seconds after which the network's word counts for a client that has answered nothing."""
LOOK_INTERVAL = 0.05
"""Seconds between two looks at what the network has taken."""

Reached = Callable[[], object]


class AskedConnection(Protocol):
    """What is needed of a client's connection."""

    speed: LineSpeed

    def ask(self, request: bytes, waiter: Acknowledgement) -> None:
        """Send a global request; its answer goes to the waiter."""

    @property
    def unsent(self) -> int:
        """Bytes that the network has not taken."""

    @property
    def in_flight(self) -> int:
        """Bytes that the other end has not confirmed."""


class Acknowledgement:
    """Waits for the answer to one request, in place of one of asyncssh's futures: those tell of it a turn of
    the event loop later, when the keys behind the answer have been read.
    """

    def __init__(self, answered: Reached) -> None:
        self._answered = answered

    def cancelled(self) -> bool:
        """Return False: it waits until the answer comes."""
        return False

    def set_result(self, _: object) -> None:
        """Take the answer, whatever it is."""
        self._answered()


class Asked(NamedTuple):
    """What is to be called, and when the client was asked."""

    at: float
    reached: Reached


class Acknowledgements:
    """Those of one connection."""

    def __init__(self, connection: AskedConnection, loop: asyncio.AbstractEventLoop) -> None:
        self._connection, self._loop = connection, loop
        self._has_answered = self._trusts_network = False
        self._waiting: list[Asked] = []
        """Oldest first."""
        self._timer: asyncio.TimerHandle | None = None

    def ask(self, reached: Reached) -> None:
        """Call `reached` once everything sent so far has reached the client."""
        self._waiting.append(Asked(self._loop.time(), reached))
        if self._trusts_network:
            self._look_soon()
            return
        self._connection.ask(REQUEST, Acknowledgement(self._take_answer))
        if not self._has_answered and self._timer is None:
            self._timer = self._loop.call_later(SILENCE, self._give_up)

    def close(self) -> None:
        """Wait for nothing more."""
        self._waiting.clear()
        self._stop_timer()

    def _take_answer(self) -> None:
        self._has_answered = True
        if not self._trusts_network:
            self._stop_timer()
            if self._waiting:
                asked = self._waiting.pop(0)
                self._connection.speed.answered(self._loop.time() - asked.at)
                asked.reached()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        """Take the network's word from now on."""
        self._trusts_network = True
        self._look()

    def _look_soon(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(LOOK_INTERVAL, self._look)

    def _look(self) -> None:
        self._timer = None
        if self._connection.unsent or self._connection.in_flight:
            self._look_soon()
            return
        calls, self._waiting = self._waiting, []
        for asked in calls:
            asked.reached()
