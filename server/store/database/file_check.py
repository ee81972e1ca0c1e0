"""Checks the file of a database before it is opened for writing: nothing here changes a byte of it.

The quick check at start is bounded in time; the whole one is `crownhouse check`. What logs mean is left to
`server.start.offline.check`.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from server.store.database.backup import is_backup
from server.store.database.checksums import prepare
from server.store.database.migrations import check_shape
from server.store.database.schema import SCHEMA_VERSION, UnusableDatabase, WrongSchema, version_of
from server.store.database.wal_check import check_wal

MAGIC = b"SQLite format 3\0"
HEADER_SIZE = 100
QUICK_SECONDS = 2.0
"""The time that the check at start may take. A gigabyte is read in one to two seconds."""
QUICK_BYTES = 16 << 20
"""The bytes of a write-ahead log that are checked at start, in half a second; there are seldom as many."""
STEPS = 10_000
"""Steps of SQLite between two looks at the clock: less than a millisecond."""
OURS = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('tables', 'entries', 'accounts')"

Clock = Callable[[], float]


def wal_of(path: Path) -> Path:
    """Return the path of a database's write-ahead log, which holds what is not in the database yet."""
    return path.with_name(f"{path.name}-wal")


def quick_check(path: Path, seconds: float = QUICK_SECONDS, clock: Clock = time.monotonic) -> bool:
    """Check as much as possible within the given seconds. Return whether everything was checked. Raises
    UnusableDatabase, sqlite3.Error.
    """
    with read_only(path, QUICK_BYTES) as connection:
        deadline = clock() + seconds
        connection.set_progress_handler(lambda: clock() > deadline, STEPS)
        try:
            found = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            return False
        if found != ["ok"]:
            raise UnusableDatabase(damaged(found[0]))
    return True


@contextmanager
def read_only(path: Path, wal_bytes: int | None = None) -> Iterator[sqlite3.Connection]:
    """Open a database that looks like one of crownhouse's, for reading alone; of its write-ahead log so many
    bytes are checked. Raises UnusableDatabase, sqlite3.Error.
    """
    _check_header(path)
    check_wal(wal_of(path), wal_bytes)
    shared = path.with_name(f"{path.name}-shm")
    is_open = shared.exists()
    # What lies in the write-ahead log belongs to the database; without one, SQLite need not write at all.
    way = "mode=ro" if _has_wal(path) else "immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{way}", uri=True)) as connection:
            prepare(connection)
            _check_schema(connection)
            yield connection
    except UnicodeDecodeError as error:  # SQLite's message quotes what it read
        raise UnusableDatabase(damaged("its schema cannot be read")) from error
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
            raise UnusableDatabase(damaged(str(error))) from error
        raise
    finally:
        if not is_open:
            shared.unlink(missing_ok=True)


CHECK_SAYS_MORE = "; crownhouse check says more"


def damaged(why: str) -> str:
    """Return the sentence about a damaged database, in one line."""
    first = " ".join(line for line in why.splitlines() if line and not line.startswith("***"))
    return f"is damaged ({first.rstrip('.')}): restore a backup{CHECK_SAYS_MORE}"


def _has_wal(path: Path) -> bool:
    wal = wal_of(path)
    return wal.exists() and wal.stat().st_size > 0


def _check_header(path: Path) -> None:
    try:
        with path.open("rb") as file:
            header = file.read(HEADER_SIZE)
    except OSError as error:
        raise UnusableDatabase(f"cannot be read: {error.strerror}") from error
    if not header:
        raise UnusableDatabase("is empty: restore a backup, or move the file away to begin anew")
    if header[: len(MAGIC)] != MAGIC[: len(header)]:
        raise UnusableDatabase("is no database of crownhouse: move the file away, or restore a backup")
    if len(header) < HEADER_SIZE:
        raise UnusableDatabase(damaged("it ends early"))


def _check_schema(connection: sqlite3.Connection) -> None:
    version = version_of(connection)
    if version > SCHEMA_VERSION:
        raise WrongSchema(version)
    (ours,) = connection.execute(OURS).fetchone()
    if version < 1 or not ours:
        raise UnusableDatabase("is no database of crownhouse: move the file away, or restore a backup")
    if version == SCHEMA_VERSION:
        check_shape(connection)


def check_is_no_backup(path: Path) -> None:
    """Raise UnusableDatabase if the file is a backup that was put there by hand. Raises OSError."""
    if is_backup(path):
        raise UnusableDatabase(
            "is a backup: crownhouse restore makes running games draw anew before they go on"
        )


def check_is_writable(path: Path) -> None:
    """Raise UnusableDatabase if the file cannot be written: SQLite would only say so at the first move."""
    if not os.access(path, os.W_OK):
        raise UnusableDatabase("cannot be written: give the file to the host's user")
