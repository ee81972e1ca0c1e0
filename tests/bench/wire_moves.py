"""A move, from its key to the last byte at every seat, while 100 tables are busy. That it was on
disk before is proven by `tests.server.store.journal.test_survival`.

Real SSH connections of 400 players from this process to a host in another. Whoever is to move
marks a die, sets it aside and rolls the rest, as long as there are dice; moves are timed, marks
are not. When keys are pressed is settled beforehand, for each table by itself: tables that waited
for the host's answers before they go on would fall into step, and all press at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean
from time import perf_counter
from types import MappingProxyType
from typing import Any

from tests.bench._host import SEATS, SeatedPlayer, folder, game, host, seats
from tests.bench._player import SshPlayer, share, sit_all
from tui.host.setting_names import MOTION, OFF

TABLES = 100
MOVES = 8
PERIOD, UNEVEN = 2.5, 0.3
"""Seconds from one move of a table to the next, and by what part of that they may be late."""
BEFORE = 0.4
"""Seconds that a die is marked before the move."""
LASTING = 0.6
"""Seconds in which all that a move changes has arrived; what has not counts as so late."""
STILL = MappingProxyType({MOTION: OFF})
"""A roll that settles takes a quarter of a second by itself: what is timed is how long a move takes."""
MARK, SET_ASIDE, ROLL = b" ", b"s", b"r"


def figures() -> Iterator[dict[str, Any]]:
    people = seats(TABLES, *range(1, SEATS + 1))
    with folder(TABLES, people, STILL) as data:
        yield from asyncio.run(_busy(data, people))


async def _busy(data: Path, people: list[SeatedPlayer]) -> list[dict[str, Any]]:
    times: list[float] = []
    seen: list[int] = []

    async def play(table: list[SshPlayer], moments: list[float]) -> None:
        mover, others = table[game().seat - 1], [p for n, p in enumerate(table, 1) if n != game().seat]
        for move, moment in enumerate(moments):
            if move % 2 == 0:
                await _until(moment - BEFORE)
                mover.press(MARK)
            await _until(moment)
            for player in table:
                player.reset()
            pressed = mover.press(SET_ASIDE if move % 2 == 0 else ROLL)
            await asyncio.sleep(LASTING)
            arrived = all(player.count for player in table)
            last = max(player.last for player in table)
            times.append(1000 * (last - pressed) if arrived else 1000 * LASTING)
            seen.extend(player.count for player in others)

    async with host(data) as at:
        here = await sit_all(at.port, people)
        tables = [here[first : first + SEATS] for first in range(0, len(here), SEATS)]
        spent, began = at.cpu, perf_counter()
        await asyncio.gather(*(play(table, _moments(began, n)) for n, table in enumerate(tables)))
        used = 100 * (at.cpu - spent) / (perf_counter() - began)
        for player in here:
            player.leave()
    name = f"a move to the last byte at all {SEATS} seats, {TABLES} tables busy"
    return [
        {"figure": f"{name}, p50", "value": round(share(times, 0.5), 1), "unit": "ms", "moves": len(times)},
        {"figure": f"{name}, p99", "value": round(share(times, 0.99), 1), "unit": "ms", "budget": 40},
        {"figure": "another seat's move, mean", "value": round(mean(seen)), "unit": "B", "budget": 300},
        {"figure": "the host meanwhile", "value": round(used, 1), "unit": "% of a core"},
    ]


def _moments(began: float, number: int) -> list[float]:
    """When a table moves."""
    whim = Random(number)
    first = began + BEFORE + PERIOD * whim.random()
    return [first + PERIOD * (move + UNEVEN * whim.random()) for move in range(MOVES)]


async def _until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - perf_counter()))
