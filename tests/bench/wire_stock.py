"""The stock way beside ours: the same court table over SSH, but Textual's own output and a process for
each session, behind OpenSSH's sshd.

The same player sits before both, and sees the same picture; `stock` is the stock way's figure, `value`
ours, `ratio` how much dearer the stock way is. Where sshd is not installed (`"sshd": false`) a server of
the benchmark starts the processes (see `tests.bench._stock`). It is one process for all its sessions,
which flatters the stock way's memory, and encrypts in Python as ours does, which costs it some CPU; what
the figures are about, a process and its output for each session, is the same.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter
from typing import Any, NamedTuple

from tests.bench._host import SeatedPlayer, compile_modules, folder, host, picture, seats
from tests.bench._player import TABLE, SshPlayer, connect, share
from tests.bench._stock import Family, sshd, stock_host

SIZES = ((80, 24), (120, 40))
SELECTION = (b"\x1b[C", b" ", b"\x1b[C", b" ", b"\x1b[D", b" ")
ROUNDS = 6
"""Selections by a single player. Of so few keys, p99 is the slowest."""
FEW, MANY = 2, 10
"""Sessions between which memory is told; keys are with one and with the many."""
STARTS = 6
"""Of one after another; the first is not counted, it warms up."""
PERIOD = 1.0
"""Seconds from one key of a player to the next, where there are many."""
SECONDS = 8.0
PAINTED, ANSWERED = 0.3, 0.1
"""Seconds without a byte that end a first screen, and an answer."""


class Route(NamedTuple):
    """A way to the table: how each of the players connects, and who serves them."""

    players: Sequence[dict[str, Any]]
    family: Family


class RouteCost(NamedTuple):
    """What one way took: milliseconds, bytes, MB."""

    start: float
    first: int
    payload: float
    alone: list[float]
    cpu: float
    many: list[float]
    memory: float


def figures() -> Iterator[dict[str, Any]]:
    compile_modules()
    people = seats(MANY)
    with folder(MANY, people) as data, tempfile.TemporaryDirectory() as name:
        shown = Path(name) / "picture"
        shown.write_bytes(pickle.dumps(picture(people[0])))
        for size in SIZES:
            yield from _beside(size, *asyncio.run(_courses(size, data, people, shown)))


async def _courses(
    size: tuple[int, int], data: Path, people: list[SeatedPlayer], shown: Path
) -> tuple[RouteCost, RouteCost]:
    async with _stock(shown) as door:
        stock = await _course(door, size)
    async with _ours(data, people) as door:
        return stock, await _course(door, size)


@asynccontextmanager
async def _stock(shown: Path) -> AsyncIterator[Route]:
    async with stock_host(sys.executable, "-m", "tests.bench._on_a_pty", str(shown)) as host:
        who = {"port": host.port, "name": host.name, "key": host.key}
        yield Route([who] * MANY, host.family)


@asynccontextmanager
async def _ours(data: Path, people: list[SeatedPlayer]) -> AsyncIterator[Route]:
    """Who asks for the game they play comes to their table at once."""
    async with host(data) as at:
        players = [{"port": at.port, "key": who.key, "command": "court"} for who in people]
        yield Route(players, Family(at.process.pid))


async def _course(door: Route, size: tuple[int, int]) -> RouteCost:
    starts, first = [], 0
    for _ in range(STARTS):
        player = await _sit(door, 0, size)
        starts.append(1000 * (player.last - player.began))
        first = player.count
        await _leave(player)
    here = [await _sit(door, 0, size)]
    spent, times, sizes = door.family.cpu, [], []
    for key in SELECTION * ROUNDS:
        times.append(await _answer(here[0], key))
        sizes.append(here[0].count)
    cpu = 1000 * (door.family.cpu - spent) / len(times)
    here += [await _sit(door, number, size) for number in range(1, FEW)]
    few = door.family.memory
    here += [await _sit(door, number, size) for number in range(FEW, MANY)]
    memory = (door.family.memory - few) / (MANY - FEW)
    many = await _together(here)
    await asyncio.gather(*map(_leave, here))
    return RouteCost(median(starts[1:]), first, mean(sizes), times, cpu, many, memory)


async def _sit(door: Route, number: int, size: tuple[int, int]) -> SshPlayer:
    """Somebody who has the whole table on their screen."""
    player = await connect(size=size, **door.players[number])
    await player.sees(*TABLE)
    await player.quiet(PAINTED)
    player.stop_watching()
    return player


async def _leave(player: SshPlayer) -> None:
    player.leave()
    await player.connection.wait_closed()


async def _answer(player: SshPlayer, key: bytes) -> float:
    """Milliseconds to its last byte. Raises RuntimeError where none comes."""
    took = await player.answered(key, ANSWERED)
    if took is None:
        raise RuntimeError(f"no answer to {key!r}")
    return 1000 * took


async def _together(here: list[SshPlayer]) -> list[float]:
    """Everybody selects, each at their own time."""
    times: list[float] = []

    async def play(number: int, player: SshPlayer) -> None:
        await asyncio.sleep(Random(number).random() * PERIOD)
        for turn in range(int(SECONDS / PERIOD)):
            pressed = perf_counter()
            times.append(await _answer(player, SELECTION[turn % len(SELECTION)]))
            await asyncio.sleep(max(0.0, pressed + PERIOD - perf_counter()))

    await asyncio.gather(*(play(number, player) for number, player in enumerate(here)))
    return times


def _beside(size: tuple[int, int], stock: RouteCost, ours: RouteCost) -> Iterator[dict[str, Any]]:
    shown = "{}x{}".format(*size)
    key = "selection key"
    for name, unit, theirs, own in (
        ("first table screen", "B", stock.first, ours.first),
        (key, "B", stock.payload, ours.payload),
        (f"{key} to its last byte, 1 session, p50", "ms", share(stock.alone, 0.5), share(ours.alone, 0.5)),
        (f"{key} to its last byte, 1 session, p99", "ms", share(stock.alone, 0.99), share(ours.alone, 0.99)),
        (
            f"{key} to its last byte, {MANY} sessions, p50",
            "ms",
            share(stock.many, 0.5),
            share(ours.many, 0.5),
        ),
        (
            f"{key} to its last byte, {MANY} sessions, p99",
            "ms",
            share(stock.many, 0.99),
            share(ours.many, 0.99),
        ),
        (f"CPU of a {key}", "ms", stock.cpu, ours.cpu),
        ("connect to the whole table, alone, p50", "ms", stock.start, ours.start),
        (f"memory of a session, {FEW} -> {MANY} sessions", "MB", stock.memory, ours.memory),
    ):
        yield {
            "figure": f"{name}, {shown}", "value": round(own, 2), "unit": unit, "stock": round(theirs, 2),
            "ratio": round(theirs / own, 1) if own else None, "sshd": bool(sshd()),
        }  # fmt: skip
