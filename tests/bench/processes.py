"""Many players at a host of several processes on SQLite: PROCESSES=4 PLAYERS=1500, or as many as the machine
carries.

Everybody sits at a table of their own in mid-game and presses a key in each PERIOD, from this process, which
takes cores, too: with fewer cores than processes the times are those of waiting for one.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import psutil

from tests.bench._host import LIMITS, SeatedPlayer, folder, host, seats
from tests.bench._player import SshPlayer, share, sit_all

PROCESSES = int(os.environ.get("PROCESSES", "4"))
PLAYERS = int(os.environ.get("PLAYERS", "1500"))
PERIOD = float(os.environ.get("PERIOD", "15"))
"""Seconds from one key of a player to the next."""
SECONDS = 30.0
AT_ONCE = 25
"""Players who come in at once."""
KEYS = (b"\x1b[C", b" ", b"\x1b[C", b" ", b"\x1b[D", b" ", b"\x1b[D")
QUIET = 0.03
MORE = {f"CROWNHOUSE_LIMITS_{name}": "4000" for name in ("SESSIONS", "SESSIONS_PER_ADDRESS", "TABLES")}


class _ProcessFamily:
    """A parent and its processes, seen from outside; bots' workers are left out."""

    def __init__(self, parent: int) -> None:
        self.parent = psutil.Process(parent)
        found = self.parent.children()
        self.processes = [
            one for one in found if any("server.running.process" in word for word in one.cmdline())
        ]

    def cpu(self) -> dict[str, float]:
        """Seconds of a core that the parent and the processes used so far."""
        return {"parent": _cpu(self.parent), "processes": sum(map(_cpu, self.processes))}

    def memory(self) -> float:
        """MB that all of them have for themselves."""
        return sum(_memory(one.pid) for one in (self.parent, *self.processes))


def figures() -> Iterator[dict[str, Any]]:
    players = seats(PLAYERS)
    with folder(PLAYERS, players) as data:
        yield from asyncio.run(_crowd(data, players))


async def _crowd(data: Path, people: list[SeatedPlayer]) -> list[dict[str, Any]]:
    async with host(data, "--processes", str(PROCESSES), settings={**LIMITS, **MORE}) as at:
        family, here = _ProcessFamily(at.process.pid), list[SshPlayer]()
        empty, began = family.memory(), perf_counter()
        for first in range(0, len(people), AT_ONCE):
            here += await sit_all(at.port, people[first : first + AT_ONCE])
        came = len(here) / (perf_counter() - began)
        full = family.memory()
        idle_before = family.cpu()
        await asyncio.sleep(10.0)
        idle = _used(idle_before, family.cpu(), 10.0)
        before = family.cpu()
        times = await _keys(here)
        used = _used(before, family.cpu(), SECONDS)
        for player in here:
            player.leave()
    name = f"{len(here)} sessions on {PROCESSES} processes"
    return [
        {"figure": "cores of the machine", "value": os.cpu_count(), "unit": ""},
        {"figure": f"{name}: key to its last byte, p50", "value": round(share(times, 0.5), 1), "unit": "ms"},
        {"figure": f"{name}: key to its last byte, p99", "value": round(share(times, 0.99), 1), "unit": "ms"},
        {"figure": f"{name}: keys a second", "value": round(len(times) / SECONDS, 1), "unit": ""},
        *(
            {
                "figure": f"{name}: CPU of the {who} under keys",
                "value": round(share_, 1),
                "unit": "% of a core",
            }
            for who, share_ in used.items()
        ),
        *(
            {"figure": f"{name}: CPU of the {who}, idle", "value": round(share_, 1), "unit": "% of a core"}
            for who, share_ in idle.items()
        ),
        {"figure": f"{PROCESSES} processes and their parent, empty", "value": round(empty, 1), "unit": "MB"},
        {"figure": f"{name}: memory of all", "value": round(full, 1), "unit": "MB"},
        {
            "figure": f"{name}: memory of a session",
            "value": round((full - empty) / len(here), 3),
            "unit": "MB",
        },
        {"figure": "players who come in, a second", "value": round(came, 1), "unit": ""},
    ]


async def _keys(here: list[SshPlayer]) -> list[float]:
    """Let everybody press a key now and then, and return how long the answers took, in milliseconds."""
    began, times = perf_counter(), list[float]()

    async def play(number: int, player: SshPlayer) -> None:
        await asyncio.sleep(Random(number).random() * PERIOD)
        key = 0
        while perf_counter() < began + SECONDS:
            pressed = perf_counter()
            took = await player.answered(KEYS[key % len(KEYS)], QUIET)
            key += 1
            times.extend(() if took is None else (1000 * took,))
            await asyncio.sleep(max(0.0, pressed + PERIOD - perf_counter()))

    await asyncio.gather(*(play(number, player) for number, player in enumerate(here)))
    return times


def _used(before: dict[str, float], after: dict[str, float], seconds: float) -> dict[str, float]:
    """Return shares of a core, in percent."""
    return {who: 100 * (after[who] - before[who]) / seconds for who in before}


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _memory(pid: int) -> float:
    text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    found = re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0
