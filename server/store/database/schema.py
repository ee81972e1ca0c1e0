"""The number of the schema, and what is wrong with a file of another. What a file of this version looks like
is what the steps of `server.store.database.migrations` lead to.
"""

from __future__ import annotations

import sqlite3

SCHEMA_VERSION = 32
BEGIN = "BEGIN IMMEDIATE"
"""Begins what writes: nobody else writes from now on."""
LOST_REFERENCES = "PRAGMA foreign_key_check"
"""A row for each that refers to one that is not there: its table, its number, the other table."""


class UnusableDatabase(Exception):  # noqa: N818
    """The file cannot be used. The message says why and what to do, behind "the database PATH"."""


class WrongSchema(UnusableDatabase):
    """The file was written by a version of crownhouse that this one cannot follow. `found` is its schema."""

    def __init__(self, found: int) -> None:
        super().__init__(
            f"was made by a newer version of crownhouse (schema {found}): start that version, or restore a"
            " backup from before"
        )
        self.found = found


class WrongShape(UnusableDatabase):
    """The file does not have the shape of its schema."""

    def __init__(self, difference: str) -> None:
        super().__init__(f"is damaged ({difference}): restore a backup")


def version_of(connection: sqlite3.Connection) -> int:
    """Return the number of the schema that the file names; 0 if it names none."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def carry_out(text: str, connection: sqlite3.Connection) -> None:
    """Carry out statements, each of which ends its line, in the connection's transaction, which
    `executescript` would commit.
    """
    for statement in text.split(";\n"):
        connection.execute(statement)
