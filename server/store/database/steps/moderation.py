"""The step that adds what people who look after a host need: reports, letters, roles, an audit log; and codes
that recover an account.

What is only read as a whole is JSON in `body` (`server.people`); columns are what is searched for.
"""

from __future__ import annotations

import sqlite3

SQLITE_MODERATION = """
ALTER TABLE bans ADD COLUMN reason TEXT NOT NULL DEFAULT '';
CREATE TABLE reports (
    id TEXT PRIMARY KEY, thing TEXT NOT NULL, open INTEGER NOT NULL, time REAL NOT NULL, body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX open_reports ON reports (thing) WHERE open;
CREATE TABLE letters (
    id TEXT PRIMARY KEY, player TEXT NOT NULL, kind TEXT NOT NULL, time REAL NOT NULL, until REAL,
    unread INTEGER NOT NULL, body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX letters_to ON letters (player, time);
CREATE INDEX unread_letters ON letters (player) WHERE unread;
CREATE INDEX mutes ON letters (until) WHERE kind = 'mute';
CREATE TABLE moderators (
    account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, since REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE audit (id TEXT PRIMARY KEY, time REAL NOT NULL, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX audit_times ON audit (time);
CREATE TABLE recovery_codes (
    account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, salt TEXT NOT NULL,
    hash TEXT NOT NULL, made REAL NOT NULL
) STRICT, WITHOUT ROWID;
"""
POSTGRES_MODERATION = """
ALTER TABLE bans ADD COLUMN reason text NOT NULL DEFAULT '';
CREATE TABLE reports (
    id text PRIMARY KEY, thing text NOT NULL, open boolean NOT NULL, time float8 NOT NULL, body text NOT NULL
);
CREATE UNIQUE INDEX open_reports ON reports (thing) WHERE open;
CREATE TABLE letters (
    id text PRIMARY KEY, player text NOT NULL, kind text NOT NULL, time float8 NOT NULL, until float8,
    unread boolean NOT NULL, body text NOT NULL
);
CREATE INDEX letters_to ON letters (player, time);
CREATE INDEX unread_letters ON letters (player) WHERE unread;
CREATE INDEX mutes ON letters (until) WHERE kind = 'mute';
CREATE TABLE moderators (
    account text PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, since float8 NOT NULL
);
CREATE TABLE audit (id text PRIMARY KEY, time float8 NOT NULL, body text NOT NULL);
CREATE INDEX audit_times ON audit (time);
CREATE TABLE recovery_codes (
    account text PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, salt text NOT NULL,
    hash text NOT NULL, made float8 NOT NULL
);
"""


def add_moderation(connection: sqlite3.Connection) -> None:
    """Add the tables, empty, and the reason of a ban."""
    for statement in SQLITE_MODERATION.split(";\n"):  # `executescript` would commit
        connection.execute(statement)
