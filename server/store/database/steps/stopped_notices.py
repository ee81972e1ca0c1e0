"""The step to the schema that knows which codes of notices went where, and where nothing more is sent."""

from __future__ import annotations

import sqlite3

SQLITE_STOPPED_NOTICES = """
CREATE TABLE notice_codes (
    code TEXT PRIMARY KEY, place TEXT NOT NULL, at REAL NOT NULL, stopped INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX stopped_notices ON notice_codes (place) WHERE stopped;
CREATE INDEX sent_notice_codes ON notice_codes (at);
"""
POSTGRES_STOPPED_NOTICES = """
CREATE TABLE notice_codes (
    code text PRIMARY KEY, place text NOT NULL, at float8 NOT NULL, stopped boolean NOT NULL
);
CREATE INDEX stopped_notices ON notice_codes (place) WHERE stopped;
CREATE INDEX sent_notice_codes ON notice_codes (at);
"""


def add_stopped_notices(connection: sqlite3.Connection) -> None:
    """Migrate to version 19: codes that were sent before stop nothing."""
    for statement in SQLITE_STOPPED_NOTICES.split(";\n"):  # `executescript` would commit
        connection.execute(statement)
