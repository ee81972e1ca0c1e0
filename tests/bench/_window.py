"""A host with a window on the web and a game that goes on, to be measured from outside."""

from __future__ import annotations

import asyncio
import random
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

import asyncssh
import psutil

from tests.bench._host import LIMITS, HostProcess, host
from tests.clients.test_balancer import free_port
from tests.soak.program import Program, RefusedError

ASKING = 0.06
"""Seconds between two questions to the host: no more of them than a program may ask, or the wait for its turn
would hide how long answers take.
"""
STEP = 0.25
"""Seconds between two moves of the game that goes on."""
COUNTING = """
import mmap, sys
from server.start import main, window
file = open(sys.argv.pop(1), "r+b")
counts = memoryview(mmap.mmap(file.fileno(), 24)).cast("Q")
class Counted(window.WindowLine):
    def data_received(self, data):
        counts[0] += data.count(b"\\n")
        super().data_received(data)
    def write(self, data):
        counts[1] += data.count(b"\\n")
        counts[2] += len(data)
        super().write(data)
window.WindowLine = Counted
sys.exit(main.main(sys.argv[1:]))
"""
"""A host that counts what its window asks, and the lines and bytes to it, in the file that is named first."""
SETTINGS = {**LIMITS, "CROWNHOUSE_LIMITS_ACCOUNTS_PER_ADDRESS": "100"}


class Player:
    """Two accounts at one table after another, who play whatever is legal."""

    def __init__(self, programs: list[Program]) -> None:
        self._programs, self._luck = programs, random.Random(7)
        self.moved = list[float]()
        """When they have moved."""

    async def sit_down(self) -> tuple[str, str]:
        """The id and the name of a game that begins."""
        first, second = self._programs
        opened = await first.ask("open", game="court", seats=2, options={})
        for one in self._programs:
            await one.ask("watch", table=opened["table"])
        await second.ask("sit", table=opened["table"])
        await first.ask("start", table=opened["table"])
        return opened["table"], opened["name"]

    async def move(self, table: str) -> None:
        """One move."""
        for one in self._programs:
            if (news := one.news.get(table)) and news["ask"]:
                with suppress(RefusedError):
                    legal = await one.ask("legal", table=table, count=50)
                    if legal["moves"]:
                        move = self._luck.choice(legal["moves"])["notation"]
                        await one.ask("move", table=table, move=move, seq=legal["seq"])
                        self.moved.append(perf_counter())
                return
        await self._programs[0].anything(0.2)

    async def end(self, table: str) -> None:
        """Both agree that it is over."""
        for one in self._programs:
            await one.ask("abandon", table=table)


async def program(port: int, name: str) -> Program:
    connection = await asyncssh.connect(
        "127.0.0.1", port, username=name, client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        known_hosts=None, config=None, agent_path=None,
    )  # fmt: skip
    program = Program(await connection.create_process("api", encoding=None))
    await program.hello
    program.connection = connection  # type: ignore[attr-defined]  # or it is closed
    return program


async def view(port: int, path: str, address: str = "127.0.0.1") -> bytes:
    """Everything that comes for an address; nothing where nobody listens."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        writer.write(f"GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
        said = await reader.read(-1)
        writer.close()
    except OSError:
        return b""
    return said


async def answers(asks: Program, seconds: float) -> list[float]:
    """How many milliseconds the host's answers to `who` take."""
    found, end = list[float](), perf_counter() + seconds
    while (begun := perf_counter()) < end:
        await asks.ask("who")
        found.append((perf_counter() - begun) * 1000)
        await asyncio.sleep(ASKING)
    return found


@asynccontextmanager
async def running(*tasks: Any) -> AsyncIterator[None]:
    """Tasks that go on meanwhile."""
    begun = [asyncio.ensure_future(task) for task in tasks]
    try:
        yield
    finally:
        for one in begun:
            one.cancel()
        await asyncio.gather(*begun, return_exceptions=True)


async def _play(player: Player, table: str) -> None:
    while True:
        await player.move(table)
        await asyncio.sleep(STEP)


def cpu(process: int) -> float:
    """Seconds of a core that a process used so far, to the nanosecond: what `ps` tells has steps of 10 ms."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(one.read_text("ascii").split()[0]) for one in threads) / 1e9


class Seen(NamedTuple):
    """A host with a window: where the window listens, a table whose game goes on, games that have ended, and
    a program that asks the host.
    """

    at: HostProcess
    port: int
    table: str
    name: str
    ended: tuple[str, ...]
    asks: Program
    player: Player
    counts: Path

    def counted(self) -> tuple[int, ...]:
        """What the window has asked the host so far, and the lines and bytes that it was sent."""
        return struct.unpack("3Q", self.counts.read_bytes())

    @property
    def window(self) -> psutil.Process:
        """The process of the window."""
        children = psutil.Process(self.at.process.pid).children()
        return next(one for one in children if "web" in one.cmdline())

    async def is_back(self) -> None:
        """Wait until the page of the table is there."""
        while b"data-live" not in await view(self.port, f"/t/{self.name}"):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def _counts(folder: str) -> Path:
    counts = Path(folder, "counts")
    counts.write_bytes(bytes(24))
    return counts


@asynccontextmanager
async def seen(ended: int = 1, moves: int = 80) -> AsyncIterator[Seen]:
    """Such a host, with so many ended games of so many moves."""
    port = free_port()
    with TemporaryDirectory() as folder:
        counts = _counts(folder)
        boot = ("-c", COUNTING, str(counts))
        async with host(Path(folder), "--web", f"127.0.0.1:{port}", settings=SETTINGS, boot=boot) as at:
            player = Player([await program(at.port, name) for name in ("anna", "bert")])
            asks, games = await program(at.port, "cleo"), list[str]()
            for _ in range(ended):
                table, _ = await player.sit_down()
                for _ in range(moves):
                    await player.move(table)
                await player.end(table)
                games.append(table)
            found = Seen(at, port, *await player.sit_down(), tuple(games), asks, player, counts)
            await found.is_back()
            async with running(_play(player, found.table)):
                yield found
