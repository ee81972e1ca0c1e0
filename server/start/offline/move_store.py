"""`crownhouse move-store FROM TO`: moves a host from the database in its data folder to PostgreSQL, or back.

One of the two is a data folder, the other the address of a database. No host may be running on either. The
old store stays as it is. Exit status 0: moved; 1: nothing was moved; 2: wrong arguments.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import TYPE_CHECKING

from server.settings.store_address import SCHEMES, StoreAddress, without_password
from server.start.offline.moving import CannotMove, MovedTable, PostgresSide, SqliteSide, move
from server.start.start_check import check_extra
from server.store.database.data_folder import DATABASE_FILE, DataFolder, StartupError, write_private
from server.store.database.file_check import check_is_no_backup, read_only, wal_of
from server.store.database.opening import new_file
from server.store.database.schema import SCHEMA_VERSION, UnusableDatabase, version_of
from server.telemetry.logs import reason
from server.telemetry.sentences import complain, counted

if TYPE_CHECKING:
    from server.store.postgres.protocols import PostgresConnection

FAILED, MISUSED = 1, 2
EACH = 100_000
"""Rows of a table after which its progress is told."""
NO_NEW_NODES = "LOCK TABLE nodes IN SHARE MODE"
ALIVE = "SELECT count(*) FROM nodes WHERE beat > extract(epoch FROM clock_timestamp())::float8 - 10"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand `move-store`."""
    parser = subparsers.add_parser("move-store", help="move a host from SQLite to PostgreSQL, or back")
    parser.add_argument("source", metavar="FROM", help="a data folder, or the address of a database")
    parser.add_argument("target", metavar="TO", help="the other kind; what is there must be empty")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Move everything, say what was moved, and return the exit status."""
    source, target = arguments.source, arguments.target
    if source.startswith(SCHEMES) == target.startswith(SCHEMES):
        return complain(
            MISUSED, "Name a data folder and the address of a PostgreSQL database, as"
            " postgresql://crownhouse@db.example.org/crownhouse; copies are made with admin backup and"
            " pg_dump."
        )  # fmt: skip
    try:
        url = without_password(StoreAddress(target if target.startswith(SCHEMES) else source))
    except ValueError as problem:
        return complain(MISUSED, f"The address of the database: {problem}.")
    assert url is not None  # noqa: S101  (an address was given)
    os.umask(0o077)
    logging.basicConfig(level=logging.ERROR)
    try:
        check_extra("postgres")
        import asyncpg
    except StartupError as why:
        return complain(FAILED, str(why))
    try:
        if target.startswith(SCHEMES):
            moved = asyncio.run(_to_postgres(Path(source), url.url))
        else:
            moved = asyncio.run(_to_sqlite(url.url, Path(target)))
    except (CannotMove, StartupError) as why:
        return complain(FAILED, f"{str(why).rstrip('.')}. Nothing was moved.")
    except UnusableDatabase as why:
        return complain(FAILED, f"The database {Path(source) / DATABASE_FILE} {why}. Nothing was moved.")
    except (OSError, sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError) as why:
        return complain(FAILED, f"The store cannot be moved: {reason(why)}. Nothing was moved.")
    rows = counted(sum(one.rows for one in moved), "row")
    sys.stdout.write(f"{rows} of {counted(len(moved), 'table')} moved and compared.\n")
    return 0


async def _to_postgres(path: Path, url: str) -> Sequence[MovedTable]:
    """Move a data folder's store to a database that is empty."""
    from server.store.postgres.connection import address_of, open_postgres
    from server.store.postgres.inspection import inspect_postgres

    if not (path / DATABASE_FILE).exists():
        raise CannotMove(f"There is no database in {path}")
    with closing(DataFolder(path)) as folder:
        check_is_no_backup(folder.database)
        with read_only(folder.database) as file:
            _check_schema(folder.database, version_of(file))
            file.execute("BEGIN")
            side = SqliteSide(file)
            side.check_lengths()
            if (await inspect_postgres(url)).schema not in {0, SCHEMA_VERSION}:
                raise CannotMove(f"The database at {address_of(url)} has an older schema")
            await (await open_postgres(url)).close()
            async with _alone(url, readonly=False) as connection:
                moved = await move(side, PostgresSide(connection), _Progress().tell)
                key = folder.key_file.read_bytes() if folder.key_file.exists() else None
                if key:
                    await connection.execute("INSERT INTO host_key (private) VALUES ($1)", key)
    _tell_of_key(moved=bool(key))
    return moved


async def _to_sqlite(url: str, path: Path) -> Sequence[MovedTable]:
    """Move the store of a database to a data folder that has none."""
    from server.cluster.postgres.host_key import READ
    from server.store.postgres.connection import address_of
    from server.store.postgres.inspection import inspect_postgres

    with closing(DataFolder(path)) as folder:
        for there in (folder.database, wal_of(folder.database), folder.key_file):
            if there.exists():
                raise CannotMove(f"The new store is not empty: there is {there}")
        _check_schema(address_of(url), (await inspect_postgres(url)).schema)
        async with _alone(url, readonly=True) as connection:
            with new_file(folder.database) as file:
                moved = await move(PostgresSide(connection), SqliteSide(file), _Progress().tell)
                key: bytes | None = await connection.fetchval(READ)
                if key:
                    write_private(folder.key_file, key)
    _tell_of_key(moved=bool(key))
    return moved


def _check_schema(place: object, found: int) -> None:
    if not found:
        raise CannotMove(f"There is nothing of a host in {place}")
    if found != SCHEMA_VERSION:
        raise CannotMove(
            f"{place} has schema {found} and not {SCHEMA_VERSION}: start a host of this version on it once"
        )


@asynccontextmanager
async def _alone(url: str, *, readonly: bool) -> AsyncIterator[PostgresConnection]:
    """A transaction in which no node can start. Raises CannotMove if one is running."""
    from server.store.postgres.connection import address_of, open_postgres

    database = await open_postgres(url)
    try:
        connection = await database.connect(idle_in_transaction_session_timeout="0")
        try:
            async with connection.transaction(isolation="repeatable_read" if readonly else "read_committed"):
                await connection.execute(NO_NEW_NODES)
                if await connection.fetchval(ALIVE):
                    raise CannotMove(f"A host is running on {address_of(url)}: stop it first")
                yield connection
        finally:
            await connection.close()
    finally:
        await database.close()


def _tell_of_key(*, moved: bool) -> None:
    sys.stdout.write(
        "The host key was moved.\n" if moved else "There was no host key to move: host_key names its file.\n"
    )


class _Progress:
    """Tells on stderr how far the move is."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def tell(self, table: str, rows: int) -> None:
        """Tell of a table, after each so many rows."""
        if rows % EACH == 0:
            seconds = time.monotonic() - self._began
            sys.stderr.write(f"{table}: {counted(rows, 'row')} after {seconds:.0f} s\n")
