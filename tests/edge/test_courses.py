"""Ended games that many look at again: others notice nothing of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing

import asyncssh
import psutil
import pytest

from server.store.database.data_folder import DataFolder
from server.store.sqlite.database import Database
from server.store.sqlite.journal import SqliteJournal
from tests.bench._ended import EndedGame, furnish_ended
from tests.bench._host import SeatedPlayer, furnish, seats, thread
from tests.e2e.host import QUICK, LiveHost
from tests.edge.quiet_player import attack, undisturbed
from tests.server.api_client import ApiClient
from tests.terminal import PtyTerminals

LONG, SHORT = EndedGame("long", rounds=300, lasts=True), EndedGame("short")
ANALYSED = tuple(EndedGame(f"analysed{number}", seats=5) for number in range(10))
SETTINGS = QUICK | {"CROWNHOUSE_LIMITS_ANALYSES_WAITING": "3"}
GUESTS = 12
MOST = 40
"""MB that the host may grow by: a course for each guest took more."""


@pytest.fixture(scope="module")
def who() -> SeatedPlayer:
    return seats(1)[0]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, who: SeatedPlayer) -> Iterator[LiveHost]:
    """A host with a long game and a short one."""
    path, terminals = tmp_path_factory.mktemp("courses"), PtyTerminals()
    furnish(path / "data", 1, [who])
    with closing(DataFolder(path / "data")) as data:
        database = Database(data.database, thread)
        asyncio.run(furnish_ended(SqliteJournal(database), (LONG, SHORT, *ANALYSED)))
        database.close()
    host = LiveHost(path, terminals, SETTINGS)
    host.start()
    yield host
    host.close()
    terminals.close()


def memory(house: LiveHost) -> float:
    """MB of the host."""
    assert house._process
    return float(psutil.Process(house._process.pid).memory_info().rss) / 2**20


async def test_replays_of_a_long_game(house: LiveHost, who: SeatedPlayer) -> None:
    """Every guest is answered, over and over; the host keeps one course for all of them."""
    before = memory(house)
    async with (
        undisturbed(house.port, who),
        attack(house.port, "positions", guests=GUESTS, tables=LONG.id, seconds=3) as running,
    ):
        report = await running.report()
    assert report["answered"] > GUESTS
    assert report["refused"] == 0
    assert memory(house) - before < MOST


async def test_casts_of_one_address(house: LiveHost, who: SeatedPlayer) -> None:
    """Somebody else's comes meanwhile, as a whole."""
    async with (
        attack(house.port, "casts", guests=GUESTS, table=LONG.id, seconds=60) as _,
        undisturbed(house.port, who),
        asyncssh.connect(
            "127.0.0.1", house.port, local_addr=("127.0.0.3", 0), username="ada", password="",
            client_keys=None, known_hosts=None, config=None, agent_path=None,
        ) as connection,
    ):  # fmt: skip
        async with asyncio.timeout(60):
            done = await connection.run(f"cast {SHORT.id}")
        assert done.exit_status == 0
        assert str(done.stdout).startswith('{"version": 2')


async def test_analyses_of_one_address(house: LiveHost) -> None:
    """It has all the places, and more is refused; somebody else has one of them nevertheless."""
    *theirs, other = (game.id for game in ANALYSED)
    async with (
        attack(house.port, "analyses", guests=3, tables=",".join(theirs), seconds=2) as running,
        asyncssh.connect(
            "127.0.0.1", house.port, local_addr=("127.0.0.3", 0), username="ada", password="",
            client_keys=None, known_hosts=None, config=None, agent_path=None,
        ) as connection,
    ):  # fmt: skip
        client = ApiClient(await connection.create_process("api", encoding=None))
        await client.read()
        assert (await client.ask("analyse", table=other))["waiting"] <= 1
        assert (await running.report())["refused"].keys() == {"analyses-full"}
