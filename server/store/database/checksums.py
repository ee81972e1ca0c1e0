"""Checksums of the entries of a log, the step to the schema that stores them, and what reading text does.

A checksum covers all that an entry stores, its table and its number included, so that neither a flipped bit
nor an entry in another's place goes unnoticed. How long a log is, is stored with its table.
"""

from __future__ import annotations

import sqlite3
from zlib import crc32

COLUMNS = ("table_id", "seq", "kind", "time", "seat", "by", "ask", "who", "name", "move", "draws", "note")
"""The columns of an entry in their order, all that a checksum covers."""
ADD_LENGTH = "ALTER TABLE tables ADD COLUMN length INTEGER NOT NULL DEFAULT 0"
ADD_CRC = "ALTER TABLE entries ADD COLUMN crc INTEGER NOT NULL DEFAULT 0"
SET_LENGTH = 'UPDATE tables SET length = (SELECT coalesce(max(seq), 0) FROM entries WHERE "table" = id)'


def entry_crc(*row: object) -> int:
    """Return the checksum of an entry: a value for each of `COLUMNS`."""
    return crc32("\x1f".join(map(str, row)).encode("utf-8", "surrogatepass"))


def prepare(connection: sqlite3.Connection) -> None:
    """Give a connection the function `entry_crc`, and have it read damaged text rather than raise."""
    connection.create_function("entry_crc", len(COLUMNS), entry_crc, deterministic=True)
    connection.text_factory = _text


def add_checksums(connection: sqlite3.Connection) -> None:
    """Migrate to version 7: store how long each log is, and a checksum of each entry."""
    connection.execute(ADD_LENGTH)
    connection.execute(ADD_CRC)
    connection.execute(SET_LENGTH)
    columns = ", ".join(f'"{column}"' for column in ("table", *COLUMNS[1:]))  # as they were until version 21
    connection.execute(f"UPDATE entries SET crc = entry_crc({columns})")  # noqa: S608  (our own words)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
