"""`crownhouse check` names all that is damaged, and changes nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.start.main import main
from server.start.stores import start_thread
from server.store.sqlite.database import Database
from server.telemetry.sentences import counted
from tests.kept.make_schema import FOLDER
from tests.server.store.database.damage import DAMAGES, crashed, good
from tests.server.store.database.test_file_check import inside


def test_a_whole_database_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Given as its folder or its file, with changes in its write-ahead log, and beside a running host."""
    path = crashed(tmp_path)
    before = inside(tmp_path)
    assert main(["check", str(tmp_path)]) == main(["check", str(path)]) == 0
    assert capsys.readouterr().out.endswith("2 accounts, all well.\n")
    assert inside(tmp_path) == before
    running = Database(path, start_thread)
    assert main(["check", str(path)]) == 0
    running.close()


@pytest.mark.parametrize(("number", "told"), [(0, "0 accounts"), (1, "1 account"), (2, "2 accounts")])
def test_one_thing_is_told_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], number: int, told: str
) -> None:
    Database(tmp_path / "crownhouse.db", start_thread).close()
    with closing(sqlite3.connect(tmp_path / "crownhouse.db")) as connection, connection:
        rows = [(f"{one:016x}", f"a{one}", f"a{one}", 1.0) for one in range(number)]
        connection.executemany("INSERT INTO accounts (id, name, skeleton, created) VALUES (?, ?, ?, ?)", rows)
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith(f": 0 tables, 0 entries, {told}, all well.\n")


@pytest.mark.parametrize(("number", "told"), [(0, "0 entries"), (1, "1 entry"), (2, "2 entries")])
def test_what_has_a_plural_of_its_own_is_told_with_it(number: int, told: str) -> None:
    assert counted(number, "entry", "entries") == told


def test_every_damaged_table_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = good(tmp_path)
    with closing(sqlite3.connect(path)) as connection, connection:
        tables = [row[0] for row in connection.execute("SELECT id FROM tables WHERE length > 4")]
        connection.execute("DELETE FROM entries WHERE table_id = ? AND seq = 3", tables[:1])
        connection.execute("UPDATE entries SET move = '{' WHERE table_id = ? AND seq = 4", tables[1:2])
    before = inside(tmp_path)
    assert main(["check", str(tmp_path)]) == 1
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[2] for line in said] == ["entry 3 is missing", "entry 4 is torn"]
    assert all(table in line for table, line in zip(tables, said, strict=False))
    assert inside(tmp_path) == before
    with closing(sqlite3.connect(path)) as connection, connection:  # as `admin close` ends them
        connection.execute("UPDATE tables SET ended = 1")
        connection.execute("DELETE FROM entries WHERE kind = 'end'")
        connection.execute("DELETE FROM game_results")
    assert main(["check", str(tmp_path)]) == 0
    with closing(sqlite3.connect(path)) as connection, connection:  # of games with results, the end is lost
        rows = [(table, "court", "match", 0, 1.0, 2.0, "played") for table in tables]
        connection.executemany("INSERT INTO game_results VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    assert main(["check", str(tmp_path)]) == 1


@pytest.mark.parametrize(
    "name", ["empty", "text", "cut in the middle", "a page of zeros", "newer", "no column"]
)
def test_an_unusable_file_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Or, of a damaged one, all that SQLite finds; no traceback."""
    path = good(tmp_path)
    DAMAGES[name][0](path)
    before = inside(tmp_path)
    assert main(["check", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "Traceback" not in said.err
    assert said.err
    assert inside(tmp_path) == before


def test_a_missing_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        f"The database {tmp_path / 'crownhouse.db'} cannot be read: No such file or directory.\n"
    )


def test_an_older_database_is_looked_at_too(capsys: pytest.CaptureFixture[str]) -> None:
    """Its logs are left to the host that brings it up to date."""
    assert main(["check", str(FOLDER / "1.db")]) == 0
    assert "older database" in capsys.readouterr().out
