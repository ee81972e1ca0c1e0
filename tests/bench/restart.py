"""A restart with 1,000 games in progress: when the host listens, when the first player sits again
at their table, and how long tables take to open.

The host is a process of its own, as `crownhouse serve` starts it; the player comes with a key
through a real connection and is seated when their table is on the screen.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import asyncssh
from msgspec.structs import replace

from engine import codec
from engine.chance import commitment
from engine.course import answer, start
from engine.court.game import GAME
from engine.game import Setup
from engine.registry import GAMES
from server.accounts import Player
from server.data import DataFolder
from server.database import Database, Join
from server.journal import Entry, Opening
from server.news import Sight
from server.sqlite_accounts import SqliteAccounts
from server.sqlite_journal import SqliteJournal
from server.table import Surroundings, Table
from tests.engine.luck import luck

TABLES = 1000
SEATS = 4
STEPS = 150
"""Steps of each game: the middle of a long one."""
OPENED = 200
RETURNING = 120
AT_ONCE = 8
LIMITS = {
    "CROWNHOUSE_LIMITS_NEW_PER_SECOND": "1000",
    "CROWNHOUSE_LIMITS_LOGGING_IN_PER_ADDRESS": "100",
}
BOOT = "import sys; from server.cli import main; sys.exit(main(sys.argv[1:]))"


def thread(work: Callable[[], None]) -> Join:
    running = threading.Thread(target=work)
    running.start()
    return running.join


def log_of_a_game() -> list[Entry]:
    """Four players sit down and play."""
    chance, whim = luck("restart table"), luck("restart bots")
    page = GAME.bots["page"]
    entries = [Entry(kind="sit", seat=seat, by="player", name=f"Name-{seat}") for seat in range(1, SEATS + 1)]
    applied = start(GAME, Setup(SEATS, GAME.Options()), chance)
    entries.append(Entry(kind="start", by="player", draws=applied.draws))
    while applied.course.steps < STEPS and not applied.course.over:
        (ask,) = applied.course.asks
        move = page.choose(GAME, applied.course.view(ask.seat), ask, whim)
        applied = answer(applied.course, ask.seat, move, chance)
        entries.append(
            Entry(kind="move", seat=ask.seat, by="player", ask=ask.id, move=codec.encode(move).decode(),
                  draws=applied.draws)
        )  # fmt: skip
    return [replace(entry, seq=seq, time=float(seq)) for seq, entry in enumerate(entries, 1)]


def at_table(entries: list[Entry], table: int) -> list[Entry]:
    """The same game among other people."""
    who = {seat: f"player-{table}-{seat}" for seat in range(1, SEATS + 1)}
    return [replace(entry, who=who[entry.seat]) if entry.kind == "sit" else entry for entry in entries]


async def fill(database: Database, keys: list[asyncssh.SSHKey]) -> None:
    """A house with its tables, and players whose keys are known."""
    journal, entries = SqliteJournal(database), log_of_a_game()
    for table in range(TABLES):
        name, seed = f"t{table}", table.to_bytes(32, "big")
        opening = Opening(
            name, f"KIWI-{table}", "court", GAME.rules_version, SEATS, {"edition": "de", "rounds": 100},
            f"player-{table}-1", seed, commitment(seed, name), float(table),
        )  # fmt: skip
        await journal.create(opening, at_table(entries, table))
    accounts = SqliteAccounts(database)
    for table, key in enumerate(keys):
        player = Player(f"player-{table}-2", f"Ada-{table}")
        await accounts.add(player, key.get_fingerprint(), 0.0)


async def opened(database: Database) -> list[float]:
    """Seconds that tables take from the first knock to their first picture."""
    journal = SqliteJournal(database)
    times = []
    around = Surroundings(GAMES, journal, lambda: 0.0, Sight(lambda _: None), lambda _: None)
    for listing in (await journal.open_tables())[:OPENED]:
        table = Table(around, listing.opening, listing.entries, asleep=True)
        began = perf_counter()
        table.follow("player", lambda _: None)
        await table.wake_soon()
        times.append(perf_counter() - began)
    return times


class Returning(asyncssh.SSHClientSession[bytes]):
    """Answers the question whether to go back to the table, and waits for it to be on the screen."""

    def __init__(self) -> None:
        self._channel: Any = None
        self._seen = b""
        self._asked = False
        self.there = asyncio.Event()

    def connection_made(self, chan: Any) -> None:
        self._channel = chan

    def data_received(self, data: bytes, _: asyncssh.DataType) -> None:
        self._seen += data
        if not self._asked and b"is waiting. Go there now?" in self._seen:
            self._asked = True
            self._channel.write(b"\r")
        if self._asked and b"Nobleman" in self._seen:
            self.there.set()


async def sit_again(port: int, key: asyncssh.SSHKey) -> None:
    """A player comes back: from the connection to the table on the screen."""
    async with asyncssh.connect(
        "127.0.0.1", port, username="ada", client_keys=[key], known_hosts=None, config=None, agent_path=None
    ) as connection:
        _, session = await connection.create_session(
            Returning, term_type="xterm-256color", term_size=(80, 24, 0, 0), encoding=None,
            env={"LANG": "en_US.UTF-8"},
        )  # fmt: skip
        await asyncio.wait_for(session.there.wait(), 60)


async def restart(folder: Path, keys: list[asyncssh.SSHKey]) -> dict[str, float]:
    """Seconds from the start of the process until it listens and until the first player sits, and
    how many players a second sit after that, everybody at a table of their own.
    """
    began = perf_counter()
    host = await asyncio.create_subprocess_exec(
        sys.executable, "-c", BOOT, "serve", "--listen", "127.0.0.1:0", "--data", str(folder),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, env={**os.environ, **LIMITS},
    )  # fmt: skip
    try:
        assert host.stdout is not None
        port = int((await host.stdout.readline()).decode().split()[-1])
        listening = perf_counter() - began
        await sit_again(port, keys[0])
        first = perf_counter()
        waiting = iter(keys[1:])

        async def one_after_another() -> None:
            for key in waiting:
                await sit_again(port, key)

        await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))
        rate = len(keys[1:]) / (perf_counter() - first)
        return {"listening": listening, "seated": first - began, "rate": rate}
    finally:
        host.terminate()
        await host.wait()


def figures() -> Iterator[dict[str, Any]]:
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(RETURNING)]
    with tempfile.TemporaryDirectory() as name:
        with closing(DataFolder(Path(name))) as folder:
            folder.host_key()
            database = Database(folder.database, thread)
            asyncio.run(fill(database, keys))
            times = sorted(asyncio.run(opened(database)))
            database.close()
        yield {"figure": "a table opens, median", "value": round(1000 * median(times), 1), "unit": "ms"}
        slow = round(1000 * times[int(len(times) * 0.99)], 1)
        yield {"figure": "a table opens, p99", "value": slow, "unit": "ms", "budget": 50}
        measured = asyncio.run(restart(Path(name), keys))
        for figure in ("listening", "seated"):
            value = round(measured[figure], 2)
            yield {"figure": f"first player {figure}" if figure == "seated" else figure,
                   "value": value, "unit": "s", "budget": 1.0}  # fmt: skip
        yield {"figure": "then", "value": round(measured["rate"]), "unit": "players/s", "least": 40}
