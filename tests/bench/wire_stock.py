"""The stock way beside ours: the same court table over SSH, but Textual's own output and a process for
each session, behind OpenSSH's sshd.

The same player sits before both, in one run and in turns: some keys at one, then as many at the other, so
that a noisy machine harms both alike. The stock way is the program as it was at commit `PAINTED`, so that it
does not move with ours; where the history is missing it is the program as it is now (`"painted": ""`). What
both show differs by what was changed since then.

`stock` is the stock way's figure, `value` ours, `of_stock` how much of the stock way's ours is, `plies` what
python-chess plays a second of CPU in the same run. Where sshd is not installed (`"sshd": false`) a server of
the benchmark starts the processes (see `tests.bench._stock`). It is one process for all its sessions,
which flatters the stock way's memory, and encrypts in Python as ours does, which costs it some CPU; what
the figures are about, a process and its output for each session, is the same.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter
from typing import Any

from tests.bench._day import DayProgram, program_of_or_now
from tests.bench._host import SeatedPlayer, compile_modules, folder, host, seats
from tests.bench._player import TABLE, SshPlayer, connect, share
from tests.bench._stock import Family, sshd, stock_host
from training.yardstick import measured, play_chess

PAINTED = "3099cc6bb11b131e9c6240d9032c8e3b04f133b5"
"""The last commit before keys were to cost less than the stock way's."""
SIZES = ((80, 24), (120, 40))
SELECTION = (b"\x1b[C", b" ", b"\x1b[C", b" ", b"\x1b[D", b" ")
ROUNDS = 60
"""Selections by a single player, at each: so many that p99 is not one of the three slowest keys."""
FEW, MANY = 2, 10
"""Sessions between which memory is told; keys are with one and with the many."""
STARTS = 6
"""Of one after another; the first is not counted, it warms up."""
PERIOD = 1.0
"""Seconds from one key of a player to the next, where there are many."""
TURNS, KEYS = 8, 6
"""How often each way has its turn with many players, and how many keys each of them presses in it."""
PAINTED_AFTER, ANSWERED = 0.3, 0.1
"""Seconds without a byte that end a first screen, and an answer."""
PICTURE = Path(__file__).with_name("_picture.py")
"""Writes what the stock way shows, with the classes of its own day."""

Compared = tuple[str, str, float, float, float]
"""A figure's name, its unit, what of the stock way's is wanted (0: nothing), theirs and ours."""


class Route:
    """A way to the table, and what it took: milliseconds, bytes, MB. `players`: how each connects; `held`:
    the MB of what has the sessions.
    """

    def __init__(self, players: Sequence[dict[str, Any]], family: Family, held: Callable[[], float]) -> None:
        self.players, self.family, self.held = players, family, held
        self.here: list[SshPlayer] = []
        self.starts: list[float] = []
        self.sizes: list[int] = []
        self.alone: list[float] = []
        self.many: list[float] = []
        self.cpu: list[float] = []
        """Of a key of a single player, for each selection."""
        self.cpu_many: list[float] = []
        self.first = 0
        self.memory = 0.0

    async def start(self, size: tuple[int, int]) -> None:
        """Somebody comes and leaves."""
        player = await _sit(self, 0, size)
        self.starts.append(1000 * (player.last - player.began))
        self.first = player.count
        player.leave()
        await player.connection.wait_closed()

    async def fill(self, size: tuple[int, int], players: int) -> None:
        """Has so many at the table."""
        self.here += [await _sit(self, number, size) for number in range(len(self.here), players)]

    async def select(self) -> None:
        """The first one selects."""
        spent = self.family.cpu
        for key in SELECTION:
            self.alone.append(await _answer(self.here[0], key))
            self.sizes.append(self.here[0].count)
        self.cpu.append(1000 * (self.family.cpu - spent) / len(SELECTION))

    async def select_together(self, turn: int) -> None:
        """Everybody selects, each at their own time."""

        async def play(number: int, player: SshPlayer) -> None:
            await asyncio.sleep(Random(number).random() * PERIOD)
            for place in range(turn * KEYS, (turn + 1) * KEYS):
                pressed = perf_counter()
                self.many.append(await _answer(player, SELECTION[place % len(SELECTION)]))
                await asyncio.sleep(max(0.0, pressed + PERIOD - perf_counter()))

        spent = self.family.cpu
        await asyncio.gather(*(play(number, player) for number, player in enumerate(self.here)))
        self.cpu_many.append(1000 * (self.family.cpu - spent) / KEYS / len(self.here))


