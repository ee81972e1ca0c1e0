"""A line between a node and PostgreSQL that can be told to lose answers, to be silent, or to be closed."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

SOCKET = ".s.PGSQL.5432"


class _PassedLine:
    """A connection, and whether it is passed on."""

    def __init__(self, *ends: asyncio.StreamWriter) -> None:
        self.ends = ends
        self.listens = False
        self.speaks = asyncio.Event()
        self.speaks.set()

    def close(self) -> None:
        for end in self.ends:
            end.close()


class AnswerCutter:
    """Passes connections on. `loses(data)` is asked of every answer: True cuts its connection instead; what
    was asked is done all the same.
    """

    def __init__(self, folder: Path, server: Path) -> None:
        self._folder = folder
        self._server = server
        self._lines: dict[_PassedLine, None] = {}
        self.loses: Callable[[bytes], bool] = lambda _: False
        self.is_closed = False
        """Whether connections are refused."""
        self.cuts = 0

    def url(self, url: str) -> str:
        """Return the address of a database by way of this line."""
        return f"{url.partition('?')[0]}?host={self._folder}"

    def cut(self) -> None:
        """Close all connections."""
        for line in self._lines:
            line.close()

    def silence_listeners(self) -> None:
        """Pass nothing more on of the connections that listen; they stay open."""
        for line in self._lines:
            if line.listens:
                line.speaks.clear()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on."""
        if self.is_closed:
            writer.close()
            return
        try:
            up_reader, up_writer = await asyncio.open_unix_connection(str(self._server))
        except OSError:
            writer.close()
            return
        line = _PassedLine(writer, up_writer)
        self._lines[line] = None
        asked = asyncio.create_task(self._ask(line, reader, up_writer))
        answered = asyncio.create_task(self._answer(line, up_reader, writer))
        await asyncio.wait({asked, answered}, return_when=asyncio.FIRST_COMPLETED)
        del self._lines[line]
        line.close()
        line.speaks.set()
        await asyncio.wait({asked, answered})

    async def _ask(
        self, line: _PassedLine, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                line.listens = line.listens or b"LISTEN" in data
                await line.speaks.wait()
                writer.write(data)
                await writer.drain()

    async def _answer(
        self, line: _PassedLine, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await line.speaks.wait()
                if self.loses(data):
                    self.cuts += 1
                    return
                writer.write(data)
                await writer.drain()


def next_time(wanted: Callable[[bytes], bool] = lambda _: True) -> Callable[[bytes], bool]:
    """Lose the first answer that is wanted, and no other."""
    times = itertools.count()
    return lambda data: wanted(data) and next(times) == 0


@asynccontextmanager
async def answer_cutter(server: Path) -> AsyncIterator[AnswerCutter]:
    """Open a line to the server that listens at a socket."""
    with tempfile.TemporaryDirectory() as folder:
        cutter = AnswerCutter(Path(folder), server)
        listener = await asyncio.start_unix_server(cutter.serve, str(Path(folder) / SOCKET))
        yield cutter
        listener.close()
        cutter.cut()
