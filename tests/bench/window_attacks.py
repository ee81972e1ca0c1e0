"""What a window on the web has to stand: clients that hold connections, ask for what there is not, or read
nothing; its own end, and its host's. Meanwhile somebody at another address looks at pages, and somebody asks
the host. Each attack comes after as long a time without it.
"""

from __future__ import annotations

import asyncio
import gzip
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

import asyncssh

from tests.bench._host import LIMITS, host
from tests.bench._window import Seen, answers, running, seen, view
from tests.clients.test_balancer import free_port

Figure = Mapping[str, Any]
PAIRS, SECONDS = 1, 6.0
LOOKING = 0.05
"""Seconds between two views of whoever looks on."""
ELSEWHERE = "127.0.0.2"
SLOW, DEAF, NAMES, AT_ONCE, PIPELINED = 600, 100, 10_000, 96, 50


async def _looked(stage: Seen, found: list[float]) -> None:
    """How many milliseconds views from another address take."""
    while True:
        begun = perf_counter()
        assert b"data-live" in await view(stage.port, f"/t/{stage.name}", ELSEWHERE)
        found.append((perf_counter() - begun) * 1000)
        await asyncio.sleep(LOOKING)


class Target(NamedTuple):
    """Where a window listens, and a table that it shows."""

    port: int
    table: str
    name: str


async def _connected(port: int, number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection of one of many addresses."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.3.{1 + number // 30}", 0))


async def _held(port: int, number: int, byte: bytes) -> float:
    """How many seconds a connection stays that sends a byte a second, or none."""
    begun = perf_counter()
    try:
        reader, writer = await _connected(port, number)
        while not reader.at_eof():
            writer.write(byte)
            try:
                async with asyncio.timeout(1):
                    await reader.read(99)
            except TimeoutError:
                continue
        writer.close()
    except OSError:  # it was cut off
        pass
    return perf_counter() - begun


async def _hold(stage: Target, byte: bytes) -> str:
    lasted = await asyncio.gather(*(_held(stage.port, number, byte) for number in range(SLOW)))
    return f"all closed after {max(lasted):.1f} s (at most 15)"


async def _deaf(stage: Target) -> str:
    """Streams that nobody reads, for as long as it is measured."""
    streams = [await _connected(stage.port, 4 * number) for number in range(DEAF)]
    for _, writer in streams:
        writer.write(f"GET /live/{stage.table} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        writer.transport.pause_reading()  # type: ignore[attr-defined]
    await asyncio.sleep(SECONDS)
    for _, writer in streams:
        writer.transport.abort()
    return ""


async def _unknown(stage: Target) -> str:
    said, chance = Counter[int](), random.Random(5)
    names = iter([f"{chance.choice(['/t/OAK-', '/p/x', '/r/id', '/cup/oak-'])}{n}" for n in range(NAMES)])

    async def ask(number: int) -> None:
        for path in names:
            answer = await view(stage.port, path, f"127.0.4.{1 + number // 24}")
            said[int(answer[9:12] or b"0")] += 1

    await asyncio.gather(*map(ask, range(AT_ONCE)))
    return ", ".join(f"{count} were told {status or 'nothing'}" for status, count in sorted(said.items()))


async def _pipelined(stage: Target) -> str:
    """Many requests at once in each connection, again and again, whose answers nobody reads."""
    whole = f"GET /t/{stage.name} HTTP/1.1\r\nhost: x\r\n\r\n".encode() * PIPELINED

    async def send(number: int) -> None:
        _, writer = await _connected(stage.port, 30 * number)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(whole)
        await asyncio.sleep(SECONDS)
        writer.transport.abort()

    await asyncio.gather(*map(send, range(16)))
    return ""


async def _long_head(stage: Target) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", stage.port)
    writer.write(b"GET / HTTP/1.1\r\nx: ".ljust(8193, b"a"))
    said = await reader.readline()
    writer.close()
    return said.decode().strip()


ATTACKS: Mapping[str, Callable[[Target], Awaitable[str]]] = {
    f"{SLOW} slow heads": lambda stage: _hold(stage, b"a"),
    f"{SLOW} silent clients": lambda stage: _hold(stage, b""),
    f"{DEAF} streams that nobody reads": _deaf,
    f"{NAMES} unknown names, {AT_ONCE} at once": _unknown,
    f"16 clients with {PIPELINED} requests each, whose answers nobody reads": _pipelined,
    "a head of 8 kB and a byte": _long_head,
}


def attack() -> None:
    """What a process of its own does, so that its work is not in what is measured: told by its arguments."""
    which, port, table, name = sys.argv[1:]
    sys.stdout.write(asyncio.run(ATTACKS[which](Target(int(port), table, name))) or " ")


async def _begun(stage: Seen, which: str) -> asyncio.subprocess.Process:
    code = "from tests.bench.window_attacks import attack; attack()"
    words = (which, str(stage.port), stage.table, stage.name)
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, *words, stdout=asyncio.subprocess.PIPE
    )


async def _measured(stage: Seen, which: str = "") -> tuple[list[float], ...]:
    """How long views and the host's answers take, beside an attack if one is named."""
    views, process = list[float](), await _begun(stage, which) if which else None
    async with running(_looked(stage, views)):
        asked = await answers(stage.asks, SECONDS)
    if process:
        if process.returncode is None:
            process.kill()
        await process.communicate()
    return views, asked