def figures() -> Iterator[dict[str, Any]]:
    compile_modules()
    people = seats(MANY)
    with (
        folder(MANY, people) as data,
        program_of_or_now(PAINTED) as day,
        tempfile.TemporaryDirectory() as name,
    ):
        shown = Path(name) / "picture"
        subprocess.run([sys.executable, "-c", PICTURE.read_text("utf-8"), shown], cwd=day.root, check=True)
        for size in SIZES:
            stock, ours, plies = asyncio.run(_courses(size, data, people, day, shown))
            about = {"plies": plies, "painted": day.commit[:8], "sshd": bool(sshd())}
            for figure in _beside("{}x{}".format(*size), stock, ours):
                yield figure | about


async def _courses(
    size: tuple[int, int], data: Path, people: list[SeatedPlayer], day: DayProgram, shown: Path
) -> tuple[Route, Route, int]:
    async with _stock(day, shown) as stock, _ours(data, people) as ours:
        pair, plies = (stock, ours), []
        for _ in range(STARTS):
            for route in pair:
                await route.start(size)
        for route in pair:
            await route.fill(size, 1)
        for turn in range(ROUNDS):
            for route in pair if turn % 2 else pair[::-1]:
                await route.select()
            if turn % 5 == 0:
                plies.append(measured(play_chess, turn).plies)
        for route in pair:
            await route.fill(size, FEW)
            few = route.held()
            await route.fill(size, MANY)
            route.memory = (route.held() - few) / (MANY - FEW)
        for turn in range(TURNS):
            for route in pair if turn % 2 else pair[::-1]:
                await route.select_together(turn)
        for player in (*stock.here, *ours.here):
            player.leave()
            await player.connection.wait_closed()
        return stock, ours, round(median(plies))


@asynccontextmanager
async def _stock(day: DayProgram, shown: Path) -> AsyncIterator[Route]:
    command = (sys.executable, "-m", "tests.bench._on_a_pty", str(shown))
    async with stock_host(day.root, *command) as host:
        who = {"port": host.port, "name": host.name, "key": host.key}
        yield Route([who] * MANY, host.family, lambda: host.family.memory)


@asynccontextmanager
async def _ours(data: Path, people: list[SeatedPlayer]) -> AsyncIterator[Route]:
    """Who asks for the game they play comes to their table at once. The host's own process has all sessions;
    its workers start when they are needed.
    """
    async with host(data) as at:
        players = [{"port": at.port, "key": who.key, "command": "court"} for who in people]
        yield Route(players, Family(at.process.pid), lambda: at.memory)


async def _sit(door: Route, number: int, size: tuple[int, int]) -> SshPlayer:
    """Somebody who has the whole table on their screen."""
    player = await connect(size=size, **door.players[number])
    await player.sees(*TABLE)
    await player.quiet(PAINTED_AFTER)
    player.stop_watching()
    return player


async def _answer(player: SshPlayer, key: bytes) -> float:
    """Milliseconds to its last byte. Raises RuntimeError where none comes."""
    took = await player.answered(key, ANSWERED)
    if took is None:
        raise RuntimeError(f"no answer to {key!r}")
    return 1000 * took


def _beside(shown: str, stock: Route, ours: Route) -> Iterator[dict[str, Any]]:
    key = "selection key"
    for name, unit, wanted, theirs, own in (
        ("first table screen", "B", 0, stock.first, ours.first),
        (key, "B", 0, mean(stock.sizes), mean(ours.sizes)),
        *_times(f"{key} to its last byte, 1 session", stock.alone, ours.alone),
        *_times(f"{key} to its last byte, {MANY} sessions", stock.many, ours.many),
        (f"CPU of a {key}, 1 session", "ms", 0.7, median(stock.cpu), median(ours.cpu)),
        (f"CPU of a {key}, {MANY} sessions", "ms", 0.7, median(stock.cpu_many), median(ours.cpu_many)),
        ("connect to the whole table, p50", "ms", 0, median(stock.starts[1:]), median(ours.starts[1:])),
        (f"memory of a session, {FEW} -> {MANY} sessions", "MB", 0, stock.memory, ours.memory),
    ):
        yield {
            "figure": f"{name}, {shown}", "value": round(own, 2), "unit": unit, "stock": round(theirs, 2),
            "of_stock": round(own / theirs, 3), **({"budget": f"<= {wanted} of stock"} if wanted else {}),
        }  # fmt: skip


def _times(name: str, stock: list[float], ours: list[float]) -> Iterator[Compared]:
    for part in (0.5, 0.99):
        yield f"{name}, p{round(100 * part)}", "ms", 0.8, share(stock, part), share(ours, part)
