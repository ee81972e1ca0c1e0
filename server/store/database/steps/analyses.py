"""The step to the schema with analyses of finished games."""

from __future__ import annotations

import sqlite3

SQLITE_ANALYSES = """
CREATE TABLE analyses ("table" TEXT PRIMARY KEY, version INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
"""
POSTGRES_ANALYSES = """
CREATE TABLE analyses (table_id text PRIMARY KEY, version integer NOT NULL, body text NOT NULL);
"""


def add_analyses(connection: sqlite3.Connection) -> None:
    """Migrate to version 16: no game has been analysed yet."""
    connection.execute(SQLITE_ANALYSES)
