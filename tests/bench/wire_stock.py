"""The stock way beside ours: the same court table, but Textual's own output and a process for
each session.

Both run in a process on a pseudo terminal, so that output and start are compared alone. The
line below the terminal is not: where OpenSSH's sshd is installed it would add its own processes
to the stock way (`sshd` in the figures says whether it is here).
"""

# ruff: noqa: ASYNC110  (a pseudo terminal has no event to wait for)
from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import shutil
import struct
import sys
import termios
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import Any, NamedTuple

import psutil

from tests.bench._player import share

SIZES = ((80, 24), (120, 40))
KEYS = (b"\x1b[C", b" ", b"\x1b[C", b" ", b"\x1b[D", b" ", b"\x1b[D") * 4
MARK = b"Jester"


class Course(NamedTuple):
    """What one way took: bytes, seconds, MB."""

    start: float
    first: int
    key: float
    times: list[float]
    cpu: float
    memory: float


class Session:
    """A process on a pseudo terminal."""

    def __init__(self, way: str, columns: int, rows: int) -> None:
        self.began = perf_counter()
        self._main, there = pty.openpty()
        fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "", "LANG": "en_US.UTF-8"}
        self.process = psutil.Popen(
            [sys.executable, "-m", "tests.bench._on_a_pty", way],
            stdin=there, stdout=there, stderr=there, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(there)
        os.set_blocking(self._main, False)
        self.seen, self.last = b"", self.began
        asyncio.get_running_loop().add_reader(self._main, self._read)

    def _read(self) -> None:
        try:
            self.seen += os.read(self._main, 65536)
        except OSError:
            asyncio.get_running_loop().remove_reader(self._main)
        self.last = perf_counter()

    async def quiet(self, silence: float = 0.15) -> None:
        while perf_counter() - self.last < silence:
            await asyncio.sleep(silence / 8)

    async def press(self, key: bytes) -> float:
        self.seen = b""
        pressed = perf_counter()
        os.write(self._main, key)
        await asyncio.sleep(0.05)
        await self.quiet()
        return self.last - pressed

    @property
    def cpu(self) -> float:
        times = self.process.cpu_times()
        return float(times.user + times.system)

    @property
    def memory(self) -> float:
        return float(self.process.memory_full_info().pss) / 2**20

    def end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._main)
        self.process.kill()
        self.process.wait()
        os.close(self._main)


async def course(way: str, columns: int, rows: int) -> Course:
    here = Session(way, columns, rows)
    try:
        while MARK not in here.seen:
            await asyncio.sleep(0.01)
        start = perf_counter() - here.began
        await here.quiet(0.5)
        first, spent = len(here.seen), here.cpu
        times, sizes = [], []
        for key in KEYS:
            times.append(1000 * await here.press(key))
            sizes.append(len(here.seen))
        used = 1000 * (here.cpu - spent) / len(KEYS)
        return Course(start, first, mean(sizes), times, used, here.memory)
    finally:
        here.end()


def figures() -> Iterator[dict[str, Any]]:
    yield {"figure": "OpenSSH's sshd on this machine", "value": bool(_sshd()), "unit": ""}
    for columns, rows in SIZES:
        stock, ours = (asyncio.run(course(way, columns, rows)) for way in ("stock", "ours"))
        size = f"{columns}x{rows}"
        yield _beside(f"first table screen, {size}", stock.first, ours.first, "B")
        yield _beside(f"selection key, {size}", stock.key, ours.key, "B")
        yield _beside(
            f"key to its last byte, p50, {size}", share(stock.times, 0.5), share(ours.times, 0.5), "ms"
        )
        yield _beside(f"CPU of a key, {size}", stock.cpu, ours.cpu, "ms")
        yield _beside(f"a process from its start to the table, {size}", stock.start, ours.start, "s")
        yield _beside(f"memory of a process, {size}", stock.memory, ours.memory, "MB")


def _beside(name: str, stock: float, ours: float, unit: str) -> dict[str, Any]:
    ratio = round(stock / ours, 1) if ours else None
    return {"figure": name, "value": round(ours, 2), "unit": unit, "stock": round(stock, 2), "ratio": ratio}


def _sshd() -> str | None:
    return shutil.which("sshd", path=f"{os.environ.get('PATH', '')}{os.pathsep}{Path('/usr/sbin')}")
