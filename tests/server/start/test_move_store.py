"""Everything that is stored moves from a file to PostgreSQL and back, and is the same."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.start.offline.moving import stored_tables
from server.store.database.data_folder import DATABASE_FILE, KEY_FILE, DataFolder
from server.store.database.schema import SCHEMA_VERSION
from server.store.postgres.connection import open_postgres
from server.store.postgres.sql import PostgresSql
from server.store.sqlite.database import Database, SqliteSql
from server.store.sqlite.journal import SqliteJournal
from server.store.stores import stores_on
from tests.server.journals import start_thread
from tests.server.simulation import ADA, BERT, Simulation, play, started
from tests.server.start.commands import CommandResult, in_this_process
from tests.server.store.postgres.journal_node import node_on

KEPT = Path(__file__).parents[2] / "kept"
BEATING = "INSERT INTO nodes VALUES ('one', extract(epoch FROM clock_timestamp()), 1)"
LAST_ENTRY = """
    DELETE FROM entries WHERE (table_id, seq) IN
    (SELECT id, length FROM tables WHERE NOT ended AND length > 0 LIMIT 1)
"""


async def moved(source: object, target: object) -> CommandResult:
    return await asyncio.to_thread(in_this_process, "move-store", source, target)


def folder_of(path: Path, kept: str = "schemas/20.db") -> Path:
    """A data folder with a kept database, brought to the present schema, and a key."""
    path.mkdir()
    shutil.copy(KEPT / kept, path / DATABASE_FILE)
    Database(path / DATABASE_FILE, start_thread).close()
    with closing(DataFolder(path)) as folder:
        folder.host_key()
    return path


def rows(path: Path) -> dict[str, list[str]]:
    with closing(sqlite3.connect(path / DATABASE_FILE)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchone() is None
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        return {
            table: sorted(map(repr, connection.execute(f"SELECT * FROM {table}")))  # noqa: S608
            for table in stored_tables()
        }


@pytest.mark.parametrize(
    "kept", ["0.1.0/crownhouse.db", *(f"schemas/{version}.db" for version in range(1, SCHEMA_VERSION))]
)
async def test_every_kept_database_goes_there_and_back(
    tmp_path: Path, empty_database: str, kept: str
) -> None:
    """With the key of its host; what was moved stays where it was."""
    first, back = folder_of(tmp_path / "first", kept), tmp_path / "back"
    before = (first / DATABASE_FILE).read_bytes()
    there = await moved(first, empty_database)
    assert (there.status, there.err) == (0, [])
    assert (first / DATABASE_FILE).read_bytes() == before
    again = await moved(empty_database, back)
    assert again.status == 0
    assert again.out[:1] == there.out[:1]
    moved_to, own = rows(back), rows(first)
    noted = [one for one in moved_to["audit"] if one not in own["audit"]]
    assert [re.findall("to SQLite|to PostgreSQL", one) for one in sorted(noted)] == [
        ["to PostgreSQL"],
        ["to SQLite"],
    ]
    assert {**moved_to, "audit": [one for one in moved_to["audit"] if one not in noted]} == own
    assert (back / KEY_FILE).read_bytes() == (first / KEY_FILE).read_bytes()
    assert (back / KEY_FILE).stat().st_mode & 0o777 == 0o600


async def rolled(stage: Simulation, table: str, times: int) -> list[tuple[str, ...]]:
    """What chance has given after some turns more. A table is read once somebody looks at it."""
    stage.port(ADA).follow_table(table, lambda _: None)
    for _ in range(times):
        while not stage.lobby.table(table).state.asks:  # noqa: ASYNC110  (a database is at work)
            await asyncio.sleep(0.001)
        await play(stage, table, stage.port(ADA), stage.port(BERT))
    return [entry.draws for entry in await stage.journal.read(table)]


async def test_a_running_game_goes_on_where_it_was_with_the_same_dice(
    tmp_path: Path, empty_database: str
) -> None:
    """On PostgreSQL as it would have in its file, and with all that belongs to its players."""
    first = tmp_path / "first"
    first.mkdir()
    database = Database(first / DATABASE_FILE, start_thread)
    stage = Simulation(SqliteJournal(database), stores_on(SqliteSql(database)))
    await stage.host.open()
    for player in (ADA, BERT):
        await stage.accounts.add(player, f"SHA256:{player.id}", 0.0)
    table = await started(stage, stage.port(ADA), stage.port(BERT))
    await rolled(stage, table, 3)
    await stage.stores.people.follow(ADA.id, BERT.id, 1.0, 9)
    await stage.host.close()
    assert (await moved(first, empty_database)).status == 0

    database = Database(first / DATABASE_FILE, start_thread)
    stage = Simulation(SqliteJournal(database), stores_on(SqliteSql(database)), life=2)
    await stage.host.open()
    expected = await rolled(stage, table, 5)
    await stage.host.close()
    async with node_on(empty_database) as node:
        stores = stores_on(PostgresSql(node.database))
        stage = Simulation(node.journal, stores, life=2)
        await stage.host.open()
        assert await rolled(stage, table, 5) == expected
        assert await stores.people.followed(ADA.id) == (BERT.id,)
        other = await started(stage, stage.port(ADA), stage.port(BERT))
        assert await rolled(stage, other, 1)
        await stage.host.close()


async def test_nothing_is_moved_while_a_host_runs(tmp_path: Path, own_database: str) -> None:
    """On either store."""
    first = folder_of(tmp_path / "first")
    with closing(DataFolder(first)):
        refused = await moved(first, own_database)
    assert refused == (
        1,
        [],
        [f"A host is already using {first}: stop it first, or name another data folder. Nothing was moved."],
    )
    database = await open_postgres(own_database)
    await database.execute(BEATING)
    for source, target in ((first, own_database), (own_database, tmp_path / "back")):
        refused = await moved(source, target)
        assert (refused.status, len(refused.err)) == (1, 1)
        assert "A host is running on" in refused.err[0]
    await database.execute("UPDATE nodes SET beat = beat - 60")
    assert (await moved(first, own_database)).status == 0
    await database.close()


async def test_a_store_in_which_something_is_stays_as_it_is(tmp_path: Path, own_database: str) -> None:
    first, second = folder_of(tmp_path / "first"), folder_of(tmp_path / "second")
    assert (await moved(first, own_database)).status == 0
    again = await moved(second, own_database)
    assert (again.status, again.err) == (
        1,
        ["The new database is not empty: there are rows in accounts. Nothing was moved."],
    )
    back = await moved(own_database, second)
    assert back.err == [f"The new store is not empty: there is {second / DATABASE_FILE}. Nothing was moved."]


async def test_another_schema_is_refused(tmp_path: Path, own_database: str) -> None:
    """It is brought to the present one by a host, which makes a copy before."""
    first = tmp_path / "first"
    first.mkdir()
    shutil.copy(KEPT / "schemas/19.db", first / DATABASE_FILE)
    refused = await moved(first, own_database)
    assert f"has schema 19 and not {SCHEMA_VERSION}: start a host of this version" in refused.err[0]
    database = await open_postgres(own_database)
    await database.execute("UPDATE schema_version SET version = 19")
    refused = await moved(own_database, tmp_path / "back")
    assert f"has schema 19 and not {SCHEMA_VERSION}" in refused.err[0]
    assert not (tmp_path / "back").exists()
    assert not (tmp_path / "back" / DATABASE_FILE).exists()
    await database.close()


async def test_a_log_that_lacks_entries_is_not_moved(tmp_path: Path, own_database: str) -> None:
    """PostgreSQL would take it for whole."""
    first = folder_of(tmp_path / "first")
    with closing(sqlite3.connect(first / DATABASE_FILE)) as connection, connection:
        connection.execute(LAST_ENTRY)
    refused = await moved(first, own_database)
    assert refused.err == ["1 open table lacks entries: crownhouse check says more. Nothing was moved."]


async def test_what_is_not_a_folder_and_a_database_is_refused(tmp_path: Path, own_database: str) -> None:
    """Also an address with a password, which every user of the machine could read."""
    told = [
        (tmp_path, tmp_path, "copies are made with admin backup and pg_dump"),
        (own_database, own_database, "copies are made with admin backup and pg_dump"),
        (tmp_path, "postgresql://ada:S3cret@db/games", "a password in a flag"),
    ]
    for source, target, said in told:
        refused = await moved(source, target)
        assert refused.status == 2
        assert said in refused.err[0]
        assert "S3cret" not in refused.err[0]
    empty = await moved(tmp_path, own_database)
    assert (empty.status, empty.err) == (1, [f"There is no database in {tmp_path}. Nothing was moved."])
