"""`crownhouse rebuild`, and a host by itself, give the games of every earlier version their results."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from engine.registry import GAMES
from server.cli.main import main
from server.history.queries import HistoryQuery
from server.running.stores import start_thread
from server.sqlite.database import Database
from server.sqlite.journal import SqliteJournal
from server.storage.rebuild import keep_filling
from tests.kept.make_schema import FOLDER


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


def test_without_a_database_nothing_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rebuild", "--data", str(tmp_path / "none")]) == 1
    assert "There is no database in" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
