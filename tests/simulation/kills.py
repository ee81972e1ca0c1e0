"""Real hosts and kill -9: `python -m tests.simulation.kills --rounds 60`, two at once.

Each round starts a host on the data that the last kill left; three programs play all games through `ssh HOST
api` as fast as they can, and the host is killed amid that. Then everything they were told is looked up in a
copy of the database: confirmed moves are there, each picture is a position of the log.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import asyncssh

from engine import codec
from engine.chance import FairChance
from engine.game import Ask
from engine.registry import GAMES
from tests.simulation.disk import wal_of
from tests.simulation.truth import Truth, Violation

ROOT = Path(__file__).parents[2]
SERVE = (sys.executable, "-c", "import sys; from server.start.main import main; sys.exit(main())", "serve")
LIMITS = {"API_PER_SECOND": "100000", "API_BURST": "100000", "OWN_TABLES": "100"}
NAMES = ("Ada", "Bert", "Cleo")
STARTED_WITHIN = 60.0
KILLED_AT_START = 0.15
"""The share of rounds before which a host is killed while it starts."""
Json = dict[str, Any]


class Told:
    """What programs were told, until the next kill."""

    def __init__(self) -> None:
        self.moves: list[tuple[str, int, int, Any]] = []
        """Table, seat, question, move: each was confirmed."""
        self.pictures: list[tuple[str, Json]] = []
        self.playing = asyncio.Event()
        """A move was confirmed."""
        self.refused = Counter[str]()
        """How often moves were refused, by code."""
        self.is_closing = False
        """No more tables are opened."""

    def confirmed(self, move: tuple[str, int, int, Any]) -> None:
        """A move is confirmed now."""
        self.moves.append(move)
        self.playing.set()


class PlayingProgram:
    """A player's program at one host. `look` is the pause between two looks at the tables, in seconds; `bots`
    sit at its tables, too. A move that is refused is tried again.
    """

    def __init__(
        self,
        number: int,
        tables: dict[str, str],
        told: Told,
        rng: Random,
        *,
        look: float = 0.02,
        bots: int = 0,
    ) -> None:
        self._number, self._tables, self._told, self._rng = number, tables, told, rng
        self._look, self._bots = look, bots
        self._news: dict[str, Json] = {}
        self._asked = 0
        self._moves: dict[int, tuple[str, int, int, Any]] = {}
        self._waiting: dict[int, asyncio.Future[Json]] = {}
        self._answered: set[tuple[str, int]] = set()
        self._watched: set[str] = set()
        self._output: asyncssh.SSHWriter[bytes]
        self._tasks: set[asyncio.Task[None]] = set()

    async def play(self, port: int, key: asyncssh.SSHKey) -> None:
        """Connect and play until the connection is lost."""
        name = NAMES[self._number % len(NAMES)] + str(self._number // len(NAMES) or "")
        try:
            await self._talk(port, key, name)
        finally:
            for task in self._tasks:
                task.cancel()

    async def _talk(self, port: int, key: asyncssh.SSHKey, name: str) -> None:
        with contextlib.suppress(OSError, asyncssh.Error):
            async with asyncssh.connect(
                "127.0.0.1", port, username=name, client_keys=[key], known_hosts=None, config=None,
                agent_path=None,
            ) as connection:  # fmt: skip
                process = await connection.create_process("api", encoding=None)
                self._output = process.stdin
                self._start(self._begin())
                async for line in process.stdout:
                    if line.endswith(b"\n"):
                        self._hear(json.loads(line))

    def _start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _send(self, do: str, **fields: Any) -> int:
        self._asked += 1
        with contextlib.suppress(OSError, asyncssh.Error):
            self._output.write(json.dumps({"id": self._asked, "do": do, **fields}).encode() + b"\n")
        return self._asked

    async def _ask(self, do: str, **fields: Any) -> Json:
        number = self._send(do, **fields)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        return await self._waiting[number]

    async def _begin(self) -> None:
        """Watch the tables there are; one player opens what is missing, the others come."""
        while True:
            listed = (await self._ask("list", count=200))["ok"]["tables"]
            mine = [one for one in listed if one["your_seat"] and one["stage"] != "over"]
            games = {one["game"] for one in mine}
            for table in mine:
                self._tables[table["game"]] = table["id"]
                if table["id"] not in self._watched and "ok" in await self._ask("watch", table=table["id"]):
                    self._watched.add(table["id"])
                if table["yours"] and table["stage"] == "open" and all(s["name"] for s in table["seats"]):
                    await self._ask("start", table=table["id"])
            for number, game in enumerate(GAMES):
                seats = max(2, GAMES[game].seats[0])
                if game not in games and self._number % len(NAMES) == number and not self._told.is_closing:
                    opened = await self._ask("open", game=game, seats=seats + self._bots)
                    for _ in range(self._bots if "ok" in opened else 0):
                        await self._ask("bot", table=opened["ok"]["table"], bot="page")
                elif game not in games and (found := _to_join(listed, game)):
                    await self._ask("join", table=found)
            await asyncio.sleep(self._look)

    def _hear(self, line: Json) -> None:
        if "news" in line:
            self._told.pictures.append((line["table"], line["news"]))
            self._news[line["table"]] = line["news"]
            if line["news"]["info"]["stage"] == "over" and line["table"] in self._watched:
                self._watched.remove(line["table"])  # a program may watch only so many
                self._send("unwatch", table=line["table"])
            self._think(line["table"], line["news"])
        elif line.get("id") in self._moves:
            move = self._moves.pop(line["id"])
            if "ok" in line:
                self._told.confirmed(move)
            else:
                self._told.refused[line["refused"]["code"]] += 1
                self._answered.discard((move[0], move[2]))
                self._start(self._think_again(move[0]))
        elif line.get("id") in self._waiting:
            self._waiting.pop(line["id"]).set_result(line)

    async def _think_again(self, table: str) -> None:
        await asyncio.sleep(self._look)
        self._think(table, self._news[table])

    def _think(self, table: str, news: Json) -> None:
        ask, seat = news["ask"], news["seat"]
        if ask is None or news["info"]["stage"] != "running" or (table, ask["id"]) in self._answered:
            return
        game = GAMES[news["info"]["game"]]
        view = codec.decode(game.View, json.dumps(news["view"]).encode())
        question = codec.decode(Ask, json.dumps({**ask, "timeout_move": None}).encode())
        move = game.bots["page"].choose(game, view, question, FairChance(self._rng.randbytes(32)))
        encoded = json.loads(codec.encode(move))
        self._answered.add((table, ask["id"]))
        self._moves[self._send("move", table=table, ask=ask["id"], move=encoded)] = (
            table, seat, ask["id"], encoded,
        )  # fmt: skip


def _to_join(listed: list[Json], game: str) -> str | None:
    for table in listed:
        if table["game"] == game and table["stage"] == "open" and not all(s["name"] for s in table["seats"]):
            return str(table["id"])
    return None


class Lane:
    """One data folder, and host after host on it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._data, self._copy = folder / "data", folder / "copy"
        self._rng = Random(seed)
        self._keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in NAMES]
        self._truth = Truth()
        self.counts = Counter[str]()

    async def round(self) -> None:
        """Start a host, play, kill it, and look everything up."""
        if self._rng.random() < KILLED_AT_START:
            await self._start_in_vain()
        told, tables = Told(), dict[str, str]()
        async with _host(self._data) as (process, port):
            programs = [PlayingProgram(number, tables, told, self._rng) for number in range(len(NAMES))]
            playing = [
                asyncio.ensure_future(program.play(port, key))
                for program, key in zip(programs, self._keys, strict=True)
            ]
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(told.playing.wait(), STARTED_WITHIN)
            await asyncio.sleep(self._rng.random() ** 2 * 0.6)
            process.send_signal(signal.SIGKILL)
            await process.wait()
            await asyncio.wait(playing, timeout=10.0)
            for one in playing:
                one.cancel()
        if not told.moves:
            raise Violation("nobody could play on what the kill had left")
        self._look_up(told)

    async def _start_in_vain(self) -> None:
        """A host that is killed while it starts: the next one starts all the same."""
        process = await _serve(self._data)
        await asyncio.sleep(self._rng.random() * 1.5)
        process.kill()
        await process.communicate()
        self.counts["killed at the start"] += 1

    def _look_up(self, told: Told) -> None:
        """Raise Violation if something that was told is not there."""
        if self._copy.exists():
            shutil.rmtree(self._copy)
        self._copy.mkdir()
        database = self._data / "crownhouse.db"
        for path in (database, wal_of(database)):
            if path.exists():
                shutil.copy(path, self._copy)
        self._truth.open(self._copy / database.name)
        try:
            for move in told.moves:
                self._look_up_move(*move)
            for table, news in told.pictures:
                self._look_up_picture(table, news)
        finally:
            self._truth.close()
        self.counts.update(moves=len(told.moves), pictures=len(told.pictures), rounds=1)

    def _look_up_move(self, table: str, seat: int, ask: int, move: Any) -> None:
        rows = [position.row for position in self._truth.tables[table].positions[1:]]
        found = [row for row in rows if row and (row.kind, row.seat, row.ask) == ("move", seat, ask)]
        if [json.loads(row.move) for row in found] != [move]:
            raise Violation(f"{table}: {move} to question {ask} was confirmed, and is not there")

    def _look_up_picture(self, table: str, news: Json) -> None:
        if table not in self._truth.tables:
            raise Violation(f"{table}: somebody was told of a table that is not there")
        known = self._truth.tables[table]
        for number, position in enumerate(known.positions):
            if position.steps == news["seq"] and position.stage == news["info"]["stage"]:
                view = known.view(number, news["seat"])
                if json.loads(codec.encode(view)) == news["view"]:
                    return
        raise Violation(f"{table}: step {news['seq']} was shown, and is not there")


