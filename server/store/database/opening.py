"""Opens a database for writing: makes a new one, or checks the one there is and brings it up to date."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from server.store.database.checksums import prepare
from server.store.database.file_check import check_is_no_backup, check_is_writable, quick_check, wal_of
from server.store.database.migrations import GIVES_ROOM_BACK, migrate, schema
from server.store.database.schema import SCHEMA_VERSION, UnusableDatabase

log = logging.getLogger(__name__)

SAFE = "PRAGMA synchronous = FULL"
"""What is committed is on the disk."""


def open_database(path: Path) -> sqlite3.Connection:
    """Open the database at `path` in the present schema, and create it if there is none. A file that cannot
    be used is left as it is. Raises UnusableDatabase, sqlite3.Error, OSError.
    """
    if path.exists():
        check_is_writable(path)
        if not quick_check(path):
            log.warning(
                "the database is large: crownhouse check looks at all of it", extra={"file": str(path)}
            )
        check_is_no_backup(path)
    elif wal_of(path).exists():
        raise UnusableDatabase(
            f"is missing, but {wal_of(path).name} is there: put it back, or move that away"
        )
    else:
        with new_file(path):
            pass
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        prepare(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(SAFE)
        connection.execute(
            "PRAGMA journal_size_limit = 16777216"
        )  # an upgrade or a backup leaves no long one
        connection.execute("PRAGMA secure_delete = ON")  # what is forgotten leaves nothing behind
        migrate(connection, path)
        connection.execute("PRAGMA foreign_keys = ON")  # a migration rebuilds tables without it
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def new_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Make a new database beside `path`, and move it there once all that the `with` block writes is in it: an
    interrupted start leaves no file. Raises sqlite3.Error, OSError.
    """
    beside = path.with_name(f"{path.name}.new")
    for left in (beside, wal_of(beside), beside.with_name(f"{beside.name}-shm")):
        left.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(beside, isolation_level=None)) as connection:
            connection.execute(SAFE)
            connection.execute(GIVES_ROOM_BACK)
            connection.executescript(f"BEGIN;{schema()}PRAGMA user_version = {SCHEMA_VERSION}")
            yield connection
            connection.execute("COMMIT")
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    beside.rename(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
