"""What players notice of masters that think, and of a game that is analysed: keys at 100 tables of court,
calm and beside four tables of each game whose twelve masters are asked without a pause, at one host.

Bots and analyses have processes of their own that work while nothing else wants the processor; on a machine
of two cores they still share its caches with the host and with the players of this benchmark.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
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
            "CROWNHOUSE_LIMITS_API_BURST": "100000", "CROWNHOUSE_LIMITS_ANALYSES_OF_GUESTS": "1000",
            "CROWNHOUSE_LIMITS_ANALYSES": "1000",
            "CROWNHOUSE_LIMITS_ANALYSES_PER_ADDRESS": "1000"}  # fmt: skip
GAMES = ("court", "intrigue", "laurin")
CALM, ANALYSED = "nobody thinks", "a game of intrigue is analysed"


class AnswerRefused(Exception):  # noqa: N818
    """The host has not done what a program asked for."""


class TableOver(Exception):  # noqa: N818
    """The game at the table is over."""


class Opponent:
    """A program that plays against bots, game after game, by choices that need no thought."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self._process = process
        self._asked = 0

    async def play(self, game: str) -> None:
        """Against masters, until it is cancelled."""
        while True:
            await self.played(game, "master")

    async def played(self, game: str, bot: str) -> str:
        """Plays one game to its end; returns its table."""
        opened = await self._ask("open", game=game, seats=4, options={}, private=True)
        table: str = opened["table"]
        for _ in range(3):
            await self._ask("bot", table=table, bot=bot)
        await self._ask("start", table=table)
        with suppress(TableOver):  # a bot has made the last move
            while await self._step(table):
                pass
        return table

    async def analyse(self, table: str) -> None:
        """Has a game analysed."""
        await self._ask("analyse", table=table)

    async def _step(self, table: str) -> bool:
        legal = await self._ask("legal", table=table, count=200)
        if legal["moves"]:
            choice = legal["moves"][legal["seq"] * 7 % len(legal["moves"])]["notation"]
            with suppress(AnswerRefused):
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
            over = answer.get("refused", {}).get("code") == "table-over"
            raise (TableOver if over else AnswerRefused)(f"{do}: {answer}")
        return answer["ok"]


def figures() -> Iterator[dict[str, Any]]:
    people = seats(TABLES)
    with folder(TABLES, people) as data:
        yield from asyncio.run(_measure(data, people))


async def _measure(data: Path, people: list[SeatedPlayer]) -> list[dict[str, Any]]:
    masters = {f"masters of {game} think": game for game in GAMES}
    times: dict[str, list[float]] = {when: [] for when in (CALM, *masters, ANALYSED)}
    async with host(data, settings=SETTINGS) as at:
        here = await sit_all(at.port, people)
        await pressed_in_turn(here, SECONDS)
        for _ in range(ROUNDS):
            times[CALM] += await pressed_in_turn(here, SECONDS)
            for when, game in masters.items():
                async with _playing(at.port, game):
                    times[when] += await pressed_in_turn(here, SECONDS)
            async with _opponents(at.port, 1) as (one,):
                await one.analyse(await one.played("intrigue", "page"))
                times[ANALYSED] += await pressed_in_turn(here, SECONDS)
        for player in here:
            player.leave()
    return [
        {"figure": f"key to its last byte, {TABLES} sessions, {when}, {name}",
         "value": round(share(found, part), 2), "unit": "ms", "keys": len(found)}
        for when, found in times.items()
        for name, part in (("p50", 0.5), ("p99", 0.99))
    ]  # fmt: skip


@asynccontextmanager
async def _playing(port: int, game: str) -> AsyncIterator[None]:
    """Programs play against masters inside the block."""
    async with _opponents(port, PROGRAMS) as opponents:
        playing = [asyncio.create_task(opponent.play(game)) for opponent in opponents]
        yield
        for task in playing:
            assert not task.done(), task
            task.cancel()


@asynccontextmanager
async def _opponents(port: int, number: int) -> AsyncIterator[list[Opponent]]:
    """Programs at the host, until the end of the block."""
    connections = [await _connected(port) for _ in range(number)]
    yield [Opponent(await one.create_process("api", encoding=None)) for one in connections]
    for connection in connections:
        connection.abort()


async def _connected(port: int) -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        "127.0.0.1", port, known_hosts=None, username="program",
        client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
    )  # fmt: skip