@contextlib.asynccontextmanager
async def _host(data: Path) -> AsyncIterator[tuple[Process, int]]:
    process = await _serve(data)
    try:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), STARTED_WITHIN)
        found = re.search(rb"port (\d+)", line)
        if found is None:
            raise Violation("the host did not start on what the kill had left")
        yield process, int(found[1])
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _serve(data: Path) -> Process:
    environment = os.environ | {f"CROWNHOUSE_LIMITS_{name}": value for name, value in LIMITS.items()}
    return await asyncio.create_subprocess_exec(
        *SERVE, "--listen", "127.0.0.1:0", "--data", str(data), cwd=ROOT, env=environment, stdout=PIPE,
        stderr=DEVNULL,
    )  # fmt: skip


async def run(rounds: int, lanes: int, folder: Path) -> Counter[str]:
    """Run so many rounds, some at once. Raises Violation."""
    left = iter(range(rounds))
    counts = Counter[str]()

    async def lane(number: int) -> None:
        path = folder / str(number)
        path.mkdir()
        one = Lane(path, number)
        for _ in left:
            await one.round()
        counts.update(one.counts)

    await asyncio.gather(*(lane(number) for number in range(lanes)))
    return counts


def main() -> int:
    """Run what the command line says; 1 if something was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.kills", description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--lanes", type=int, default=os.cpu_count() or 1, help="hosts at once")
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        try:
            counts = asyncio.run(run(arguments.rounds, arguments.lanes, Path(folder)))
        except Violation as violation:
            sys.stdout.write(f"{violation}\n")
            return 1
    sys.stdout.write(
        f"{counts['rounds']} hosts killed while people played and {counts['killed at the start']} at start,"
        f" in {time.monotonic() - began:.0f} s: {counts['moves']} confirmed moves and {counts['pictures']}"
        " pictures are all there\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
