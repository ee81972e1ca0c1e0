"""One of the processes of a host, as its parent sees it: from its start until it has ended."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from server.settings.config import Config
from server.settings.current_limits import NodePart
from server.start.processes.door import HandedConnection, hand_over
from server.start.processes.link import Link
from server.store.database.data_folder import StartupError
from server.store.host_keys import KeyChange
from server.transport.acceptor import LoginEnded


class ProcessOrder(NamedTuple):
    """How a process is to serve: with what settings, under what name in the log, and what becomes of a host
    key that players do not know.
    """

    config: Config
    name: str
    change: KeyChange


def config_of_process(config: Config) -> Config:
    """Return a host's settings as each of its processes has them: the workers are shared out. What each
    counts of the limits is shared out among those that are alive (`server.settings.current_limits`).
    """
    bots = replace(config.bots, workers=max(1, config.bots.processes // config.processes))
    workers = config.analyses.workers
    analyses = replace(config.analyses, workers=workers and max(1, workers // config.processes))
    return replace(config, analyses=analyses, bots=bots)


log = logging.getLogger(__name__)

PROGRAM = "from server.start.one_process import main; main()"
"""Given as text, so that the workers of a process import nothing of it."""
GRACE = 12.0
"""Seconds that a process gets to say goodbye to its players."""
LAPSE = 3.5
"""Seconds after its last heartbeat until a process counts as one that hangs."""
SERVING = "host"
"""What a process offers to its parent: `server.start.one_process`."""


class StartedProcess:
    """A process that serves players. `stop` ends the whole host, `leaving` is called when the process begins
    to move its players away.
    """

    def __init__(self, order: ProcessOrder, stop: Callable[[], None], leaving: Callable[[], None]) -> None:
        self.name, self.stop_host, self.leaving = order.name, stop, leaving
        self.node = order.name
        self.has_started = False
        self.fingerprint: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """Of the host's key, once the process serves; StartupError if it cannot."""
        self.fingerprint.add_done_callback(_noted)
        self.is_reached = False
        """Whether the process reached the store at its last heartbeat."""
        self.part = NodePart()
        """Its part of the limits that nodes count apart, as of then."""
        self.heard = time.monotonic()
        """When it last said that it lives."""
        self.metrics = b""
        """Its metrics when they were last asked for."""
        self._order = order
        self._sessions = 0
        self._handed: dict[int, LoginEnded] = {}
        """What is called when a connection has logged in or is lost, by its number."""
        self._recent = 0
        """Connections that were handed over since the process last counted its sessions."""
        self._numbers = count(1)
        self._door: socket.socket | None = None
        self._program: asyncio.subprocess.Process | None = None
        self._gone = asyncio.Event()
        self.link = Link({"process": self}, self._lost)

    @property
    def answers(self) -> bool:
        """Whether it serves players, and has said lately that it lives."""
        return self.has_started and time.monotonic() - self.heard < LAPSE

    @property
    def load(self) -> int:
        """About how many players it serves."""
        return self._sessions + self._recent

    async def start(self) -> None:
        """Start the program. Raises OSError."""
        ours, theirs = socket.socketpair()
        self._door, their_door = socket.socketpair()
        self._door.setblocking(False)
        await self.link.open(ours)
        with theirs, their_door:
            given = (theirs.fileno(), their_door.fileno())
            self._program = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", PROGRAM, *map(str, given)),
                stdin=asyncio.subprocess.DEVNULL,
                pass_fds=given,
                start_new_session=True,  # an operator's Ctrl-C is the parent's
            )

    def take(self, sock: socket.socket, address: str, leave: LoginEnded) -> bool:
        """Take over an accepted connection, and return whether that could be done."""
        number = next(self._numbers)
        if self._door is None or not hand_over(self._door, HandedConnection(sock, number, address)):
            return False
        self._handed[number] = leave
        self._recent += 1
        return True

    async def ask(self, method: str, *args: Any) -> Any:
        """Return what a method of the process returns. Raises what it raises, LinkLost."""
        return await self.link.call(SERVING, method, *args)

    def tell(self, method: str, *args: Any) -> None:
        self.link.tell(SERVING, method, *args)

    async def ended(self) -> int:
        """Return the exit status once the process has ended. One that only closed its link is ended."""
        await self._gone.wait()
        assert self._program is not None  # noqa: S101  (it was started)
        try:
            async with asyncio.timeout(GRACE):
                return await self._program.wait()
        except TimeoutError:
            self.kill()
            return await self._program.wait()

    async def end(self) -> None:
        """Have the process say goodbye and end; after some seconds, end it."""
        if self._program is None:
            return
        self.tell("stop")
        try:
            async with asyncio.timeout(GRACE):
                await self._program.wait()
        except TimeoutError:
            log.warning("a process did not end by itself", extra={"node": self.node})
            self.kill()
            await self._program.wait()

    def kill(self) -> None:
        """End the process at once."""
        if self._program and self._program.returncode is None:
            self._program.kill()

    # --- called by the process

    def begin(self) -> ProcessOrder:
        return self._order

    def started(self, fingerprint: str, node: str, part: NodePart) -> None:
        """Note that it serves now, as the node of that name."""
        self.node, self.part = node, part
        self.has_started = self.is_reached = True
        self.heard = time.monotonic()
        if not self.fingerprint.done():
            self.fingerprint.set_result(fingerprint)

    def failed(self, sentence: str) -> None:
        """Note why it cannot start."""
        if not self.fingerprint.done():
            self.fingerprint.set_exception(StartupError(sentence))

    def lives(self, sessions: int, is_reached: bool, part: NodePart) -> None:
        """Note a heartbeat: the number of its sessions, whether it reaches the store, and its part."""
        self.heard, self._sessions, self._recent = time.monotonic(), sessions, 0
        self.is_reached, self.part = is_reached, part

    def left(self, number: int, logged_in: bool) -> None:
        """Note that a connection has logged in or is lost."""
        if leave := self._handed.pop(number, None):
            leave(logged_in)

    def stop_all(self) -> None:
        """End the host: the last game has ended."""
        self.stop_host()

    def move_begins(self) -> None:
        """Note that players should come here no more."""
        self.leaving()

    # ---

    def _lost(self) -> None:
        self.has_started = self.is_reached = False
        if self._door:
            self._door.close()
            self._door = None
        for leave in self._handed.values():
            leave(False)
        self._handed.clear()
        if not self.fingerprint.done():
            self.fingerprint.set_exception(StartupError("A process of the host ended while it started."))
        self._gone.set()


def _noted(future: asyncio.Future[str]) -> None:
    """Note an error: when the host stops meanwhile, nobody waits for it."""
    if not future.cancelled():
        future.exception()