async def _attacked() -> AsyncIterator[Figure]:
    async with seen() as stage:
        async for figure in _weights(stage):
            yield figure
        for name in ATTACKS:
            told = (await (await _begun(stage, name)).communicate())[0].decode().strip()
            calm, hot = list[tuple[list[float], ...]](), list[tuple[list[float], ...]]()
            for _ in range(PAIRS):
                calm.append(await _measured(stage))
                hot.append(await _measured(stage, name))
            views, asked = ([[run[which] for run in runs] for runs in (calm, hot)] for which in (0, 1))
            grown = median(_p99(b) - _p99(a) for a, b in zip(*asked, strict=True))
            yield {"figure": f"{name}: a view elsewhere, median and longest, without and with", "unit": "ms",
                   "value": [*map(_of, views)], "budget": 100, "told": told}  # fmt: skip
            yield {"figure": f"{name}: p99 of the host's who without, with, and how it grows", "unit": "ms",
                   "value": [*(round(median(map(_p99, runs)), 1) for runs in asked), round(grown, 1)],
                   "budget": 10}  # fmt: skip
        async for figure in _killed(stage):
            yield figure


def _p99(found: list[float]) -> float:
    return quantiles(found, n=100, method="inclusive")[98]


def _of(runs: list[list[float]]) -> list[float]:
    every = [value for run in runs for value in run]
    return [round(median(every), 1), round(max(every), 1)]


async def _weights(stage: Seen) -> AsyncIterator[Figure]:
    async def size(path: str) -> int:
        return len(gzip.compress((await view(stage.port, path)).partition(b"\r\n\r\n")[2], 6))

    table, files = await size(f"/t/{stage.name}"), 0
    for path in ("/style.css", "/update.js", "/pieces.svg"):
        files += await size(path)
    both = [round(size / 1000, 1) for size in (table, table + files)]
    yield {"figure": "a page of a table packed, with style, script and pieces", "unit": "kB",
           "value": both, "budget": [4, 12]}  # fmt: skip
    reader, writer = await asyncio.open_connection("127.0.0.1", stage.port)
    writer.write(f"GET /live/{stage.table} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    waits, moved = list[float](), stage.player.moved
    for _ in range(20):
        while not (await reader.readline()).startswith(b"data:"):
            pass
        await view(stage.port, f"/t/{stage.name}", ELSEWHERE)
        if moved:
            waits.append(perf_counter() - moved[0])
        moved.clear()
    writer.close()
    yield {"figure": "from a step to its page: median, longest", "unit": "s",
           "value": [round(median(waits), 2), round(max(waits), 2)], "budget": 1.5}  # fmt: skip


async def _killed(stage: Seen) -> AsyncIterator[Figure]:
    for which in ("a window that has lasted for a minute", "one that has just been started again"):
        stage.window.kill()
        begun = perf_counter()
        async with running(back := asyncio.ensure_future(stage.is_back())):
            asked = await answers(stage.asks, 1.0)
            await back
        yield {"figure": f"{which} is killed: back; the host's longest answer meanwhile, in ms", "unit": "s",
               "value": [round(perf_counter() - begun, 2), round(max(asked), 1)], "budget": 2}  # fmt: skip


@asynccontextmanager
async def _beside(port: int, folder: Path) -> AsyncIterator[int]:
    """A window beside a host, and where it listens."""
    known = folder / "known"
    found = await asyncssh.get_server_host_key("127.0.0.1", port)
    assert found
    known.write_text(f"[127.0.0.1]:{port} {found.export_public_key().decode()}")
    words = ["--host", f"127.0.0.1:{port}", "--key", str(folder / "key"), "--known-hosts", str(known)]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "server",
        "web",
        "--listen",
        "127.0.0.1:0",
        *words,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    yield int((await process.stdout.readline()).split()[-1])
    process.kill()
    await process.wait()


async def _without_its_host() -> AsyncIterator[Figure]:
    """How long a window shows what it knew last, and how soon it is right again."""
    with TemporaryDirectory() as name:
        folder, port, own = Path(name), free_port(), asyncssh.generate_private_key("ssh-ed25519")
        own.write_private_key(folder / "key")
        there = {**LIMITS, "CROWNHOUSE_WEB_KEYS": own.get_fingerprint()}
        async with AsyncExitStack() as beside:
            async with host(folder / "data", "--listen", f"127.0.0.1:{port}", settings=there):
                window = await beside.enter_async_context(_beside(port, folder))
                await _says(window, b" 200 ")
            begun = perf_counter()
            await _says(window, b" 503 ")
            yield {"figure": "its host is gone: 503 after", "unit": "s",
                   "value": round(perf_counter() - begun, 1), "budget": 62}  # fmt: skip
            await asyncio.sleep(20)
            async with host(folder / "data", "--listen", f"127.0.0.1:{port}", settings=there):
                begun = perf_counter()
                await _says(window, b" 200 ")
                yield {"figure": "and back for: right after", "unit": "s",
                       "value": round(perf_counter() - begun, 1), "budget": 5}  # fmt: skip


async def _says(window: int, status: bytes) -> None:
    """Wait until a window answers like this."""
    while status not in (await view(window, "/"))[:14]:  # noqa: ASYNC110
        await asyncio.sleep(0.1)


def figures() -> Iterator[Figure]:
    """In pairs, on one host; then of a window whose host goes and comes back."""
    with asyncio.Runner() as runner:
        for found in (_attacked(), _without_its_host()):
            while figure := runner.run(anext(found, None)):
                yield figure
