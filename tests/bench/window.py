"""What a window on the web costs its host: how long the host's answers take while 1,000 views a minute are
served, a quarter of them positions of replays that nobody has seen yet; what 500 viewers of a table cost.

Each pair is measured without and with, one after the other, on the same host with a game that goes on.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import asyncssh
import psutil

from tests.bench._host import LIMITS, HostProcess, host
from tests.clients.test_balancer import free_port
from tests.soak.program import Program, RefusedError

PAIRS, SECONDS = 5, 12.0
VIEWS = 1000 / 60
"""Views a second."""
ASKING = 0.02
"""Seconds between two questions to the host."""
VIEWERS = 500
PER_ADDRESS = 8
ENDED, MOVES = 6, 80
STEP = 0.5
"""Seconds between two moves of the game that goes on."""
SETTINGS = {**LIMITS, "CROWNHOUSE_LIMITS_ACCOUNTS_PER_ADDRESS": "100"}


class Player:
    """Two accounts at one table after another, who play whatever is legal."""

    def __init__(self, programs: list[Program]) -> None:
        self._programs, self._luck = programs, random.Random(7)

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
                return
        await self._programs[0].anything(0.2)

    async def end(self, table: str) -> None:
        """Both agree that it is over."""
        for one in self._programs:
            await one.ask("abandon", table=table)


async def _program(port: int, name: str) -> Program:
    connection = await asyncssh.connect(
        "127.0.0.1", port, username=name, client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        known_hosts=None, config=None, agent_path=None,
    )  # fmt: skip
    program = Program(await connection.create_process("api", encoding=None))
    await program.hello
    program.connection = connection  # type: ignore[attr-defined]  # or it is closed
    return program


async def _view(port: int, path: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
    said = await reader.read(-1)
    writer.close()
    return said


async def _views(port: int, seen: list[str], new: Iterator[str]) -> None:
    """Views for as long as it runs: three in four of what is kept, or changes by itself."""
    begun, tasks = perf_counter(), set[asyncio.Task[bytes]]()
    for number in itertools.count():
        path = next(new) if number % 4 == 0 else seen[number % len(seen)]
        task = asyncio.create_task(_view(port, path))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        await asyncio.sleep(max(0.0, begun + number / VIEWS - perf_counter()))


async def _answers(asks: Program) -> list[float]:
    """How many milliseconds the host's answers to `who` take."""
    found, end = list[float](), perf_counter() + SECONDS
    while (begun := perf_counter()) < end:
        await asks.ask("who")
        found.append((perf_counter() - begun) * 1000)
        await asyncio.sleep(ASKING)
    return found


async def _listen(port: int, table: str, address: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(f"GET /live/{table} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        while await reader.read(4096):
            pass
    finally:
        writer.close()


@asynccontextmanager
async def _running(task: Any) -> AsyncIterator[None]:
    running = asyncio.ensure_future(task)
    try:
        yield
        assert not running.done(), running
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _play(player: Player, table: str) -> None:
    while True:
        await player.move(table)
        await asyncio.sleep(STEP)


async def _measured() -> list[Mapping[str, Any]]:
    port = free_port()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        at = await stack.enter_async_context(
            host(Path(folder), "--web", f"127.0.0.1:{port}", settings=SETTINGS)
        )
        player = Player([await _program(at.port, name) for name in ("anna", "bert")])
        asks = await _program(at.port, "cleo")
        ended = []
        for _ in range(ENDED):
            table, _ = await player.sit_down()
            for _ in range(MOVES):
                await player.move(table)
            await player.end(table)
            ended.append(table)
        table, name = await player.sit_down()
        while b"data-live" not in await _tried(port, f"/t/{name}"):  # noqa: ASYNC110
            await asyncio.sleep(0.2)
        window = _window_of(at)
        seen = [f"/t/{name}", "/", f"/t/{name}?l=de"]
        new = itertools.cycle(
            f"/r/{one}/{step}{language}"
            for language in ("", "?l=de", "?l=it", "?l=nl")
            for step in range(MOVES - 20)
            for one in ended
        )
        await stack.enter_async_context(_running(_play(player, table)))
        return [*await _pairs(window, asks, port, seen, new), *await _crowd(at, window, port, table)]


async def _tried(port: int, path: str) -> bytes:
    try:
        return await _view(port, path)
    except OSError:
        return b""


def _window_of(at: HostProcess) -> psutil.Process:
    children = psutil.Process(at.process.pid).children()
    return next(one for one in children if "web" in one.cmdline())


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


async def _pairs(
    window: psutil.Process, asks: Program, port: int, seen: list[str], new: Iterator[str]
) -> list[Mapping[str, Any]]:
    """The host's answers without views and with them."""
    without, with_views, busy = list[list[float]](), list[list[float]](), list[float]()
    for _ in range(PAIRS):
        without.append(await _answers(asks))
        before = _cpu(window)
        async with _running(_views(port, seen, new)):
            with_views.append(await _answers(asks))
        busy.append((_cpu(window) - before) / SECONDS * 100)

    def p99(runs: list[list[float]]) -> float:
        return round(median(quantiles(run, n=100)[98] for run in runs), 1)

    def middle(runs: list[list[float]]) -> float:
        return round(median(median(run) for run in runs), 2)

    grown = [
        quantiles(b, n=100)[98] - quantiles(a, n=100)[98] for a, b in zip(without, with_views, strict=True)
    ]
    return [
        {"figure": "the host's who, median: without views, with 1,000 a minute", "unit": "ms",
         "value": [middle(without), middle(with_views)]},
        {"figure": "its p99: without, with", "unit": "ms", "value": [p99(without), p99(with_views)]},
        {"figure": "its p99 grows by (median of the pairs)", "unit": "ms", "value": round(median(grown), 1),
         "budget": 10},
        {"figure": "the window's CPU, a quarter of the views made anew", "unit": "% of a core",
         "value": round(median(busy), 2), "budget": 5},
    ]  # fmt: skip


async def _crowd(at: HostProcess, window: psutil.Process, port: int, table: str) -> list[Mapping[str, Any]]:
    """What the host and its window do with one viewer of a table and with many, who are sent ticks."""
    runs: dict[int, list[tuple[float, float, float]]] = {1: [], VIEWERS: []}
    for viewers in (1, VIEWERS) * PAIRS:
        async with AsyncExitStack() as crowd:
            for number in range(viewers):
                place, last = divmod(number // PER_ADDRESS, 200)
                await crowd.enter_async_context(
                    _running(_listen(port, table, f"127.0.{2 + place}.{1 + last}"))
                )
            await asyncio.sleep(2)
            before = at.cpu, _cpu(window)
            await asyncio.sleep(SECONDS)
            cpu = (at.cpu - before[0]) / SECONDS * 100, (_cpu(window) - before[1]) / SECONDS * 100
            runs[viewers].append((*cpu, window.memory_info().rss / 2**20))
    one, many = ([round(median(values), 2) for values in zip(*runs[n], strict=True)] for n in (1, VIEWERS))
    what = ("the host's CPU", "the window's CPU", "the window's memory")
    units = ("% of a core", "% of a core", "MB")
    return [
        {"figure": f"{name} with 1 viewer of a table, with {VIEWERS}", "unit": unit, "value": list(both)}
        for name, unit, *both in zip(what, units, one, many, strict=True)
    ]


def figures() -> Iterator[Mapping[str, Any]]:
    """In pairs, on one host."""
    yield from asyncio.run(_measured())
