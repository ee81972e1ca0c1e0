"""What replays and casts of ended games cost a host and the others on it: `make bench ARGS=courses`.

Those who ask come from one address and from a process of their own, a quiet player and newcomers from others.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any

import asyncssh

from server.store.database.data_folder import DataFolder
from server.store.sqlite.database import Database
from server.store.sqlite.journal import SqliteJournal
from tests.bench._ended import EndedGame, furnish_ended
from tests.bench._host import LIMITS, HostProcess, SeatedPlayer, folder, host, seats, thread
from tests.bench._turns import read
from tests.bench.edge import _longest, _ms, _over, _while, seconds
from tests.edge.quiet_player import Wait, attack, quiet_player

SHORT = (EndedGame("court5", seats=5), EndedGame("court4", seats=4), EndedGame("laurin5", "laurin", seats=5))
ANALYSED = tuple(EndedGame(f"short{number}") for number in range(85))
LONG = EndedGame("long", rounds=640, lasts=True)
IDLE = 10.0
"""Seconds in which the idle host is measured, and it is asked."""
SETTINGS = LIMITS | {"CROWNHOUSE_BOTS_PACE": "0"}


def figures() -> Iterator[dict[str, Any]]:
    people = seats(1)
    with folder(1, people) as data:
        lengths = _furnish(data)
        for guests in (60, 180):
            yield asyncio.run(_replays(data, people[0], guests)) | {"entries": lengths}
        yield asyncio.run(_memory(data, 180))
        yield asyncio.run(_casts(data, people[0]))
        yield asyncio.run(_analyses(data))


def _furnish(path: Path) -> dict[str, int]:
    with closing(DataFolder(path)) as data:
        database = Database(data.database, thread)
        lengths = asyncio.run(furnish_ended(SqliteJournal(database), (*SHORT, LONG, *ANALYSED)))
        database.close()
        return {one.id: lengths[one.id] for one in (*SHORT, LONG)}


async def _replays(data: Path, who: SeatedPlayer, guests: int) -> dict[str, Any]:
    """Programs of one address ask for positions of three games in turns."""
    noted = data.with_name(data.name + ".turns")
    async with host(data, settings=SETTINGS, boot=("-m", "tests.bench._turns", str(noted))) as at:
        player = await quiet_player(at.port, who)
        idle = seconds(await _while(player, asyncio.sleep(IDLE)))
        tables = ",".join(one.id for one in SHORT)
        async with attack(
            at.port, "positions", "127.0.0.9", guests=guests, tables=tables, seconds=IDLE
        ) as running:
            began, spent, report, came = perf_counter(), at.cpu, dict[str, Any](), list[Wait]()
            took = seconds(await _while(player, _over(at, running, came, report)))
        turns = [turn for turn in read(noted, began) if turn.at < report["until"]]
        noted.unlink()
        return {
            "figure": f"{guests} guests ask for replays", "value": _ms(took, 1.0),
            "unit": "ms, worst key of another player", "p50": _ms(took, 0.5), "p99": _ms(took, 0.99),
            "idle": {"p50": _ms(idle, 0.5), "p99": _ms(idle, 0.99), "worst": _ms(idle, 1.0)},
            "slowest newcomer": round(max(came).seconds, 2), "longest turn": _longest(turns),
            "host's CPU": round(at.cpu - spent, 2), "attack": report, "memory": at.memory,
        }  # fmt: skip


async def _memory(data: Path, guests: int) -> dict[str, Any]:
    """Programs, and then each has looked at the same long game."""
    async with host(data, settings=SETTINGS) as at:
        first = await _program(at)
        programs = [await _program(at) for _ in range(guests)]
        before = at.memory
        began = perf_counter()
        await asyncio.gather(*(_ask(one, number) for number, one in enumerate(programs)))
        took, after = perf_counter() - began, at.memory
        del first
        return {"figure": f"{guests} replays of a long game", "value": round(after - before, 1), "unit": "MB",
                "sessions alone": round(before, 1), "seconds": round(took, 1)}  # fmt: skip


async def _program(at: HostProcess, address: str = "127.0.0.9") -> asyncssh.SSHClientProcess[bytes]:
    connection = await asyncssh.connect(
        "127.0.0.1", at.port, local_addr=(address, 0), username="mallory", password="", client_keys=None,
        known_hosts=None, config=None, agent_path=None, login_timeout=120, connect_timeout=120,
    )  # fmt: skip
    process = await connection.create_process("api", encoding=None)
    await process.stdout.readline()
    return process


async def _ask(program: asyncssh.SSHClientProcess[bytes], number: int) -> None:
    request = {"id": 1, "do": "replay", "table": LONG.id, "position": number * 40}
    program.stdin.write(json.dumps(request).encode() + b"\n")
    answer = json.loads(await program.stdout.readline())
    assert "ok" in answer, answer


async def _cast(port: int, table: str, address: str, most: float) -> dict[str, float | None]:
    """Seconds to the first bytes of a cast, and to its end; None: not within `most` seconds."""
    async with asyncssh.connect(
        "127.0.0.1", port, local_addr=(address, 0), username="ada", password="", client_keys=None,
        known_hosts=None, config=None, agent_path=None,
    ) as connection:  # fmt: skip
        began, first, count = perf_counter(), None, 0
        process = await connection.create_process(f"cast {table}", encoding=None)
        try:
            async with asyncio.timeout(most):
                while data := await process.stdout.read(65536):
                    first, count = first or perf_counter() - began, count + len(data)
        except TimeoutError:
            return {"first": first, "whole": None, "bytes": count}
        return {"first": first, "whole": perf_counter() - began, "bytes": count}


async def _casts(data: Path, who: SeatedPlayer) -> dict[str, Any]:
    """A cast alone, a cast beside 60 connections with two each, and one of a long game."""
    noted = data.with_name(data.name + ".turns")
    table = SHORT[1].id
    async with host(data, settings=SETTINGS, boot=("-m", "tests.bench._turns", str(noted))) as at:
        player = await quiet_player(at.port, who)
        idle = seconds(await _while(player, asyncio.sleep(IDLE)))
        alone = await _cast(at.port, table, "127.0.0.3", 60)
        again = await _cast(at.port, table, "127.0.0.3", 60)
        async with attack(at.port, "casts", "127.0.0.9", guests=60, table=LONG.id, seconds=40) as running:
            began = perf_counter()
            beside: dict[str, float | None] = {}

            async def ask() -> None:
                await asyncio.sleep(2.0)
                beside.update(await _cast(at.port, table, "127.0.0.3", 46))

            took = seconds(await _while(player, ask()))
            turns = read(noted, began)
            report = await running.report()
        memory = at.memory
        long = await _cast(at.port, LONG.id, "127.0.0.3", 150)
        noted.unlink()
        return {"figure": "60 guests with two casts each", "value": beside["first"],
                "unit": "s to the first bytes of another one", "alone": alone, "again": again,
                "beside": beside, "long": long,
                "quiet player": {"p99": _ms(took, 0.99), "worst": _ms(took, 1.0), "idle": _ms(idle, 1.0)},
                "longest turn": _longest(turns), "attack": report, "memory": memory}  # fmt: skip


async def _analyses(data: Path) -> dict[str, Any]:
    """Guests of two addresses ask for all the places there are, and somebody for one."""
    first, second = (",".join(one.id for one in ANALYSED[begin : begin + 42]) for begin in (0, 42))
    async with (
        host(data, settings=SETTINGS) as at,
        attack(at.port, "analyses", "127.0.0.9", guests=14, tables=first, seconds=5) as one,
        attack(at.port, "analyses", "127.0.0.8", guests=14, tables=second, seconds=5) as other,
    ):
        program = await _program(at, "127.0.0.3")
        program.stdin.write(b'{"id": 1, "do": "analyse", "table": "short84"}\n')
        answer = json.loads(await program.stdout.readline())
        told = answer["ok"]["waiting"] if "ok" in answer else answer["refused"]["code"]
        attacks = [await one.report(), await other.report()]
        return {"figure": "28 guests of two addresses ask for analyses", "value": told,
                "unit": "games before another person's", "attacks": attacks}  # fmt: skip


if __name__ == "__main__":
    for figure in figures():
        sys.stdout.write(json.dumps(figure) + "\n")
        sys.stdout.flush()
