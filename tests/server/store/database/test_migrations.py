"""A host goes on with a database of every schema there ever was; what cannot be migrated stays as it is."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.registry import GAMES
from server.host.host import Host
from server.identity.accounts import FORMER_NAME_SECONDS, FormerName
from server.log.fold import replay
from server.log.table_state import opened
from server.start.stores import start_thread
from server.store.accounts import AccountStore
from server.store.database import migrations
from server.store.database.migrations import (
    MIGRATIONS,
    SchemaStep,
    backup_of,
    check_shape,
    for_postgres,
    numbered_steps,
)
from server.store.database.schema import SCHEMA_VERSION, WrongSchema, WrongShape, version_of
from server.store.database.steps.looks import former_rows
from server.store.sqlite.database import Database, SqliteSql
from tests.kept.make_schema import FOLDER, came, host_on, play
from tui.host.pictures import FinishedGame

KEPT = sorted(path.stem for path in FOLDER.glob("*.db"))


class CopiedDatabase(NamedTuple):
    """A copy of a kept database, what there is in it, and a host that has begun on it."""

    path: Path
    before: bytes
    made: dict[str, Any]
    host: Host


async def finished(host: Host, name: str) -> Sequence[FinishedGame]:
    """Somebody's finished games, from the database."""
    (player,) = {
        holder.who for table in host.lobby.tables for holder in table.state.holders if holder.name == name
    }
    return await host.lobby.load_finished(player)


