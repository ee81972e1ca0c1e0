"""The step to the schema that knows by which host keys players know the host."""

from __future__ import annotations

import sqlite3

SQLITE_HOST_KEYS = "CREATE TABLE host_keys (fingerprint TEXT NOT NULL, since REAL NOT NULL) STRICT;"
POSTGRES_HOST_KEYS = "CREATE TABLE host_keys (fingerprint text NOT NULL, since float8 NOT NULL);"


def add_host_keys(connection: sqlite3.Connection) -> None:
    """Migrate to version 20: the key that the host starts with next is the one that players know."""
    connection.execute(SQLITE_HOST_KEYS)
