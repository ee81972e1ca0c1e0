"""What a quiet player and newcomers notice while one address attacks the host: `make edge`.

The host has its default limits. Each attack has a host of its own and comes from another process and another
address than those who are measured. The figure is the player's worst latency from key to paint, beside that
of the idle host right before; every attack is bounded in count and time and stays on this machine. What the
host's loop itself computes meanwhile (`computing`) depends less on what else the machine does.
"""

from __future__ import annotations

import asyncio
from bisect import bisect
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from msgspec import Struct

from tests.bench._host import HostProcess, SeatedPlayer, folder, host, seats
from tests.bench._player import SshPlayer, share
from tests.bench._turns import LoopTurn, read
from tests.edge.quiet_player import Attack, Wait, answers, attack, newcomer, quiet_player

IDLE = 4.0
"""Seconds in which the idle host is measured."""
LIMITS = {"CROWNHOUSE_BOTS_PACE": "0"}
BUDGET, WORST = 20.0, 50.0
"""Milliseconds that the player's p99 and worst key may be, the worst also ten times the idle host's on a slow
machine; newcomers get a second.
"""


class AttackFigure(Struct, frozen=True):
    """An attack: what it is called, its name and options in `tests.edge.attack`."""

    figure: str
    name: str
    options: dict[str, float | str]


def _flood(figure: str, kind: str) -> AttackFigure:
    return AttackFigure(figure, "flood", {"kind": kind, "count": 36_000, "seconds": 5, "stay": 8})


def _storm(figure: str, kinds: str) -> AttackFigure:
    return AttackFigure(figure, "storm", {"kinds": kinds})


ATTACKS = (
    AttackFigure("600 silent sockets", "silent", {"count": 600, "enough": 600, "seconds": 8}),
    AttackFigure("200 handshakes a second", "handshakes", {"per_second": 200, "seconds": 8}),
    _flood("36,000 window changes in 5 s", "sizes"),
    _flood("36,000 single bytes in 5 s", "bytes"),
    _flood("36,000 MSG_IGNORE in 5 s", "ignore"),
    _flood("36,000 global requests in 5 s", "global"),
    _flood("36,000 channel requests in 5 s", "channel"),
    AttackFigure("key exchange after key exchange", "rekeys", {"count": 5000, "seconds": 8}),
    AttackFigure("half a key exchange", "half_exchange", {"stay": 40}),
    AttackFigure("a closed window", "closed_window", {"keys": 400, "seconds": 6, "reading": 0}),
    AttackFigure("a huge window, nothing read", "huge_window", {"keys": 400, "seconds": 6}),
    AttackFigure(
        "packets that inflate to 60 KB, 3,000 in 5 s",
        "flood",
        {"kind": "inflate", "count": 3000, "seconds": 5, "stay": 8},
    ),
    AttackFigure("a packet that inflates to 180 MB, five times", "bomb", {"megabytes": 180, "times": 5}),
    AttackFigure("a paste of 84 KB, five times", "paste", {"kilobytes": 84, "times": 5}),
    AttackFigure("4,000 keys at once", "burst", {"keys": "h", "count": 4000}),
    AttackFigure("4,000 keys at once at court", "burst", {"keys": "?", "count": 4000, "opens": "court"}),
    AttackFigure("4,000 keys at once at laurin", "burst", {"keys": "\\t", "count": 4000, "opens": "laurin"}),
    AttackFigure(
        "20 guests, 200 keys each every 0.5 s",
        "burst",
        {"keys": "h", "count": 200, "guests": 20, "times": 20},
    ),
    AttackFigure(
        "180 guests, 200 keys each every 2 s",
        "burst",
        {"keys": "h", "count": 200, "guests": 180, "times": 5, "every": 2.0},
    ),
    _storm("20 guests, 50 window changes a second each", "resize"),
    _storm("20 guests, 50 keepalives and subsystems a second each", "keepalive+subsystem"),
    _storm("20 guests, screens opened and closed as fast as they come", "screen"),
    _storm("20 guests, commands and sftp, likewise", "command+sftp"),
)


