"""Many players at their tables, with real SSH connections from this process to a host in another.

Key to last byte with 1, 50, 200 and 500 sessions, memory of a session, what an idle host costs,
and how fast many come in at once. Everybody sits at a table of their own in mid-game and is to
move; their keys choose dice and cost the host everything that depends on the choice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from tests.bench._host import HostProcess, SeatedPlayer, folder, host, seats
from tests.bench._player import KEYS, QUIET, SshPlayer, connect, pressed_in_turn, share, sit_all

STEPS = (1, 50, 200, 500)
SECONDS = 15.0
ALONE = 60
"""Keys of a single player."""
IDLE = 10.0
STORM = 50
MARK = b"Lobby"


def figures() -> Iterator[dict[str, Any]]:
    players = seats(STEPS[-1])
    with folder(STEPS[-1], players) as data:
        yield from asyncio.run(_crowd(data, players))
        yield from asyncio.run(_storm(data))


async def _crowd(data: Path, people: list[SeatedPlayer]) -> list[dict[str, Any]]:
    found, memory = [], {}
    async with host(data) as at:
        here: list[SshPlayer] = []
        for count in STEPS:
            here += await sit_all(at.port, people[len(here) : count])
            found += await _keys(at, here)
            memory[count] = at.memory
        found += _memory(memory)
        found.append(await _idle(at, here))
        for player in here:
            player.leave()
    return found


async def _keys(at: HostProcess, here: list[SshPlayer]) -> list[dict[str, Any]]:
    alone = len(here) == 1
    spent, times = at.cpu, list[float]()
    if alone:
        for number in range(ALONE):
            took = await here[0].answered(KEYS[number % len(KEYS)], QUIET)
            times += [] if took is None else [1000 * took]
    else:
        times = await pressed_in_turn(here, SECONDS)
    cpu = at.cpu - spent
    name = f"key to its last byte, {len(here)} sessions"
    budgets = {1: ("p50", 3), 200: ("p99", 15)}
    percentiles = {"p50": share(times, 0.5), "p99": share(times, 0.99)}
    lines: list[dict[str, Any]] = [
        {"figure": f"{name}, {which}", "value": round(value, 2), "unit": "ms"}
        | ({"budget": budgets[len(here)][1]} if budgets.get(len(here), ("",))[0] == which else {})
        for which, value in percentiles.items()
    ]
    lines.append(
        {"figure": f"CPU of a key, {len(here)} sessions", "value": round(1000 * cpu / len(times), 2),
         "unit": "ms"}
    )  # fmt: skip
    return lines


def _memory(at: dict[int, float]) -> list[dict[str, Any]]:
    pairs = [(50, 200, 1.0), (200, 500, None)]
    return [
        {"figure": f"memory of a session at the table, {few} -> {many} sessions",
         "value": round((at[many] - at[few]) / (many - few), 3), "unit": "MB"}
        | ({"budget": budget} if budget else {})
        for few, many, budget in pairs
    ]  # fmt: skip


async def _idle(at: HostProcess, here: list[SshPlayer]) -> dict[str, Any]:
    for player in here:
        player.reset()
    spent = at.cpu
    await asyncio.sleep(IDLE)
    used = round(100 * (at.cpu - spent) / IDLE, 2)
    sent = sum(player.count for player in here)
    return {
        "figure": f"{len(here)} idle tables, {IDLE:.0f} s",
        "value": used,
        "unit": "% of a core",
        "bytes": sent,
    }


async def _storm(data: Path) -> list[dict[str, Any]]:
    async with host(data) as at:

        async def one() -> float:
            began = perf_counter()
            player = await connect(at.port)
            await player.sees(MARK)
            took = perf_counter() - began
            player.leave()
            return took

        alone = [await one() for _ in range(12)][2:]
        spent = at.cpu
        crowd = await asyncio.gather(*(one() for _ in range(STORM)))
        cpu = 1000 * (at.cpu - spent) / STORM
    return [
        {
            "figure": "connect to first screen, alone, p50",
            "value": round(1000 * median(alone), 1),
            "unit": "ms",
            "budget": 40,
        },
        {"figure": f"{STORM} at once, the last", "value": round(max(crowd), 2), "unit": "s", "budget": 1.0},
        {"figure": "CPU of a connection in the crowd", "value": round(cpu, 1), "unit": "ms"},
    ]
