"""A link between two processes of one host, over a connected UNIX socket: each calls what the other offers.

What one side sends comes in order. A notice (`tell`) is carried out while it is read; so of two messages, a
notice and then an answer, the notice has had its effect before whoever waits for the answer goes on.

Values are pickled, as those between a host and its workers are: both ends are one program of one user, and
nobody else can open the socket.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import socket
import struct
from collections.abc import Callable, Mapping
from inspect import isawaitable
from itertools import count
from typing import Any, NamedTuple, cast

log = logging.getLogger(__name__)

LENGTH = struct.Struct("!I")


class LinkLost(ConnectionError):  # noqa: N818  (the name says what it is)
    """The other process is gone: nobody knows whether it has done what it was asked."""


class RemoteFailure(Exception):  # noqa: N818  (likewise)
    """What went wrong in the other process, in words."""


class _Call(NamedTuple):
    """A method that the other side shall call; `number` None: it answers nothing."""

    number: int | None
    target: str
    method: str
    args: tuple[Any, ...]


class _Answer(NamedTuple):
    """What a call returned, or raised."""

    number: int
    value: Any
    error: Exception | None = None


class Link(asyncio.Protocol):
    """One side of a link, until `lost` is called. `targets` are the objects whose public methods the other
    side may call, by the names that it knows them by.
    """

    def __init__(self, targets: Mapping[str, object], lost: Callable[[], None]) -> None:
        self._targets, self._lost = targets, lost
        self._transport: asyncio.WriteTransport | None = None
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._unread = bytearray()
        self._answering: set[asyncio.Task[None]] = set()

    async def open(self, sock: socket.socket) -> None:
        """Begin, over a connected socket. Raises OSError."""
        await asyncio.get_running_loop().create_unix_connection(lambda: self, sock=sock)

    def close(self) -> None:
        """End the link, after everything was sent."""
        if self._transport:
            self._transport.close()

    async def call(self, target: str, method: str, *args: Any) -> Any:
        """Return what a method of the other side returns. If the caller is cancelled, the other side goes on.
        Raises what the method raises, LinkLost.
        """
        if self._transport is None:
            raise LinkLost("the other process is gone")
        number = next(self._numbers)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        self._send(_Call(number, target, method, args))
        try:
            return await future
        finally:
            self._waiting.pop(number, None)

    def tell(self, target: str, method: str, *args: Any) -> None:
        """Have the other side call a method; nothing comes back, and nothing happens if it is gone."""
        self._send(_Call(None, target, method, args))

    # --- asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.WriteTransport", transport)

    def data_received(self, data: bytes) -> None:
        self._unread += data
        while len(self._unread) >= LENGTH.size:
            end = LENGTH.size + LENGTH.unpack_from(self._unread)[0]
            if len(self._unread) < end:
                return
            message = pickle.loads(self._unread[LENGTH.size : end])  # noqa: S301  (see above)
            del self._unread[:end]
            self._received(message)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._transport = None
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(LinkLost("the other process is gone"))
        self._lost()

    # ---

    def _send(self, message: _Call | _Answer) -> None:
        if self._transport:
            data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
            self._transport.write(LENGTH.pack(len(data)) + data)

    def _received(self, message: _Call | _Answer) -> None:
        if isinstance(message, _Answer):
            future = self._waiting.get(message.number)
            if future is not None and not future.done():
                _settle(future, message)
        elif message.number is None:
            try:
                self._called(message)
            except Exception:
                log.exception("a notice of another process failed", extra={"method": message.method})
        else:
            task = asyncio.ensure_future(self._answer(message, message.number))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    def _called(self, call: _Call) -> Any:
        if call.method.startswith("_"):
            raise AttributeError(call.method)
        return getattr(self._targets[call.target], call.method)(*call.args)

    async def _answer(self, call: _Call, number: int) -> None:
        try:
            value = self._called(call)
            if isawaitable(value):
                value = await value
            self._send(_Answer(number, value))
        except Exception as error:  # noqa: BLE001  (it is raised at the other side)
            self._send(_Answer(number, None, _sendable(error)))


def _settle(future: asyncio.Future[Any], answer: _Answer) -> None:
    if answer.error is None:
        future.set_result(answer.value)
    else:
        future.set_exception(answer.error)


def _sendable(error: Exception) -> Exception:
    """Return an error that the other side can read: the error itself, or what it says."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  (our own)
    except Exception:  # noqa: BLE001  (whatever an error's class does there)
        return RemoteFailure(repr(error))
    return error
