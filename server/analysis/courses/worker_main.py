"""The process that works courses out and draws casts: it reads messages from its input and answers each GoOn
with a Part, in their order.

It knows logs and the rules, and nothing of the host. It ends when its input ends, or soon after the host was
killed.
"""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import sys
import time
import traceback
from collections.abc import AsyncIterator
from contextlib import suppress
from threading import Thread
from typing import BinaryIO

import msgspec

from engine.game import Refused
from engine.registry import GAMES
from server.analysis.courses.work import LENGTH, Begin, GoOn, Part, Stop, encode, parts
from server.budget.idle_priority import work_idly

MEMORY = 2 * 1024**3
"""Bytes of addresses that it may have; a cast of a long game takes a tenth of that."""
LOOK = 1.0
"""Seconds between two looks whether the host is still there."""


class TaskRunner:
    """The tasks under way in this process, by their numbers."""

    def __init__(self) -> None:
        self._tasks: dict[int, AsyncIterator[bytes]] = {}

    async def answer(self, message: Begin | GoOn | Stop) -> Part | None:
        """Do what a message asks for, and return what is to be told."""
        match message:
            case Begin(number, task):
                self._tasks[number] = parts(task, GAMES)
            case GoOn(number):
                return await self._next(number)
            case Stop(number):
                await self._stop(number)
        return None

    async def _next(self, number: int) -> Part:
        try:
            data = await anext(self._tasks[number], None)
        except Refused as why:
            return Part(number, refused=(why.code, dict(why.params)))
        except Exception:  # noqa: BLE001  (the host logs it)
            return Part(number, failed=traceback.format_exc())
        return Part(number, last=True) if data is None else Part(number, data)

    async def _stop(self, number: int) -> None:
        task = self._tasks.pop(number)
        with suppress(Exception):  # it failed before, and the host knows
            await task.aclose()  # type: ignore[attr-defined]  # it is a generator
        gc.collect()


async def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer messages until there are no more."""
    loop, runner = asyncio.get_running_loop(), TaskRunner()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), source)
    decoder = msgspec.msgpack.Decoder(Begin | GoOn | Stop)
    with suppress(asyncio.IncompleteReadError):
        while True:
            (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
            part = await runner.answer(decoder.decode(await reader.readexactly(length)))
            if part is not None:
                sink.write(encode(part))
                sink.flush()


def main() -> None:
    """Work until the host wants no more."""
    work_idly()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    Thread(target=_end_with_the_host, args=(os.getppid(),), daemon=True).start()
    asyncio.run(serve(sys.stdin.buffer, sys.stdout.buffer))


def _end_with_the_host(host: int) -> None:
    while os.getppid() == host:
        time.sleep(LOOK)
    os._exit(1)
