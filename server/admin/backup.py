"""A copy of a database that a host is writing: everything that was told is in it, and it is whole."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path


class CorruptBackupError(Exception):
    """The copy is not sound, as SQLite says."""


def copy_database(source: Path, target: Path) -> None:
    """Copies what is committed now; `target` is replaced and readable by nobody else. Blocks, and
    keeps no writer waiting. Raises sqlite3.Error, OSError, Damaged.
    """
    target.unlink(missing_ok=True)
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as live,
        closing(sqlite3.connect(target, isolation_level=None)) as taken,
    ):
        live.backup(taken)
        taken.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        (said,) = taken.execute("PRAGMA quick_check").fetchone()
    if said != "ok":
        raise CorruptBackupError(said)
