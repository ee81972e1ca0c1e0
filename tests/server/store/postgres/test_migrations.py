"""A PostgreSQL database gets its schema once, whoever starts first, and is never brought to an older one."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping

import asyncpg
import pytest

from server.identity.accounts import FORMER_NAME_SECONDS, FormerName
from server.store.accounts import AccountStore
from server.store.database.data_folder import StartupError
from server.store.database.migrations import MIGRATIONS, SchemaStep
from server.store.database.schema import SCHEMA_VERSION
from server.store.postgres import migrations
from server.store.postgres.connection import open_postgres
from server.store.postgres.sql import PostgresSql

FIRST_OF_POSTGRES = 6
"""The step that makes the tables of PostgreSQL's first schema."""
COLUMNS = """
    SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2
"""


async def rows(url: str, statement: str) -> list[tuple[object, ...]]:
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(statement)]
    finally:
        await connection.close()


async def test_nodes_that_start_at_once_make_the_schema_once(empty_database: str) -> None:
    for database in await asyncio.gather(*(open_postgres(empty_database) for _ in range(4))):
        await database.close()
    assert await rows(empty_database, "SELECT version FROM schema_version") == [(SCHEMA_VERSION,)]


async def test_a_schema_of_a_newer_version_is_refused(own_database: str) -> None:
    await rows(own_database, "UPDATE schema_version SET version = version + 1")
    with pytest.raises(
        StartupError, match=r"made by a newer version of crownhouse \(schema \d+\): start that"
    ):
        await open_postgres(own_database)


async def test_a_database_of_something_else_is_left_alone(empty_database: str) -> None:
    await rows(empty_database, "CREATE TABLE accounts (email text)")
    with pytest.raises(StartupError, match="tables of something else: name an empty database"):
        await open_postgres(empty_database)
    assert await rows(empty_database, COLUMNS) == [("accounts", "email")]


def what_older_nodes_miss(statements: str) -> list[str]:
    """Statements after which nodes of the version before could not go on as they do: all but those that add a
    table, an index or a sequence, or a column that a row need not be given. A unique index has to be on a
    table of the same step.
    """
    made = set(re.findall(r"CREATE (?:UNLOGGED )?TABLE (\w+)", statements))
    adds = re.compile(
        rf"CREATE (UNLOGGED )?(TABLE|INDEX|SEQUENCE) |CREATE UNIQUE INDEX \w+ ON ({'|'.join(made) or '-'}) "
        r"|ALTER TABLE \w+ ADD COLUMN (?!.*NOT NULL)|ALTER TABLE \w+ ADD COLUMN .*DEFAULT"
    )
    each = (" ".join(one.split()) for one in statements.split(";"))
    return [one for one in each if one and not adds.match(one)]


@pytest.mark.parametrize("version", [version for version in MIGRATIONS if version > FIRST_OF_POSTGRES])
def test_a_step_leaves_older_nodes_what_they_use(version: int) -> None:
    """They go on while it runs, and afterwards."""
    assert what_older_nodes_miss(MIGRATIONS[version].postgres) == []


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE bans", "ALTER TABLE bans DROP COLUMN name", "ALTER TABLE talk RENAME COLUMN line TO said",
        "ALTER TABLE bans ADD COLUMN by text NOT NULL", "CREATE UNIQUE INDEX said ON talk (line)",
        "ALTER TABLE bans ALTER COLUMN until SET NOT NULL",
    ],
)  # fmt: skip
def test_a_step_that_takes_something_from_older_nodes_is_noticed(statement: str) -> None:
    added = "CREATE TABLE plots (at float8); CREATE UNIQUE INDEX plotted ON plots (at); "
    assert what_older_nodes_miss(added + statement) == [statement]


def with_step(statements: str) -> Mapping[int, SchemaStep]:
    return {**MIGRATIONS, SCHEMA_VERSION: SchemaStep(lambda _: None, statements)}


async def test_a_later_step_adds_to_what_is_there(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", with_step("ALTER TABLE bans ADD COLUMN why text"))
    monkeypatch.setattr(migrations, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    await (await open_postgres(own_database)).close()
    assert ("bans", "why") in await rows(own_database, COLUMNS)
    assert await rows(own_database, "SELECT version FROM schema_version") == [(SCHEMA_VERSION + 1,)]


async def test_accounts_keep_the_names_that_they_had_at_tables(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(migrations, "SCHEMA_VERSION", 17)
        await (await open_postgres(empty_database)).close()
    await rows(empty_database, "INSERT INTO accounts VALUES ('id1', 'Adele', 'adele', 0)")
    for seq, (name, time) in enumerate((("Ada", 5), ("Adele", 6), ("Ada", 7)), 1):
        sat = f"'t', {seq}, gen_random_uuid(), 'sit', {time}, 1, 'player', 0, 'id1', '{name}', '', '', '', 0"
        await rows(empty_database, f"INSERT INTO entries VALUES ({sat})")  # noqa: S608
    database = await open_postgres(empty_database)
    kept = await AccountStore(PostgresSql(database)).former_names("id1", 8.0)
    await database.close()
    assert kept == [FormerName("Ada", 7.0 + FORMER_NAME_SECONDS)]


async def test_a_step_that_fails_leaves_the_schema_before_it(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await rows(own_database, COLUMNS)
    monkeypatch.setattr(migrations, "MIGRATIONS", with_step("DROP TABLE bans; SELECT 1 / 0"))
    monkeypatch.setattr(migrations, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    with pytest.raises(StartupError, match="division by zero"):
        await open_postgres(own_database)
    assert await rows(own_database, COLUMNS) == before
    assert await rows(own_database, "SELECT version FROM schema_version") == [(SCHEMA_VERSION,)]
