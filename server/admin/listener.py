"""The admin socket of a running host: takes one request from each connection and answers it.

The socket is in the data folder with mode 0600: anyone who can open it may do everything.
`server.admin.service` carries requests out, `server.admin.client` is the other end.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from server.admin.protocol import (
    NOT_UNDERSTOOD,
    SOCKET_FILE,
    AdminRequest,
    AnyAnswer,
    CommandDeclined,
    decode_request,
    encode,
    socket_address,
)
from server.telemetry.logs import reason

log = logging.getLogger(__name__)

LONGEST = 64 * 1024
CHUNK = 256 * 1024
ServeRequest = Callable[[AdminRequest], Awaitable[tuple[AnyAnswer, Path | None]]]
"""Carries out a request. Returns the answer and, for `BackupMade`, the file that follows it; the file is
deleted after it was sent.
"""


class AdminListener:
    """The admin socket in `folder`, from `open` to `close`."""

    def __init__(self, folder: Path, serve: ServeRequest) -> None:
        self._file = folder / SOCKET_FILE
        self._serve = serve
        self._server: asyncio.Server | None = None
        self._answering: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Start listening. Raises OSError. A leftover socket is replaced: the folder's lock shows that its
        host is gone.
        """
        self._file.unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with socket_address(self._file.parent) as address:
                _bind_privately(listener, address)
            self._server = await asyncio.start_unix_server(self._connected, sock=listener, limit=LONGEST)
        except BaseException:
            listener.close()
            raise

    async def close(self) -> None:
        """Stop listening and cancel what is being answered."""
        if self._server:
            self._server.close()
            self._file.unlink(missing_ok=True)
        for task in self._answering:
            task.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  (asyncio runs this in a task)
        self._answering.add(task)
        try:
            if data := await reader.readline():  # who asks nothing has thought better of it
                await self._answer(data, writer)
        except (OSError, ValueError) as error:  # the operator went away, or sent no end of a line
            log.info("admin client disconnected early", extra={"why": reason(error)})
        except asyncio.CancelledError:  # the host ends; asyncio's streams log a task that ends so as a fault
            pass
        finally:
            writer.close()
            self._answering.discard(task)

    async def _answer(self, data: bytes, writer: asyncio.StreamWriter) -> None:
        answer, file = await self._done(data)
        try:
            writer.write(encode(answer))
            if file:
                await _send(file, writer)
            await writer.drain()
        finally:
            if file:
                file.unlink(missing_ok=True)

    async def _done(self, data: bytes) -> tuple[AnyAnswer, Path | None]:
        try:
            request = decode_request(data)
        except msgspec.MsgspecError as error:
            return CommandDeclined(f"{NOT_UNDERSTOOD}{error}."), None
        try:
            return await self._serve(request)
        except Exception:
            log.exception("an operator's request failed")
            return CommandDeclined("Something went wrong: see the host's log."), None


async def _send(file: Path, writer: asyncio.StreamWriter) -> None:
    with file.open("rb") as copy:
        while chunk := copy.read(CHUNK):
            writer.write(chunk)
            await writer.drain()


def _bind_privately(listener: socket.socket, address: str) -> None:
    """Bind with mode 0600 from the first moment."""
    mask = os.umask(0o177)
    try:
        listener.bind(address)
    finally:
        os.umask(mask)
