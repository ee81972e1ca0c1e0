"""A backup of a running host is whole, private, and a host begins with it."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from server.log.entries import Entry
from server.store.analyses import AnalysisStore
from server.store.database.backup import CorruptBackupError, copy_database
from server.store.database.file_check import wal_of
from server.store.sqlite.database import Database, SqliteSql
from server.store.sqlite.journal import SqliteJournal
from tests.server.journals import opening, start_thread


def inside(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_a_backup_while_moves_are_written_is_a_moment_of_the_log(tmp_path: Path) -> None:
    """Everything that was told before it began is in it, and of what was written meanwhile each
    entry wholly or not at all; the writer goes on.
    """
    source, target = tmp_path / "host.db", tmp_path / "copy.db"
    database = Database(source, start_thread)
    journal = SqliteJournal(database)
    await journal.create(opening("t"))
    written = 0

    async def write(count: int) -> None:
        nonlocal written
        for _ in range(count):
            await journal.append("t", written, (Entry(seq=written + 1, kind="sit", name="x" * 500),))
            written += 1

    await write(50)
    told = written
    writing = asyncio.ensure_future(write(500))
    await asyncio.to_thread(copy_database, source, target)
    await writing
    await journal.close()

    again = Database(target, start_thread)
    entries = await SqliteJournal(again).read("t")
    again.close()
    assert told <= len(entries) <= written
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))


async def test_a_backup_is_one_private_file(tmp_path: Path) -> None:
    """Nothing beside it is needed, nobody else may read it, and an older one is replaced."""
    source, target = tmp_path / "host.db", tmp_path / "copy.db"
    target.write_text("old")
    database = Database(source, start_thread)
    journal = SqliteJournal(database)
    await journal.create(opening("other"))
    copy_database(source, target)
    await journal.close()
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert inside(tmp_path) == ["copy.db", "host.db"]
    with closing(sqlite3.connect(target)) as taken:
        assert taken.execute("SELECT id FROM tables").fetchall() == [("other",)]


def test_a_damaged_database_makes_no_backup(tmp_path: Path) -> None:
    """Better told now than when it is needed."""
    source = tmp_path / "host.db"
    with closing(sqlite3.connect(source)) as made:
        made.execute("CREATE TABLE a (b)")
        made.execute("CREATE INDEX c ON a (b)")
        made.executemany("INSERT INTO a VALUES (?)", [(n,) for n in range(1000)])
        made.commit()
        root = made.execute("SELECT rootpage FROM sqlite_master WHERE name = 'c'").fetchone()[0]
    data = bytearray(source.read_bytes())
    data[(root - 1) * 4096 : root * 4096] = bytes(4096)
    source.write_bytes(data)
    with pytest.raises((CorruptBackupError, sqlite3.Error)):
        copy_database(source, tmp_path / "copy.db")


async def test_room_that_is_free_is_given_back_while_the_host_runs(tmp_path: Path) -> None:
    """Piece by piece, and nothing twice."""
    file = tmp_path / "host.db"
    database = Database(file, start_thread)
    analyses = AnalysisStore(SqliteSql(database))
    for number in range(30):
        await analyses.keep(f"t{number}", 1, "x" * 100_000)
    await database.shrink()
    before = file.stat().st_size
    await analyses.drop()
    given = await database.shrink()
    assert given > 2_900_000
    assert file.stat().st_size <= before - given
    assert wal_of(file).stat().st_size == 0
    assert await database.shrink() == 0
    database.close()
