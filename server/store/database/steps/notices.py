"""The step to the schema with notices: where they go, and which were sent."""

from __future__ import annotations

import sqlite3

SQLITE_NOTICES = """
CREATE TABLE notice_recipients (
    account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, service TEXT NOT NULL,
    recipient TEXT NOT NULL, code TEXT NOT NULL, until REAL NOT NULL, language TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE notices (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, "table" TEXT NOT NULL,
    ask INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (account, "table", ask)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_notices ON notices (at);
"""
POSTGRES_NOTICES = """
CREATE TABLE notice_recipients (
    account text PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, service text NOT NULL,
    recipient text NOT NULL, code text NOT NULL, until float8 NOT NULL, language text NOT NULL
);
CREATE TABLE notices (
    account text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, table_id text NOT NULL,
    ask integer NOT NULL, at float8 NOT NULL, PRIMARY KEY (account, table_id, ask)
);
CREATE INDEX sent_notices ON notices (at);
"""


def add_notices(connection: sqlite3.Connection) -> None:
    """Migrate to version 9: add the tables of notices, empty."""
    for statement in SQLITE_NOTICES.split(";\n"):  # `executescript` would commit
        connection.execute(statement)
