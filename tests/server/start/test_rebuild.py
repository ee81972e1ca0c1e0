"""`crownhouse rebuild`, and a host by itself, give the games of every earlier version their results."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from engine.registry import GAMES
from server.log.entries import Outcome
from server.results.cups.log import Opened, cup_of
from server.results.cups.standing import standing
from server.results.of_log import GameResult, SeatResult
from server.results.queries import HistoryQuery
from server.results.tallies import AgainstBots, against_bots
from server.start.main import main
from server.start.offline.against_bots import line
from server.start.stores import start_thread
from server.store.cups import CupStore
from server.store.journal.rebuild import keep_filling
from server.store.sqlite.database import Database, SqliteSql
from server.store.sqlite.journal import SqliteJournal
from tests.kept.make_schema import FOLDER
from tests.server.journals import entry, opening
from tests.server.simulation import Simulation
from tests.server.web.stage import window_at
from tests.server.web.test_cups import WISH, begun, for_anybody, people, play
from tests.three_games import THREE
from tui.host.history import HolderKind, SeatFate

__all__ = ["for_anybody"]


async def pause(_: float) -> None:
    """Nobody waits here."""
    await asyncio.sleep(0)


@pytest.mark.parametrize("by", ["command", "host"])
@pytest.mark.parametrize("schema", ["1", "4", "7"])
async def test_games_of_earlier_versions_get_results_with_points(
    schema: str, by: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Points, when it was dealt, and who conceded were not stored then: the logs are played again."""
    shutil.copy(FOLDER / f"{schema}.db", tmp_path / "crownhouse.db")
    made = json.loads((FOLDER / f"{schema}.json").read_text("utf-8"))

    if by == "command":
        assert await asyncio.to_thread(main, ["rebuild", "--data", str(tmp_path)]) == 0
        assert "results stored" in capsys.readouterr().out
    journal = SqliteJournal(Database(tmp_path / "crownhouse.db", start_thread))
    try:
        if by == "host":
            await keep_filling(journal, GAMES, pause, lambda _: True)
        finished = await journal.history.result(made["finished"])
        every = await journal.history.page(HistoryQuery())
    finally:
        await journal.close()
    assert finished
    assert [[seat.seat, seat.place] for seat in finished.seats] == made["places"]
    assert all(seat.points for seat in finished.seats)
    assert finished.ended > finished.started > 0
    fates = [seat.fate for one in every if one.ending == "conceded" for seat in one.seats]
    assert fates == (["", "conceded"] if "conceded" in made else [])


async def test_a_host_works_out_again_what_an_earlier_version_took_for_places(tmp_path: Path) -> None:
    """It had stored what bots achieved for who had left."""
    outcome = Outcome("played", ("Ada", "Bert"), (1, 2), ("ada", "bert"), fates=("replaced", ""), started=1.0)
    last = replace(entry(1, "end", note=msgspec.json.encode(outcome).decode()), time=2.0)
    journal = SqliteJournal(Database(tmp_path / "crownhouse.db", start_thread))
    try:
        await journal.create(opening("t1"), [last])
        with sqlite3.connect(tmp_path / "crownhouse.db") as connection:
            connection.execute("UPDATE seat_results SET place = seat")
            connection.execute("INSERT INTO filled (what, upto) VALUES ('results', NULL)")
        connection.close()
        await keep_filling(journal, GAMES, pause, lambda _: True)
        found = await journal.history.result("t1")
    finally:
        await journal.close()
    assert found
    assert [seat.place for seat in found.seats] == [2, 1]


def test_without_a_database_nothing_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rebuild", "--data", str(tmp_path / "none")]) == 1
    assert "There is no database in" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_games_against_bots_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From the results that are stored; of games of earlier versions once they were worked out."""
    shutil.copy(FOLDER / "7.db", tmp_path / "crownhouse.db")
    assert main(["rebuild", "--data", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["against-bots", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "No game of one person against bots of one kind has ended yet.\n"
    assert main(["against-bots", "--data", str(tmp_path / "none")]) == 1
    assert "There is no database in" in capsys.readouterr().err


def game(*seats: tuple[str, str, int], fate: SeatFate = "") -> GameResult:
    """A game of court whose seats have a holder, who it is, and a place."""
    found = tuple(
        [
            SeatResult(
                seat, cast("HolderKind", holder), who, who, place, None, "" if holder == "bot" else fate
            )
            for seat, (holder, who, place) in enumerate(seats, start=1)
        ]
    )
    return GameResult("t", "T", "court", {}, "practice", False, 0.0, 1.0, "finished", found)


def test_only_games_of_one_person_against_bots_of_one_kind_measure_them() -> None:
    """A shared win counts as its part; who left, or has no result, does not count."""
    person = ("account", "ada", 1)
    results = [
        game(person, ("bot", "page", 2), ("bot", "page", 3)),
        game(("guest", "", 2), ("bot", "page", 1), ("bot", "page", 3)),
        game(person, ("bot", "page", 1), ("bot", "page", 3)),
        game(person, ("bot", "page", 2), ("bot", "steward", 3)),
        game(person, ("account", "bert", 2), ("bot", "page", 3)),
        game(("account", "ada", 0), ("bot", "page", 0)),
        game(("account", "ada", 2), ("bot", "page", 1), fate="conceded"),
        game(person, ("bot", "steward-91", 2)),
    ]
    assert against_bots(results) == (
        AgainstBots("court", 2, "steward-91", 1, 1.0),
        AgainstBots("court", 3, "page", 3, 1.5),
    )
    one, _ = against_bots(results)
    assert line(one) == "court, 2 seats, against Flint (steward-91): 1 of 1 won, 100 %, 50 % is even"


async def standing_of(cup: str, journal: SqliteJournal, cups: CupStore) -> bytes:
    """The standing of a cup from what is stored."""
    log = cup_of(await cups.read(cup))
    results = await journal.history.results([one.id for one in log.tables])
    return msgspec.json.encode(standing(log, {one.table: one for one in results}))


@pytest.mark.usefixtures("for_anybody")
async def test_a_cup_has_its_standing_again_byte_by_byte(tmp_path: Path) -> None:
    """Of a game that was played, whose stored places were spoilt."""
    stage, path = Simulation(games=THREE), tmp_path / "crownhouse.db"
    async with window_at(stage) as window:
        ports = await people(window, "Ada", "Bert", "Cleo")
        cup = await begun(ports, WISH)
        await play(window, ports)
    opened, *entries = await stage.stores.cups.read(cup)
    journal = SqliteJournal(database := Database(path, start_thread))
    cups = CupStore(SqliteSql(database))
    await cups.open(cast("Opened", opened))
    for number, one in enumerate(entries, 2):
        await cups.append(cup, number, one)
    for table in cup_of([opened, *entries]).tables:
        await journal.create(await stage.journal.find(table.id), await stage.journal.read(table.id))
    before = await standing_of(cup, journal, cups)
    await journal.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE seat_results SET place = 4 - place")
    connection.close()
    found = []
    for rebuilt in (False, True):
        if rebuilt:
            assert await asyncio.to_thread(main, ["rebuild", "--data", str(tmp_path)]) == 0
        journal = SqliteJournal(database := Database(path, start_thread))
        found.append(await standing_of(cup, journal, CupStore(SqliteSql(database))))
        await journal.close()
    assert found[0] != before
    assert found[1] == before
