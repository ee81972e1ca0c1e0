"""Whether memory stays flat over 1,000 connections: players who play and leave, lines that break
in the midst of a game, connections that never get as far as a screen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench._host import SeatedPlayer, folder, host, seats
from tests.bench._player import connect, sit

TABLES = 20
WARM, CONNECTIONS, AT_ONCE = 100, 1000, 8
ROUNDS = 3
"""What a host keeps of its first players for the next ones is not there twice."""
REST = 35.0
"""Seconds after which a host has swept what sessions left."""
KEYS = (b"\x1b[C", b" ", b"/help\r", b"q", b"\x1b[D")


def figures() -> Iterator[dict[str, Any]]:
    people = seats(TABLES)
    with folder(TABLES, people) as data:
        yield from asyncio.run(_many(data, people))


async def _many(data: Path, people: list[SeatedPlayer]) -> list[dict[str, Any]]:
    found = []
    async with host(data) as at:
        await _connections(at.port, people, WARM)
        await asyncio.sleep(REST)
        before = at.memory
        found.append(
            {"figure": f"memory of a host after {WARM} connections", "value": round(before, 1), "unit": "MB"}
        )
        for number in range(1, ROUNDS + 1):
            await _connections(at.port, people, CONNECTIONS)
            await asyncio.sleep(REST)
            now = at.memory
            found.append(
                {"figure": f"growth over {CONNECTIONS} connections, round {number}",
                 "value": round(1024 * (now - before) / CONNECTIONS, 2), "unit": "KB a connection"}
                | ({"budget": 1.0} if number == ROUNDS else {})
            )  # fmt: skip
            before = now
    return found


async def _connections(port: int, people: list[SeatedPlayer], count: int) -> None:
    doors = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with doors:
            await _comes(port, people[number % len(people)], number)

    await asyncio.gather(*map(one, range(count)))


async def _comes(port: int, who: SeatedPlayer, number: int) -> None:
    match number % 4:
        case 0:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"SSH-2.0-nobody\r\n")
            writer.close()
        case 1:
            player = await connect(port)
            player.connection.abort()
        case kind:
            player = await sit(port, who)
            for key in KEYS:
                await player.answered(key, 0.02)
            if kind == 2:
                player.connection.abort()
            else:
                player.press(b"\x03\x03")
                await player.quiet(0.05)
                player.leave()
