"""A file that cannot be used is refused in one sentence and left as it is; what a crash leaves is not."""

from __future__ import annotations

import itertools
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.store.database import file_check
from server.store.database.file_check import quick_check, wal_of
from server.store.database.opening import open_database
from server.store.database.schema import UnusableDatabase
from tests.server.store.database.damage import DAMAGES, NAME, WAL_DAMAGES, crashed, good


def inside(folder: Path) -> dict[str, bytes | None]:
    """Every file of a folder with its bytes."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


def refusal(path: Path) -> str:
    """What is said of a database that cannot be used."""
    try:
        open_database(path).close()
    except UnusableDatabase as why:
        return str(why)
    except sqlite3.Error as error:
        return f"cannot be used: {error}"
    raise AssertionError("it was opened")


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_refused_and_left_as_it_is(tmp_path: Path, name: str) -> None:
    """Not a byte of it is another, nor lies anything new beside it but a copy of an older one."""
    path = good(tmp_path)
    damage, sentence = DAMAGES[name]
    damage(path)
    before = inside(tmp_path)
    said = refusal(path)
    assert sentence in said
    assert "\n" not in said
    after = inside(tmp_path)
    assert {file: after[file] for file in after if ".schema-" not in file} == before


@pytest.mark.parametrize("name", WAL_DAMAGES)
def test_a_damaged_log_of_changes_is_refused_and_left_as_it_is(tmp_path: Path, name: str) -> None:
    """SQLite by itself would begin with the older position."""
    path = crashed(tmp_path)
    damage, sentence = WAL_DAMAGES[name]
    damage(path)
    before = inside(tmp_path)
    assert sentence in refusal(path)
    assert inside(tmp_path) == before


def changes(path: Path) -> int:
    with closing(open_database(path)) as connection:
        found: int = connection.execute("SELECT count(*) FROM outages WHERE ended < 9").fetchone()[0]
        return found


def test_what_a_killed_host_leaves_is_whole(tmp_path: Path) -> None:
    path = crashed(tmp_path)
    before = inside(tmp_path)
    assert quick_check(path)
    assert inside(tmp_path) == before
    assert changes(path) == 3


def test_a_change_that_was_cut_short_never_was(tmp_path: Path) -> None:
    """A loss of power can leave a part of the last transaction, or garbage: nobody was told of it."""
    path = crashed(tmp_path)
    wal = wal_of(path)
    whole = wal.read_bytes()
    for number, torn in enumerate((whole[:-1], whole[:-PAGE_AND_A_BIT], whole[:-9] + bytes(9))):
        folder = tmp_path / str(number)
        folder.mkdir()
        shutil.copy(path, folder / NAME)
        (folder / wal.name).write_bytes(torn)
        assert changes(folder / NAME) == 2


PAGE_AND_A_BIT = 4100


def test_frames_of_an_older_log_behind_the_newer_ones_are_no_damage(tmp_path: Path) -> None:
    """SQLite writes its log from the beginning again, over what it has moved to the database."""
    path = good(tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for number in range(5):
            connection.execute("INSERT INTO outages VALUES (?, ?)", (number, number + 1))
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
        connection.execute("INSERT INTO outages VALUES (8, 8)")
        folder = tmp_path / "left"
        folder.mkdir()
        for left in (NAME, f"{NAME}-wal"):
            shutil.copy(tmp_path / left, folder / left)
    assert quick_check(folder / NAME)
    assert changes(folder / NAME) == 6


def test_the_check_at_start_takes_its_time_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not looked at by then is left to `crownhouse check`."""
    path = good(tmp_path)
    monkeypatch.setattr(file_check, "STEPS", 1)
    ticks = itertools.count()
    assert not quick_check(path, 3, lambda: float(next(ticks)))
    assert quick_check(path, 1e9, lambda: float(next(ticks)))


def test_a_first_start_that_was_cut_short_is_begun_anew(tmp_path: Path) -> None:
    """A database is made beside its place: whatever a killed start leaves there is no database yet."""
    path = tmp_path / NAME
    path.with_name(f"{NAME}.new").write_bytes(b"half a database")
    open_database(path).close()
    assert sorted(inside(tmp_path)) == [NAME]