def figures() -> Iterator[dict[str, Any]]:
    people = seats(1)
    for case in ATTACKS:
        with folder(1, people) as data:
            yield asyncio.run(_measured(data, people[0], case))


async def _measured(data: Path, who: SeatedPlayer, case: AttackFigure) -> dict[str, Any]:
    noted = data.with_name(data.name + ".turns")
    async with host(data, settings=LIMITS, boot=("-m", "tests.bench._turns", str(noted))) as at:
        player = await quiet_player(at.port, who)
        resting = perf_counter()
        idle = await _while(player, asyncio.sleep(IDLE))
        spent, attacked = at.cpu, perf_counter()
        async with attack(at.port, case.name, **case.options) as running:
            came: list[Wait] = []
            took = await _while(player, _over(at, running, came, report := {}))
        turns = read(noted, resting)
        noted.unlink()
        return {
            "figure": case.figure, "value": _ms(seconds(took), 1.0),
            "unit": "ms, worst key of another player",
            "p50": _ms(seconds(took), 0.5), "p99": _ms(seconds(took), 0.99),
            "budget": {"p99": BUDGET, "worst": max(WORST, 10 * _ms(seconds(idle), 1.0)), "newcomers": 1.0},
            "idle": _shares(seconds(idle)), "computing": _shares(_computing(turns, took)),
            "computing idle": _shares(_computing(turns, idle)), "keys": len(took), "newcomers": len(came),
            "slowest newcomer": round(max(came).seconds, 2),
            "computing for newcomers": _shares(_computing(turns, came)),
            "host's CPU": round(at.cpu - spent, 2), "attack": report,
            "longest turn": _longest([turn for turn in turns if turn.at > attacked]),
            "longest turn idle": _longest([turn for turn in turns if turn.at <= attacked]),
        }  # fmt: skip


def seconds(waits: Sequence[Wait]) -> list[float]:
    return [wait.seconds for wait in waits]


def _shares(values: Sequence[float]) -> dict[str, float]:
    return {"p50": _ms(values, 0.5), "p99": _ms(values, 0.99), "worst": _ms(values, 1.0)}


def _computing(turns: Sequence[LoopTurn], waits: Sequence[Wait]) -> list[float]:
    """Seconds that the host's loop computed during each wait."""
    ends, spent = [turn.at for turn in turns], list[float]()
    for took, began in waits:
        over = began + took
        inside = turns[bisect(ends, began) : bisect(ends, over) + 1]
        during = (max(0.0, min(one.at, over) - max(one.at - one.wall, began)) for one in inside)
        spent.append(sum(one.cpu * part / one.wall for one, part in zip(inside, during, strict=True)))
    return spent


async def _while(player: SshPlayer, work: Any) -> list[Wait]:
    """The player's waits while something is done."""
    enough = asyncio.Event()
    typing = asyncio.create_task(answers(player, enough))
    await work
    enough.set()
    return await typing


async def _over(at: HostProcess, running: Attack, came: list[Wait], report: dict[str, Any]) -> None:
    """Newcomers, one after another, until the attack is over."""
    reporting = asyncio.create_task(running.report())
    while not came or not reporting.done():
        came.append(await newcomer(at.port, len(came)))
        await asyncio.wait([reporting], timeout=0.2)
    report.update(await reporting)


def _longest(turns: list[LoopTurn]) -> dict[str, float]:
    """The longest turns of the host's loop in milliseconds: by the clock, and in computing."""
    return {
        "clock": _ms([turn.wall for turn in turns] or [0.0], 1.0),
        "computing": _ms([turn.cpu for turn in turns] or [0.0], 1.0),
    }


def _ms(values: Sequence[float], part: float) -> float:
    return round(1000 * share(values, part), 1)