@pytest.fixture(params=KEPT)
async def kept(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[CopiedDatabase]:
    path = tmp_path / "crownhouse.db"
    shutil.copy(FOLDER / f"{request.param}.db", path)
    before = path.read_bytes()
    host = host_on(Database(path, start_thread))
    await host.open()
    made = json.loads((FOLDER / f"{request.param}.json").read_text("utf-8"))
    yield CopiedDatabase(path, before, made, host)
    await host.close()


def test_a_database_of_every_schema_is_kept() -> None:
    kept = {int(name.partition("-")[0]) for name in KEPT}
    assert kept >= set(range(1, SCHEMA_VERSION))
    assert set(MIGRATIONS) == set(range(SCHEMA_VERSION))


async def test_it_has_the_shape_of_the_present_schema(kept: CopiedDatabase) -> None:
    with closing(sqlite3.connect(kept.path)) as connection:
        assert version_of(connection) == SCHEMA_VERSION
        check_shape(connection)


async def test_what_was_there_before_lies_beside_it(kept: CopiedDatabase) -> None:
    """Whole, and private."""
    version = int.from_bytes(kept.before[60:64], "big")  # where SQLite has `user_version`
    copy = backup_of(kept.path, version)
    if version == SCHEMA_VERSION:
        assert not copy.exists()
        return
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as old, closing(sqlite3.connect(":memory:")) as first:
        first.deserialize(kept.before[:18] + b"\1\1" + kept.before[20:])  # without a write-ahead log
        assert list(old.iterdump()) == list(first.iterdump())
        assert version_of(old) == version


async def test_people_have_their_accounts_and_their_finished_games(kept: CopiedDatabase) -> None:
    account = (await came(kept.host, "ada")).account()
    assert (account.name, account.guest) == ("ada", False)
    found = {game.id: game for game in await finished(kept.host, "ada")}
    assert set(found) == {kept.made[key] for key in kept.made if key.startswith(("finished", "conceded"))}
    game = found[kept.made["finished"]]
    assert game.names == ("ada", "bert")
    assert [[seat, place] for seat, place in enumerate(game.places, 1)] == kept.made["places"]


async def test_open_tables_are_listed_and_those_that_were_left_are_not(kept: CopiedDatabase) -> None:
    listed = {table.opening.id for table in kept.host.lobby.tables}
    ended = {kept.made[key] for key in kept.made if key.startswith(("finished", "conceded", "left"))}
    running = {kept.made[key] for key in kept.made if key.startswith(("running", "private", "open"))}
    assert listed == running
    assert not listed & ended


async def test_a_running_game_is_where_it_was_and_goes_on_to_its_end(kept: CopiedDatabase) -> None:
    journal, running = kept.host.dependencies.journal, kept.made["running"]
    log = await journal.read(running)
    state = replay(opened(await journal.find(running)), log, GAMES["court"]).state
    assert state.playthrough
    assert [[one.seat, one.place, one.score] for one in state.playthrough.standings()] == kept.made[
        "standings"
    ]
    assert [ask.seat for ask in state.asks] == kept.made["asked"]
    assert state.seq == kept.made["length"]

    people = {name: await came(kept.host, name) for name in ("ada", "bert")}
    over = await play(kept.host, running, people)
    assert over.info.stage == "over"
    assert running in {game.id for game in await finished(kept.host, "ada")}


async def test_a_finished_game_has_its_record(kept: CopiedDatabase) -> None:
    record = await (await came(kept.host, "ada")).record(kept.made["finished"])
    places = " ".join(str(place) for _, place in kept.made["places"])
    assert places in record.splitlines()[-1]


async def test_accounts_keep_the_names_that_they_had_at_tables(tmp_path: Path) -> None:
    """For half a year after they last sat down by them, unless somebody else has such a name by now."""
    path = tmp_path / "crownhouse.db"
    shutil.copy(FOLDER / "17.db", path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE accounts SET name = 'adele', skeleton = 'adele' WHERE name = 'ada'")
        connection.execute("UPDATE accounts SET name = 'zoe', skeleton = 'zoe' WHERE name = 'bert'")
        connection.execute("INSERT INTO accounts VALUES ('new', 'Bert', 'bert', 0, NULL)")
        ((adele, last),) = connection.execute(
            "SELECT who, max(time) FROM entries WHERE kind IN ('sit', 'keep') AND name = 'ada'"
        )
    database = Database(path, start_thread)
    accounts = AccountStore(SqliteSql(database))
    kept = await accounts.former_names(adele, last)
    taken = [await accounts.taken(["ada", "bert"], last + FORMER_NAME_SECONDS + late) for late in (-1, 1)]
    await accounts.rename("new", "ada", last + FORMER_NAME_SECONDS + 1)
    database.close()
    assert kept == [FormerName("ada", last + FORMER_NAME_SECONDS)]
    assert taken == [{"ada", "bert"}, {"bert"}], "Bert is the name of an account"


def test_of_accounts_that_had_a_name_the_last_one_keeps_it() -> None:
    named = [("id1", "Adele"), ("id2", "Berta"), ("id3", "Cleo")]
    at_tables = [("id1", "Dora", 5.0), ("id2", "DORA", 7.0), ("id3", "Emil", 6.0), ("id1", "cleo", 9.0)]
    kept = {
        (account, name, until - FORMER_NAME_SECONDS)
        for account, name, _, until in former_rows(named, at_tables)
    }
    assert kept == {("id2", "DORA", 7.0), ("id3", "Emil", 6.0)}


def test_a_step_that_is_a_file_is_written_once() -> None:
    """As SQLite takes it; PostgreSQL gets its own words."""
    written = "CREATE TABLE plots (id TEXT PRIMARY KEY, at REAL NOT NULL, body BLOB) STRICT, WITHOUT ROWID;"
    assert (
        for_postgres(written) == "CREATE TABLE plots (id TEXT PRIMARY KEY, at float8 NOT NULL, body bytea);"
    )
    assert {*range(18, SCHEMA_VERSION)} <= dict(numbered_steps()).keys()


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """A database of the second schema."""
    path = tmp_path / "crownhouse.db"
    shutil.copy(FOLDER / "2-bans.db", path)
    return path


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [str(version_of(connection)), *connection.iterdump()]


def test_a_step_that_fails_leaves_the_version_before_it(
    second: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its statements are taken back; those of the step before it stand. The next start goes on from there."""

    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM accounts")
        raise sqlite3.OperationalError("database or disk is full")

    before = dump(second)
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "MIGRATIONS", {**MIGRATIONS, 3: SchemaStep(fail)})
        with pytest.raises(sqlite3.OperationalError):
            Database(second, start_thread)
    between = dump(second)
    assert between[0] == "3"
    assert [line for line in between if '"accounts"' in line or '"entries"' in line] == [
        line for line in before if '"accounts"' in line or '"entries"' in line
    ]
    Database(second, start_thread).close()
    assert dump(second)[0] == str(SCHEMA_VERSION)


def test_a_step_that_leaves_another_shape_is_taken_back(
    second: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reshape(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE accounts ADD COLUMN odd TEXT")

    last = {SCHEMA_VERSION - 1: SchemaStep(reshape)}
    monkeypatch.setattr(migrations, "MIGRATIONS", {**MIGRATIONS, **last})
    with pytest.raises(WrongShape):
        Database(second, start_thread)
    assert dump(second)[0] == str(SCHEMA_VERSION - 1)


def test_without_a_copy_nothing_is_migrated(second: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Path) -> None:
        raise OSError(28, "No space left on device")

    before = dump(second)
    monkeypatch.setattr(migrations, "copy_database", full)
    with pytest.raises(OSError, match="No space left"):
        Database(second, start_thread)
    assert dump(second) == before


def test_a_schema_without_a_way_is_refused(second: Path) -> None:
    with closing(sqlite3.connect(second)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = dump(second)
    with pytest.raises(WrongSchema) as refused:
        Database(second, start_thread)
    assert refused.value.found == SCHEMA_VERSION + 1
    assert dump(second) == before
