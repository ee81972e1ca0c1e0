"""Looks at a PostgreSQL database without changing it: whether a host could use it."""

from __future__ import annotations

import time

import asyncpg
from msgspec import Struct

from server.store.database.data_folder import StartupError
from server.store.database.schema import SCHEMA_VERSION
from server.store.postgres.connection import NOW, Postgres, address_of
from server.store.postgres.failures import UnfitServer
from server.store.postgres.migrations import HAS_VERSION, VERSION
from server.store.postgres.protocols import PostgresConnection
from server.telemetry.logs import reason

OTHERS = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"


class InspectedPostgres(Struct, frozen=True):
    """What was found: the server's version, the version of the schema (0: there is none yet), and how many
    seconds its clock is apart from this machine's.
    """

    server: str
    schema: int
    seconds_apart: float


async def inspect_postgres(url: str) -> InspectedPostgres:
    """Return what a host would find at the database. Raises StartupError if it could not use it."""
    where = address_of(url)
    try:
        connection = await Postgres(url).connect()
        try:
            return await _inspected(connection)
        finally:
            connection.terminate()
    except UnfitServer as why:
        raise StartupError(f"Cannot use the database at {where}. {why}") from why
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
        raise StartupError(f"Cannot use the database at {where}: {reason(error)}.") from error


async def _inspected(connection: PostgresConnection) -> InspectedPostgres:
    server = str(await connection.fetchval("SHOW server_version")).split()[0]
    schema = 0
    if await connection.fetchval(HAS_VERSION):
        schema = await connection.fetchval(VERSION)
    elif await connection.fetchval(OTHERS):
        raise UnfitServer("It has tables of something else: name an empty database.")
    if schema > SCHEMA_VERSION:
        raise UnfitServer(
            f"It was made by a newer version of crownhouse (schema {schema}): start that version."
        )
    return InspectedPostgres(server, schema, abs(time.time() - await connection.fetchval(NOW)))
