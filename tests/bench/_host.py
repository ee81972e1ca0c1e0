"""A host to measure, in its own process, on a data folder with tables in mid-game."""

from __future__ import annotations

import asyncio
import compileall
import os
import re
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import asyncssh
import psutil
from msgspec.structs import replace

from engine import codec
from engine.chance import commitment
from engine.court.game import GAME
from engine.game import Setup
from engine.playthrough import Playthrough, answer_open_ask, start
from server.identity.accounts import Player
from server.log.entries import Entry, Opening
from server.store.accounts import AccountStore
from server.store.database.data_folder import DataFolder
from server.store.sqlite.database import Database, Join, SqliteSql
from server.store.sqlite.journal import SqliteJournal
from tests.engine.seeded_chance import luck

SEATS = 4
STEPS = 150
"""Steps of each game: the middle of a long one."""
MANY_DICE = 6
"""The player to move has so many dice to choose from."""
LIMITS = {
    f"CROWNHOUSE_LIMITS_{name}": value
    for name, value in {
        "NEW_PER_SECOND": "1000",
        "NEW_PER_SECOND_PER_ADDRESS": "1000",
        "NEW_AT_ONCE_PER_ADDRESS": "1000",
        "LOGGING_IN": "1000",
        "LOGGING_IN_PER_ADDRESS": "1000",
        "WAITING": "1000",
        "WAITING_PER_ADDRESS": "1000",
        "SESSIONS_PER_ADDRESS": "1000",
        "PACKETS_PER_ADDRESS": "100000",
        "PACKETS_PER_SECOND_PER_ADDRESS": "100000",
    }.items()
}
"""What is there for the public is not what is measured: all players come from one address."""
NO_SETTINGS: Mapping[str, str] = MappingProxyType({})
BOOT = "import sys; from server.start.main import main; sys.exit(main(sys.argv[1:]))"


def thread(work: Callable[[], None]) -> Join:
    running = threading.Thread(target=work)
    running.start()
    return running.join


class GameInProgress(NamedTuple):
    """Four players in the midst of a game, and the seat that is to choose among many dice."""

    log: tuple[Entry, ...]
    seat: int


@cache
def game() -> GameInProgress:
    chance, whim = luck("restart table"), luck("restart bots")
    page = GAME.bots["page"]
    log = [Entry(kind="sit", seat=seat, by="player", name=f"Name-{seat}") for seat in range(1, SEATS + 1)]
    applied = start(GAME, Setup(SEATS, GAME.Options()), chance)
    log.append(Entry(kind="start", by="player", draws=applied.draws))
    while applied.playthrough.steps < STEPS or not _many_to_choose_from(applied.playthrough):
        (ask,) = applied.playthrough.asks
        move = page.choose(GAME, applied.playthrough.view(ask.seat), ask, whim)
        applied = answer_open_ask(applied.playthrough, ask.seat, move, chance)
        log.append(
            Entry(kind="move", seat=ask.seat, by="player", ask=ask.id, move=codec.encode(move).decode(),
                  draws=applied.draws)
        )  # fmt: skip
    numbered = tuple(replace(entry, seq=seq, time=float(seq)) for seq, entry in enumerate(log, 1))
    return GameInProgress(numbered, applied.playthrough.asks[0].seat)


def _many_to_choose_from(playthrough: Playthrough) -> bool:
    turn = playthrough.state.turn
    return bool(turn) and turn.rolled and not turn.kept and len(turn.active) >= MANY_DICE


class SeatedPlayer(NamedTuple):
    """A player with a key and a seat."""

    table: int
    seat: int
    key: asyncssh.SSHKey


def seats(tables: int, *who: int) -> list[SeatedPlayer]:
    """Players of these seats at so many tables; none said: of those who are to move."""
    chosen = who or (game().seat,)
    return [
        SeatedPlayer(table, seat, asyncssh.generate_private_key("ssh-ed25519"))
        for table in range(tables)
        for seat in chosen
    ]


async def fill(
    database: Database, tables: int, players: list[SeatedPlayer], settings: Mapping[str, str] = NO_SETTINGS
) -> None:
    """Tables with the same game among different people, some of whom have keys, and settings."""
    journal, accounts = SqliteJournal(database), AccountStore(SqliteSql(database))
    for table in range(tables):
        await journal.create(_opening(table), _log(table))
    for who in players:
        player = Player(_id(who.table, who.seat), f"Ada-{who.table}-{who.seat}")
        await accounts.add(player, who.key.get_fingerprint(), 0.0)
        for setting, value in settings.items():
            await accounts.set(player.id, setting, value)


def _opening(table: int) -> Opening:
    name, seed = f"t{table}", table.to_bytes(32, "big")
    return Opening(
        name, f"KIWI-{table}", "court", GAME.rules_version, SEATS, {"edition": "de", "rounds": 100},
        _id(table, 1), seed, commitment(seed, name), float(table),
    )  # fmt: skip


def _log(table: int) -> list[Entry]:
    return [
        replace(entry, who=_id(table, entry.seat)) if entry.kind == "sit" else entry for entry in game().log
    ]


def _id(table: int, seat: int) -> str:
    return f"player-{table}-{seat}"


@contextmanager
def folder(
    tables: int, players: list[SeatedPlayer], settings: Mapping[str, str] = NO_SETTINGS
) -> Iterator[Path]:
    """A data folder with these tables."""
    with tempfile.TemporaryDirectory() as name:
        furnish(Path(name), tables, players, settings)
        yield Path(name)


def furnish(
    path: Path, tables: int, players: list[SeatedPlayer], settings: Mapping[str, str] = NO_SETTINGS
) -> None:
    """Make a data folder with these tables."""
    with closing(DataFolder(path)) as data:
        data.host_key()
        database = Database(data.database, thread)
        asyncio.run(fill(database, tables, players, settings))
        database.close()


class HostProcess:
    """A running host, seen from outside."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process, self.port = process, port
        self._seen = psutil.Process(process.pid)

    @property
    def cpu(self) -> float:
        """Seconds of a core that it used so far."""
        times = self._seen.cpu_times()
        return times.user + times.system

    @property
    def memory(self) -> float:
        """MB that it has for itself."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text(encoding="ascii")
        found = re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)
        assert found
        return int(found[1]) / 1024


@cache
def compile_modules() -> None:
    """Has our modules compiled, as an installer leaves them: Python may be told to write nothing."""
    for room in ("engine", "tui", "server"):
        compileall.compile_dir(Path(__file__).parents[2] / room, quiet=1)


@asynccontextmanager
async def host(
    data: Path, *more: str, settings: Mapping[str, str] = LIMITS, boot: Sequence[str] = ("-c", BOOT)
) -> AsyncIterator[HostProcess]:
    """A host on a data folder, once it listens, until it is left; `settings` are of its environment. `boot`:
    what Python is to start.
    """
    compile_modules()
    process = await asyncio.create_subprocess_exec(
        sys.executable, *boot, "serve", "--listen", "127.0.0.1:0", "--data", str(data), *more,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, env={**os.environ, **settings},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield HostProcess(process, int((await process.stdout.readline()).decode().split()[-1]))
    finally:
        process.terminate()
        await process.wait()
