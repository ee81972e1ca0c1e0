"""A relay between one node and PostgreSQL, which loses what a network loses.

It speaks PostgreSQL's protocol as far as to know where an answer ends: it can cut a connection instead of
passing an answer on, so that what was asked is done and nobody is told, and it can keep every notification
back, so that no doorbell is heard.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

SOCKET = ".s.PGSQL.5432"
PIECE = 65536
NOTIFICATION = ord("A")
HEADER = 5
"""Bytes of a message's type and length; the length counts itself and not the type."""


class Relay:
    """Listens on a UNIX socket in a folder of its own. `server()` returns the socket of the PostgreSQL of the
    moment; `cut_share` is the share of answers that are lost with their connection; while `is_deaf`,
    notifications are.
    """

    def __init__(self, server: Callable[[], Path], rng: Random) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="relay-"))
        self.cut_share = 0.0
        self.is_deaf = False
        self.counts = Counter[str]()
        self._server, self._rng = server, rng
        self._listener: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    def url(self, database: str) -> str:
        """The address of a database through the relay."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    async def open(self) -> None:
        self._listener = await asyncio.start_unix_server(self._serve, self.folder / SOCKET)

    async def close(self) -> None:
        if self._listener:
            self._listener.close()
        self.cut_all()
        shutil.rmtree(self.folder, ignore_errors=True)

    def cut_all(self) -> None:
        """Cut all connections at once."""
        for writer in self._writers:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answers, asks = await asyncio.open_unix_connection(self._server())
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, asks}
        try:
            async with asyncio.TaskGroup() as pumps:
                pumps.create_task(_pass_on(reader, asks))
                pumps.create_task(self._pass_answers(answers, writer))
        except* OSError:
            pass
        finally:
            for one in (writer, asks):
                one.transport.abort()
                self._writers.discard(one)

    async def _pass_answers(self, answers: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        waiting = b""
        while data := await answers.read(PIECE):
            whole, waiting = self._heard(waiting + data)
            if whole and self._rng.random() < self.cut_share:
                self.counts["answers cut"] += 1
                break
            writer.write(whole)
            await writer.drain()
        raise ConnectionResetError

    def _heard(self, data: bytes) -> tuple[bytes, bytes]:
        """Split into the messages that are passed on and the beginning of one that is not complete."""
        passed, at = bytearray(), 0
        while len(data) >= at + HEADER:
            end = at + 1 + int.from_bytes(data[at + 1 : at + HEADER], "big")
            if end > len(data):
                break
            if self.is_deaf and data[at] == NOTIFICATION:
                self.counts["bells lost"] += 1
            else:
                passed += data[at:end]
            at = end
        return bytes(passed), data[at:]


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(PIECE):
        writer.write(data)
        await writer.drain()
    with suppress(OSError):
        writer.write_eof()
    raise ConnectionResetError
