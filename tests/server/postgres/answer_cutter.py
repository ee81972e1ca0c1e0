"""A line between a node and PostgreSQL that can be told to lose answers, to be silent, or to be closed."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

SOCKET = ".s.PGSQL.5432"


class AnswerCutter:
    """Passes connections on. `loses(data)` is asked of every answer: True cuts its connection instead; what
    was
    asked is done all the same.
    """

    def __init__(self, folder: Path, server: Path) -> None:
        self._folder = folder
        self._server = server
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.loses: Callable[[bytes], bool] = lambda _: False
        self.is_closed = False
        """Whether connections are refused."""
        self.cuts = 0
        self.silent = asyncio.Event()
        self.silent.set()
        """Cleared: nothing is passed on, and no connection is closed."""

    def url(self, url: str) -> str:
        """Return the address of a database by way of this line."""
        return f"{url.partition('?')[0]}?host={self._folder}"

    def cut(self) -> None:
        """Close all connections."""
        for line in self._lines:
            line.close()

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
        self._lines |= {writer, up_writer}
        asked = asyncio.create_task(self._pass_on(reader, up_writer, is_answer=False))
        answered = asyncio.create_task(self._pass_on(up_reader, writer, is_answer=True))
        self._tasks |= {asked, answered}
        await asyncio.wait({asked, answered}, return_when=asyncio.FIRST_COMPLETED)
        self._lines -= {writer, up_writer}
        for line in (writer, up_writer):
            line.close()

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_answer: bool
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self.silent.wait()
                if is_answer and self.loses(data):
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
