"""Those whom an attack must not harm: a player whose game goes on, and newcomers from other addresses."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from time import perf_counter
from typing import Any, NamedTuple

from msgspec import json

from tests.bench._host import SeatedPlayer
from tests.bench._player import SshPlayer, connect, sit

ADDRESS = "127.0.0.2"
"""The player's; attackers have others."""
KEYS = (b"\x1b[C", b"\x1b[D")
"""The selection goes one die to the right, and back."""
PACE, CALM = 0.04, 0.12
"""Seconds between two keys; of a test, whose host takes few packets a second."""
PATIENCE = 10.0
"""Seconds until a key counts as unanswered."""
FEW = 5
"""Keys that are typed during the shortest attack."""
GREETING = b"Court"
"""A word of the lobby of a host with tables."""


class Wait(NamedTuple):
    """How long something took, in seconds, and when it began by `perf_counter`."""

    seconds: float
    began: float


async def quiet_player(port: int, who: SeatedPlayer) -> SshPlayer:
    """A player at their table, from an address of their own."""
    return await sit(port, who, local_addr=(ADDRESS, 0))


async def answer(player: SshPlayer, key: bytes) -> Wait:
    """From a key to the first bytes of its answer."""
    player.reset()
    pressed = player.press(key)
    async with asyncio.timeout(PATIENCE):
        while not player.first:
            await player._arrival()
    return Wait(player.first - pressed, pressed)


async def answers(player: SshPlayer, enough: asyncio.Event, pace: float = PACE) -> list[float]:
    """Types until it is enough, at least a FEW keys; seconds to each answer."""
    took: list[float] = []
    for key in cycle(KEYS):
        if enough.is_set() and len(took) > FEW:
            return took
        took.append(await answer(player, key))
        await asyncio.sleep(max(0.0, pace - took[-1].seconds))
    raise AssertionError


async def newcomer(port: int, number: int) -> Wait:
    """Until a guest from an address that was never here is in the lobby."""
    began = perf_counter()
    guest = await connect(port, name=f"new{number}", local_addr=(f"127.0.1.{1 + number % 250}", 0))
    await guest.sees(GREETING)
    guest.leave()
    return Wait(perf_counter() - began, began)


@asynccontextmanager
async def undisturbed(port: int, who: SeatedPlayer) -> AsyncIterator[None]:
    """While this lasts a player types; every key is answered, and a newcomer gets in."""
    player, enough = await quiet_player(port, who), asyncio.Event()
    typing = asyncio.create_task(answers(player, enough, CALM))
    try:
        yield
        await newcomer(port, who.table)
    finally:
        enough.set()
        await typing
        player.leave()


class Attack:
    """An attack that is under way in its own process."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def report(self) -> dict[str, Any]:
        """What came of it, once it is over."""
        out, _ = await self._process.communicate()
        report = json.decode(out.splitlines()[-1])
        assert isinstance(report, dict)
        return report


@asynccontextmanager
async def attack(
    port: int, name: str, address: str = "127.0.0.1", **options: float | str
) -> AsyncIterator[Attack]:
    """An attack of `tests.edge.attack`, once it has begun; it is ended when this is left."""
    words = (f"{key}={value}" for key, value in options.items())
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.edge.attack", name, str(port), address, *words, stdout=PIPE
    )
    try:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"begun\n", f"{name} did not begin"
        yield Attack(process)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
