"""The step to the schema in which a host fills in the results of older games by itself.

`filled` says how far it has come: the last table whose log was read, NULL once all were. No row: it has not
begun. Seats now tell whether a program moved them, so all results are filled in once more.
"""

from __future__ import annotations

import sqlite3

SQLITE_FILLING = """
ALTER TABLE seat_results ADD COLUMN program INTEGER NOT NULL DEFAULT 0;
CREATE TABLE filled (what TEXT PRIMARY KEY, upto TEXT) STRICT, WITHOUT ROWID
"""
POSTGRES_FILLING = """
ALTER TABLE seat_results ADD COLUMN program boolean NOT NULL DEFAULT false;
CREATE TABLE filled (what text PRIMARY KEY, upto text);
"""


def add_filling(connection: sqlite3.Connection) -> None:
    """Add the column and the table; nothing is filled in yet."""
    for statement in SQLITE_FILLING.split(";\n"):  # `executescript` would commit
        connection.execute(statement)
