"""The window that a host starts as a process of its own, and starts again if it ends."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

from server.host.host import Host
from server.host.window import WindowPort
from server.sessions.api.session import ApiSession
from server.sessions.window import window_session
from server.settings.address import words
from server.settings.config import Config
from server.start.web import DESCRIPTOR

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
LIVED = 60.0
"""Seconds after which a window counts as one that works."""
ENDS_WITHIN = 2.0
"""Seconds for which a host that ends waits for its window."""
SECRET = ("CROWNHOUSE_", "PG")
"""What variables begin with that a window is not given."""


class WindowLine(asyncio.Protocol):
    """The host's end of the way to a window: `server.transport.line.TimedLine` over a socket."""

    def __init__(self, make: Callable[[WindowLine, asyncio.Transport], ApiSession]) -> None:
        self._make = make
        self._transport: asyncio.Transport | None = None
        self.session: ApiSession | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the session."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101  (sockets have such)
        transport.set_write_buffer_limits(high=0)
        self._transport = transport
        self.session = self._make(self, transport)

    def data_received(self, data: bytes) -> None:
        """Pass requests on."""
        if self.session:
            self.session.feed(data)

    def resume_writing(self) -> None:
        """Tell the session that everything was taken."""
        if self.session:
            self.session.drained()

    def connection_lost(self, _: Exception | None) -> None:
        """End the session."""
        if self.session:
            self.session.hang_up()

    def write(self, data: bytes) -> None:
        if self._transport and not self._transport.is_closing():
            self._transport.write(data)

    def backlog(self) -> int:
        """Return how many bytes the window has not taken."""
        return self._transport.get_write_buffer_size() if self._transport else 0

    def give_up(self) -> None:
        """End a window that does not read."""
        if self._transport:
            self._transport.abort()


class WindowProcess:
    """Keeps a window running. `ssh_host` is what players type after `ssh`."""

    def __init__(self, host: Host, config: Config, ssh_host: str) -> None:
        self._host, self._config, self._ssh_host = host, config, ssh_host
        self._child: asyncio.subprocess.Process | None = None

    async def keep(self) -> None:
        """Start the window, and again whenever it ends, until this is cancelled: at once the first time, and
        after ever longer if it does not last.
        """
        loop, wait = asyncio.get_running_loop(), 0.0
        try:
            while True:
                began = loop.time()
                try:
                    await self._run_once()
                except OSError:
                    log.exception("the window could not be started")
                wait = 0.0 if loop.time() > began + LIVED else wait
                log.warning("the window has ended", extra={"again_in": wait})
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT) or FIRST_WAIT
        finally:
            if self._child and self._child.returncode is None:
                self._child.terminate()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._child.wait(), ENDS_WITHIN)

    async def _run_once(self) -> None:
        own, theirs = socket.socketpair()
        port = self._host.window_port(self._ssh_host)
        try:
            with theirs:
                self._child = await self._started(theirs)
            loop = asyncio.get_running_loop()
            transport, line = await loop.create_connection(lambda: WindowLine(self._session(port)), sock=own)
            assert line.session is not None  # noqa: S101  (made with the connection)
            try:
                await line.session.run()
            finally:
                transport.abort()
            await self._child.wait()
        finally:
            port.close()

    def _session(self, port: WindowPort) -> Callable[[WindowLine, asyncio.Transport], ApiSession]:
        return lambda line, transport: window_session(self._host, port, line, transport)

    async def _started(self, theirs: socket.socket) -> asyncio.subprocess.Process:
        web, number = self._config.web, theirs.fileno()
        typed = [sys.executable, "-m", "server", "web", "--listen", web.listen]
        typed += [
            "--log",
            self._config.log,
            *(["--proxies", " ".join(words(web.proxies))] if web.proxies else []),
        ]
        given = {DESCRIPTOR: str(number)} | {
            name: value for name, value in os.environ.items() if not name.startswith(SECRET)
        }
        return await asyncio.create_subprocess_exec(
            *typed, pass_fds=(number,), env=given, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
