"""Brings the schema of a PostgreSQL database up to date, with the steps of
`server.store.database.migrations`.

All steps are one transaction: a start that is interrupted leaves the schema that was there. Of nodes that
start at once, one migrates while the others wait.
"""

from __future__ import annotations

import asyncpg

from server.store.database.migrations import MIGRATIONS, PostgresRows
from server.store.database.schema import SCHEMA_VERSION
from server.store.postgres.failures import UnfitServer
from server.store.postgres.protocols import PostgresConnection

LOCK = 0x63726F776E  # "crown"
"""The advisory lock of a migration, in the database."""
VERSION = "SELECT version FROM schema_version"
HAS_VERSION = "SELECT to_regclass('schema_version') IS NOT NULL"
MAKE_VERSION = """
    CREATE TABLE schema_version (
        one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row), version integer NOT NULL
    )
"""
SET_VERSION = """
    INSERT INTO schema_version (version) VALUES ($1)
    ON CONFLICT (one_row) DO UPDATE SET version = excluded.version
"""
FIRST = 1
"""The version that the first step starts from."""


async def migrate(connection: PostgresConnection) -> None:
    """Bring the schema up to date; an empty database gets all of it. Raises UnfitServer if a newer version
    made it, or if the database is somebody else's, and asyncpg.PostgresError.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        found = await version_of(connection)
        if found > SCHEMA_VERSION:
            raise UnfitServer(
                f"It was made by a newer version of crownhouse (schema {found}): start that version."
            )
        if found == SCHEMA_VERSION:
            return
        try:
            for version in range(found, SCHEMA_VERSION):
                step = MIGRATIONS[version]
                if step.postgres:
                    await connection.execute(step.postgres)
                if step.rows:
                    await _add(connection, step.rows)
        except asyncpg.DuplicateTableError as error:
            raise UnfitServer("It has tables of something else: name an empty database.") from error
        await connection.execute(SET_VERSION, SCHEMA_VERSION)


async def _add(connection: PostgresConnection, rows: PostgresRows) -> None:
    found = [[tuple(row) for row in await connection.fetch(query)] for query in rows.read]
    await connection.executemany(rows.insert, rows.make(*found))


async def version_of(connection: PostgresConnection) -> int:
    """Return the version of the schema; FIRST if there is none yet."""
    if not await connection.fetchval(HAS_VERSION):
        await connection.execute(MAKE_VERSION)
    found: int | None = await connection.fetchval(VERSION)
    return FIRST if found is None else found
