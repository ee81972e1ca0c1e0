"""A window at a host in this process, as it is over a socket."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.sessions.window import window_session
from server.start.window import WindowLine
from server.web.feed import Feed
from server.web.kept import Body
from server.web.pictures import pictures
from server.web.routes import Request, Routes
from tests.server.simulation import Simulation


class Window:
    """What a host shows through a window, address by address."""

    def __init__(self, stage: Simulation, feed: Feed) -> None:
        self.stage, self.feed = stage, feed
        self.routes = Routes(feed, pictures())

    async def page(self, path: str, language: str = "en", *, is_open: bool = False) -> Body:
        return await self.routes.answer(Request(path, language, is_open=is_open))

    async def text(self, path: str, language: str = "en") -> str:
        return (await self.page(path, language)).plain.decode()


@asynccontextmanager
async def window_at(stage: Simulation) -> AsyncIterator[Window]:
    await stage.host.open()
    own, theirs = socket.socketpair()
    port = stage.host.window_port("play.example.org")
    transport, line = await asyncio.get_running_loop().create_connection(
        lambda: WindowLine(lambda line, transport: window_session(stage.host, port, line, transport)),
        sock=own,
    )
    assert line.session
    session = asyncio.ensure_future(line.session.run())
    feed = Feed()
    reader, writer = await asyncio.open_connection(sock=theirs)
    running = asyncio.ensure_future(feed.run(reader, writer))
    await feed.begun.wait()
    yield Window(stage, feed)
    writer.close()
    transport.abort()
    await asyncio.gather(session, running, return_exceptions=True)
