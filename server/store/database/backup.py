"""Copies a database while a host writes it. The copy is whole and has all that was confirmed before."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

BACKUP_ID = 0x63726262
"""SQLite's `application_id` of a backup, which no host starts on before it was restored: what was drawn after
the backup is known to players.
"""
LAST_KNOWN = (
    "SELECT max(coalesce((SELECT max(sign) FROM life), 0), coalesce((SELECT max(time) FROM entries), 0))"
)

BEAT = "INSERT INTO life (sign) VALUES ($1)"
"""A host was alive at this time; of several times the last counts."""


class CorruptBackupError(Exception):
    """The copy failed SQLite's own check; the message is what SQLite found."""


def copy_database(source: Path, target: Path, marked_at: float | None = None) -> None:
    """Copy what is committed now into a new file of mode 0600; `target` is replaced. A copy that is a backup
    is marked with the time, None: it is none. Blocks, and makes no writer wait. Raises sqlite3.Error,
    OSError, CorruptBackupError.
    """
    target.unlink(missing_ok=True)
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as live,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        live.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        copy.execute("PRAGMA application_id = 0")
        if marked_at is not None:
            copy.execute(BEAT, {"1": marked_at})  # what lies between that and the next start is an outage
            copy.execute(f"PRAGMA application_id = {BACKUP_ID}")
        (found,) = copy.execute("PRAGMA quick_check").fetchone()
    if found != "ok":
        raise CorruptBackupError(found)


def is_backup(path: Path) -> bool:
    """Return whether a database is a backup that was not restored yet. Raises OSError."""
    with path.open("rb") as file:
        return file.read(72)[68:] == BACKUP_ID.to_bytes(4, "big")


def last_known(path: Path) -> float:
    """The latest time in a database: of a backup, else the last heartbeat or entry. Raises sqlite3.Error."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        return float(connection.execute(LAST_KNOWN).fetchone()[0])
