"""What players notice of masters that think: keys at 100 tables of court, calm and beside four tables of
intrigue whose twelve masters are asked without a pause, in turns at one host.

Bots think in processes of their own with a lower priority; on a machine of two cores they still compete with
the host and with the players of this benchmark for both.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh

from tests.bench._host import LIMITS, SeatedPlayer, folder, host, seats
from tests.bench._player import pressed_in_turn, share, sit_all

TABLES = 100
ROUNDS = 3
SECONDS = 15.0
PROGRAMS = 4
SETTINGS = {**LIMITS, "CROWNHOUSE_BOTS_PACE": "0", "CROWNHOUSE_LIMITS_API_PER_SECOND": "1000",
            "CROWNHOUSE_LIMITS_API_BURST": "100000"}  # fmt: skip


class Opponent:
    """A program that plays intrigue against masters, game after game, by choices that need no thought."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self._process = process
        self._asked = 0

    async def play(self) -> None:
        """Until it is cancelled."""
        while True:
            table = (await self._ask("open", game="intrigue", seats=4, options={}, private=True))["table"]
            for _ in range(3):
                await self._ask("bot", table=table, bot="master")
            await self._ask("start", table=table)
            while await self._step(table):
                pass

    async def _step(self, table: str) -> bool:
        legal = await self._ask("legal", table=table, count=200)
        if legal["moves"]:
            choice = legal["moves"][legal["seq"] * 7 % len(legal["moves"])]["notation"]
            with suppress(ValueError):
                await self._ask("move", table=table, move=choice, seq=legal["seq"])
        else:
            await asyncio.sleep(0.02)
        view = await self._ask("view", table=table)
        return bool(view["info"]["stage"] == "running")

    async def _ask(self, do: str, **more: Any) -> Any:
        self._asked += 1
        self._process.stdin.write(json.dumps({"id": self._asked, "do": do, **more}).encode() + b"\n")
        while True:
            answer = json.loads(await self._process.stdout.readline())
            if answer.get("id") == self._asked:
                break
        if "ok" not in answer:
            raise ValueError(f"{do}: {answer}")
        return answer["ok"]


def figures() -> Iterator[dict[str, Any]]:
    people = seats(TABLES)
    with folder(TABLES, people) as data:
        yield from asyncio.run(_measure(data, people))


async def _measure(data: Path, people: list[SeatedPlayer]) -> list[dict[str, Any]]:
    times: dict[str, list[float]] = {"nobody thinks": [], "masters think": []}
    async with host(data, settings=SETTINGS) as at:
        here = await sit_all(at.port, people)
        await pressed_in_turn(here, SECONDS)
        for _ in range(ROUNDS):
            times["nobody thinks"] += await pressed_in_turn(here, SECONDS)
            connections = [await _connected(at.port) for _ in range(PROGRAMS)]
            opponents = [Opponent(await one.create_process("api", encoding=None)) for one in connections]
            playing = [asyncio.create_task(opponent.play()) for opponent in opponents]
            times["masters think"] += await pressed_in_turn(here, SECONDS)
            for task in playing:
                assert not task.done(), task
                task.cancel()
            for connection in connections:
                connection.abort()
        for player in here:
            player.leave()
    return [
        {"figure": f"key to its last byte, {TABLES} sessions, {when}, {name}",
         "value": round(share(found, part), 2), "unit": "ms", "keys": len(found)}
        for when, found in times.items()
        for name, part in (("p50", 0.5), ("p99", 0.99))
    ]  # fmt: skip


async def _connected(port: int) -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        "127.0.0.1", port, known_hosts=None, username="program",
        client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
    )  # fmt: skip
