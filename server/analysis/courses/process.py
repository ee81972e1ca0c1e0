"""The process that works courses out, seen from the host: started when something is wanted of it, of low
priority, and ended a while after.

What it does is in `server.analysis.courses.worker_main`. It does a part of a task when the host asks for the
next one, in the order of asking, so tasks that are under way at once take turns. If it dies, all of them
have failed, and the next one starts it again.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from contextvars import Context
from itertools import count
from typing import Any, Protocol

import msgspec

from server.analysis.courses.work import LENGTH, Begin, GoOn, Part, Stop, Task, encode, refusal
from server.analysis.processes import started

log = logging.getLogger(__name__)

PROGRAM = "from server.analysis.courses.worker_main import main; main()"
SILENCE = 120.0
"""Seconds without an answer after which the process hangs. The longest course takes a few of a core."""
IDLE = 60.0
"""Seconds without a task after which the process is ended."""
TRACE = 4000
"""Characters of a trace that are logged: its end."""


class CourseFailed(Exception):  # noqa: N818  (what it is, not a fault)
    """A task could not be done. The message says why, with a trace if there is one."""


class CourseWorker(Protocol):
    """Works courses out, and draws casts, somewhere else."""

    def work(self, task: Task) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """Return the parts of a task, each worked out once it is asked for. The task is stopped when the
        `async with` block is left. It and the parts raise Refused and CourseFailed.
        """

    async def close(self) -> None:
        """Stop everything."""


class CourseProcess:
    """Does all tasks in one process (see `CourseWorker`)."""

    def __init__(self) -> None:
        self._running: _RunningProcess | None = None
        self._numbers = count(1)
        self._starting = asyncio.Lock()
        self._ends: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def work(self, task: Task) -> AsyncIterator[AsyncIterator[bytes]]:
        number = next(self._numbers)
        running = await self._ready(number)
        try:
            running.send(Begin(number, task))
            yield running.parts(number)
        finally:
            running.stop(number)
            self._end_later()

    async def close(self) -> None:
        self._stop_ending()
        if self._running:
            await self._running.end()

    async def _ready(self, number: int) -> _RunningProcess:
        """Return the process with a new task in it. Raises CourseFailed if none can be started."""
        self._stop_ending()
        async with self._starting:
            if self._running is None or self._running.is_over:
                starting = asyncio.get_running_loop().create_task(_RunningProcess.start(), context=Context())
                try:
                    self._running = await starting
                except OSError as error:
                    raise CourseFailed(f"no process can be started: {error}") from None
            self._running.waits[number] = None
            return self._running

    def _end_later(self) -> None:
        self._stop_ending()
        running = self._running
        if running and not running.waits:
            self._ends = asyncio.get_running_loop().call_later(IDLE, running.finish)

    def _stop_ending(self) -> None:
        if self._ends:
            self._ends.cancel()
            self._ends = None


class _RunningProcess:
    """A process from its start to its end."""

    def __init__(self, process: Process) -> None:
        assert process.stdin and process.stdout and process.stderr  # noqa: S101, PT018  (they are pipes)
        self._process, self._input, self._output = process, process.stdin, process.stdout
        self._errors = asyncio.ensure_future(process.stderr.read())
        self.waits: dict[int, asyncio.Future[Part] | None] = {}
        """The tasks in it, each with the part that is waited for, if there is one."""
        self.is_over = False
        self._heard = asyncio.ensure_future(self._hear())

    @classmethod
    async def start(cls) -> _RunningProcess:
        """Start it; what is heard from it is nobody's work but the house's."""
        return cls(await started(sys.executable, "-P", "-c", PROGRAM, stdin=PIPE, stdout=PIPE))

    def send(self, message: Any) -> None:
        if not self.is_over:
            self._input.write(encode(message))

    async def parts(self, number: int) -> AsyncIterator[bytes]:
        """Yield the parts of a task, each asked for when it is wanted. Raises Refused, CourseFailed."""
        while (part := await self._next(number)) is not None:
            yield part

    async def _next(self, number: int) -> bytes | None:
        """Return the next part of a task; None: it is done."""
        if self.is_over:
            raise CourseFailed("the process has ended")
        waited = self.waits[number] = asyncio.get_running_loop().create_future()
        self.send(GoOn(number))
        try:
            part = await asyncio.wait_for(waited, SILENCE)
        except TimeoutError:
            self._kill()
            raise CourseFailed(f"no word from the process within {SILENCE:g} s") from None
        if why := refusal(part):
            raise why
        if part.failed:
            raise CourseFailed(part.failed[-TRACE:])
        return None if part.last else part.data

    def stop(self, number: int) -> None:
        """Want no more of a task."""
        self.waits.pop(number, None)
        self.send(Stop(number))

    def finish(self) -> None:
        """Let the process end, unless something is under way in it again."""
        if not self.waits:
            self.is_over = True
            self._input.close()

    async def end(self) -> None:
        """End the process at once."""
        self._kill()
        await self._heard

    def _kill(self) -> None:
        self.is_over = True
        with suppress(ProcessLookupError):
            self._process.kill()

    async def _hear(self) -> None:
        """Pass on what the process says, until it ends; then all that wait have failed."""
        decoder = msgspec.msgpack.Decoder(Part)
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                (length,) = LENGTH.unpack(await self._output.readexactly(LENGTH.size))
                part = decoder.decode(await self._output.readexactly(length))
                waited = self.waits.get(part.number)
                if waited and not waited.done():
                    waited.set_result(part)
        was_asked, self.is_over = self.is_over, True
        status = await self._process.wait()
        why = (await self._errors).decode("utf-8", "replace").strip()[-TRACE:]
        why = why or f"the process ended with status {status}"
        if not was_asked:
            log.error("the process that works courses out has ended", extra={"why": why})
        for waited in self.waits.values():
            if waited and not waited.done():
                waited.set_exception(CourseFailed(why))
