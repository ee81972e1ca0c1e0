"""The step to the tenth schema: follows, notes that wait, and tables with a start time or a search."""

from __future__ import annotations

import sqlite3

SQLITE_PEOPLE = """
ALTER TABLE tables ADD COLUMN starts REAL NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN matching TEXT NOT NULL DEFAULT '';
CREATE TABLE follows (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    other TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, since REAL NOT NULL,
    PRIMARY KEY (account, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX followers ON follows (other, since);
CREATE TABLE notes (
    id TEXT PRIMARY KEY, "to" TEXT NOT NULL, kind TEXT NOT NULL, sent REAL NOT NULL, sender TEXT NOT NULL,
    name TEXT NOT NULL, place TEXT NOT NULL, "table" TEXT NOT NULL, text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_to ON notes ("to", sent);
CREATE INDEX notes_of ON notes (sender);
CREATE INDEX notes_by_age ON notes (sent);
"""
POSTGRES_PEOPLE = """
ALTER TABLE tables ADD COLUMN starts float8 NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN matching text NOT NULL DEFAULT '';
CREATE TABLE follows (
    account text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    other text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, since float8 NOT NULL,
    PRIMARY KEY (account, other)
);
CREATE INDEX followers ON follows (other, since);
CREATE TABLE notes (
    id text PRIMARY KEY, "to" text NOT NULL, kind text NOT NULL, sent float8 NOT NULL, sender text NOT NULL,
    name text NOT NULL, place text NOT NULL, "table" text NOT NULL, text text NOT NULL
);
CREATE INDEX notes_to ON notes ("to", sent);
CREATE INDEX notes_of ON notes (sender);
CREATE INDEX notes_by_age ON notes (sent);
"""


def add_follows_and_notes(connection: sqlite3.Connection) -> None:
    """Migrate to version 10: nobody follows anybody, and no table has a start time."""
    for statement in SQLITE_PEOPLE.split(";\n"):  # `executescript` would commit
        connection.execute(statement)
