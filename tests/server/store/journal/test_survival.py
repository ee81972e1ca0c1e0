"""A host that is killed loses nothing of what anybody was told, with everything in one file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.identity.accounts import Player
from server.store.outages import Outage, StoredOutages
from server.store.sqlite.database import Database, SqliteSql
from server.store.sqlite.journal import SqliteJournal
from server.store.stores import stores_on
from tests.server.journals import start_thread
from tests.server.simulation import (
    ReceivedSnapshots,
    SimulatedTime,
    Simulation,
    finished,
    play,
    started,
    turn,
)
from tui.host.pictures import Proposal


class Lives:
    """One host after another on one file; none of them is closed before the next begins."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._open: list[Database] = []
        self._time = SimulatedTime()

    def begin(self, after: float = 0.0) -> Simulation:
        database = Database(self._file, start_thread)
        self._open.append(database)
        self._time = SimulatedTime(self._time.now + after)
        return Simulation(
            SqliteJournal(database), stores_on(SqliteSql(database)), self._time, len(self._open),
            outages=StoredOutages(SqliteSql(database)),
        )  # fmt: skip

    def close(self) -> None:
        for database in self._open:
            database.close()


@pytest.fixture
def lives(tmp_path: Path) -> Iterator[Lives]:
    made = Lives(tmp_path / "host.db")
    yield made
    made.close()


async def test_everything_about_a_table_survives(lives: Lives) -> None:
    """Seats, moves, concessions, lent and kept seats, agreement, codes, privacy, clocks, kicks, names."""
    stage = lives.begin()
    await stage.host.open()
    ada, _ = await stage.come("SHA256:ada", "Ada")
    bert, leave = await stage.come("SHA256:bert", "Bert")
    cleo, _ = await stage.come("SHA256:cleo", "Cleo")
    guest, _ = await stage.come(None, "Gast")
    again = await ada.rematch(await finished(stage, ada, bert, cleo))
    await ada.kick(again, 2)
    game = await started(stage, ada, bert, guest, cleo, private=True, clock="10m")
    players = (ada, bert, guest, cleo)
    await play(stage, game, *players)
    code = await guest.seat_code(game)
    await cleo.concede(game)
    leave()
    while not stage.lobby.table(game).state.missed.get(2):
        await stage.time.pass_by(600)
    stage.pace.clear()
    await ada.lend(game, 2)
    await guest.abandon(game)
    await guest.rename("Gustav")
    before = {table: stage.lobby.table(table).state for table in (again, game)}
    finished_games = await stage.lobby.load_finished(ada._player.id)

    stage = lives.begin(after=1000)
    await stage.host.open()
    back, _ = await stage.come("SHA256:ada", "")
    for table, state in before.items():
        await stage.lobby.table(table).reading.begin()
        assert stage.lobby.table(table).state == state
    (seated,) = [info for info in stage.lobby.table(game).info(back._player.id).seats if info.lent]
    assert seated.name == "Bert"
    info = stage.lobby.table(game).info(back._player.id)
    assert info.proposals == (Proposal("abandon", (3,)),)
    assert (info.private, info.code, info.clock) == (True, before[game].opening.code, "10m")
    assert [seat.name for seat in info.seats] == ["Ada", "Bert", "Gustav", "Cleo"]
    assert [seat.conceded for seat in info.seats] == [False, False, False, True]
    assert await stage.lobby.load_finished(back._player.id) == finished_games
    gast, _ = await stage.come(None, "Gast")
    assert await gast.resume(code) == game
    assert gast.name == "Gustav"


async def test_the_same_ask_waits_for_whoever_comes_back(lives: Lives) -> None:
    """Nobody's question changes by the host's end, also with a table nobody has opened since."""
    stage, news = lives.begin(), ReceivedSnapshots()
    ada, _ = await stage.come("SHA256:ada", "Ada")
    bert, _ = await stage.come("SHA256:bert", "Bert")
    table = await started(stage, ada, bert)
    await play(stage, table, ada, bert)
    asks = stage.lobby.table(table).state.asks
    keys = ("SHA256:ada", "SHA256:bert")
    mover = keys[turn(stage, table) - 1]
    stage = lives.begin()
    await stage.host.open()
    back, _ = await stage.come(mover, "")
    assert back.home() == table
    back.follow_table(table, news.see)
    await stage.lobby.table(table).reading.begin()
    assert news.last.ask in asks
    assert len(news.last.past) == 1


async def test_outages_are_kept_in_the_file(lives: Lives, tmp_path: Path) -> None:
    """From the last sign of life to the next start, every one of them."""
    stage = lives.begin()
    await stage.host.open()
    await stage.host.close()
    database = Database(tmp_path / "host.db", start_thread)
    outages = StoredOutages(SqliteSql(database))
    assert await outages.begin(500) == [Outage(100, 500)]
    await outages.record_heartbeat(520)
    assert await outages.begin(600) == [Outage(100, 500), Outage(520, 600)]
    assert len(await outages.begin(590)) == 2, "a clock that was put back"
    database.close()


async def test_accounts_survive(lives: Lives) -> None:
    """Names, keys, settings and whom one ignores."""
    stage = lives.begin()
    ada, _ = await stage.come("SHA256:ada", "Ada")
    new, _ = await stage.come("SHA256:new", "Laptop")
    mallory, _ = await stage.come("SHA256:mallory", "Mallory")
    await ada.add_key(await new.new_key_code())
    await ada.rename("Lovelace")
    await ada.set("bell", "on")
    await ada.ignore("Mallory", on=True)
    stage = lives.begin()
    back = await stage.host.admit("SHA256:new", "")
    assert back == Player(ada._player.id, "Lovelace", "SHA256:new")
    assert stage.port(back).account() == ada.account()
    assert mallory.name == "Mallory"
