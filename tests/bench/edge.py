"""What a quiet player and newcomers notice while one address attacks the host: `make edge`.

The host has its default limits. Each attack has a host of its own and comes from another process and another
address than those who are measured. The figure is the player's worst latency from key to paint, beside that
of the idle host right before; every attack is bounded in count and time and stays on this machine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.bench._house import Host, Seated, folder, host, seats
from tests.bench._player import Player, share
from tests.edge.quiet_player import Attack, answers, attack, newcomer, quiet_player

IDLE = 4.0
"""Seconds in which the idle host is measured."""
LIMITS = {"CROWNHOUSE_BOTS_PACE": "0"}
BUDGET = 100.0
"""Milliseconds that the player's p99 may be, and newcomers get a second."""


class Case(Struct, frozen=True):
    """An attack: what it is called, its name and options in `tests.edge.attack`."""

    figure: str
    name: str
    options: dict[str, float | str]


def _flood(figure: str, kind: str) -> Case:
    return Case(figure, "flood", {"kind": kind, "count": 36_000, "seconds": 5, "stay": 8})


CASES = (
    Case("600 silent sockets", "silent", {"count": 600, "seconds": 8}),
    Case("200 handshakes a second", "handshakes", {"per_second": 200, "seconds": 8}),
    _flood("36,000 window changes in 5 s", "sizes"),
    _flood("36,000 single bytes in 5 s", "bytes"),
    _flood("36,000 MSG_IGNORE in 5 s", "ignore"),
    _flood("36,000 global requests in 5 s", "global"),
    _flood("36,000 channel requests in 5 s", "channel"),
    Case("key exchange after key exchange", "rekeys", {"count": 5000, "seconds": 8}),
    Case("a closed window", "closed_window", {"keys": 400, "seconds": 6, "reading": 0}),
    Case("a huge window, nothing read", "huge_window", {"keys": 400, "seconds": 6}),
    Case("a packet that inflates to 180 MB, five times", "bomb", {"megabytes": 180, "times": 5}),
    Case("a paste of 84 KB, five times", "paste", {"kilobytes": 84, "times": 5}),
)


def figures() -> Iterator[dict[str, Any]]:
    people = seats(1)
    for case in CASES:
        with folder(1, people) as data:
            yield asyncio.run(_measured(data, people[0], case))


async def _measured(data: Path, who: Seated, case: Case) -> dict[str, Any]:
    async with host(data, settings=LIMITS) as at:
        player = await quiet_player(at.port, who)
        idle = await _while(player, asyncio.sleep(IDLE))
        spent = at.cpu
        async with attack(at.port, case.name, **case.options) as running:
            came: list[float] = []
            took = await _while(player, _over(at, running, came, report := {}))
        return {
            "figure": case.figure, "value": _ms(took, 1.0), "unit": "ms, worst key of another player",
            "p50": _ms(took, 0.5), "p99": _ms(took, 0.99), "budget": {"p99": BUDGET, "newcomers": 1.0},
            "idle": {"p50": _ms(idle, 0.5), "p99": _ms(idle, 0.99), "worst": _ms(idle, 1.0)},
            "keys": len(took), "newcomers": len(came), "slowest newcomer": round(max(came), 2),
            "host's CPU": round(at.cpu - spent, 2), "attack": report,
        }  # fmt: skip


async def _while(player: Player, work: Any) -> list[float]:
    """The player's latencies while something is done."""
    enough = asyncio.Event()
    typing = asyncio.create_task(answers(player, enough))
    await work
    enough.set()
    return await typing


async def _over(at: Host, running: Attack, came: list[float], report: dict[str, Any]) -> None:
    """Newcomers, one after another, until the attack is over."""
    reporting = asyncio.create_task(running.report())
    while not came or not reporting.done():
        came.append(await newcomer(at.port, len(came)))
        await asyncio.wait([reporting], timeout=0.2)
    report.update(await reporting)


def _ms(values: Sequence[float], part: float) -> float:
    return round(1000 * share(values, part), 1)
