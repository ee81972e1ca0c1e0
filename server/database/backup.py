"""Copies a database while a host writes it. The copy is whole and has everything that was confirmed
before.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path


class CorruptBackupError(Exception):
    """The copy failed SQLite's own check; the message is what SQLite found."""


def copy_database(source: Path, target: Path) -> None:
    """Copy what is committed now into a new file of mode 0600; `target` is replaced. Blocks, and makes no
    writer wait. Raises sqlite3.Error, OSError, CorruptBackupError.
    """
    target.unlink(missing_ok=True)
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as live,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        live.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        (found,) = copy.execute("PRAGMA quick_check").fetchone()
    if found != "ok":
        raise CorruptBackupError(found)
