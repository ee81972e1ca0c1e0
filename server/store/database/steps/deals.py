"""The step to the schema with deals that several tables play."""

from __future__ import annotations

import sqlite3

SQLITE_DEALS = """
CREATE TABLE deals (id TEXT PRIMARY KEY, body TEXT NOT NULL, steward TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE deal_tables (
    deal TEXT NOT NULL REFERENCES deals (id), who TEXT NOT NULL, "table" TEXT NOT NULL, UNIQUE (deal, who)
) STRICT;
CREATE INDEX deals_of ON deal_tables (who);
"""
POSTGRES_DEALS = """
CREATE TABLE deals (id text PRIMARY KEY, body text NOT NULL, steward text NOT NULL DEFAULT '');
CREATE TABLE deal_tables (
    deal text NOT NULL REFERENCES deals (id), who text NOT NULL, table_id text NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY, PRIMARY KEY (deal, who)
);
CREATE INDEX deals_of ON deal_tables (who);
"""


def add_deals(connection: sqlite3.Connection) -> None:
    """Migrate to version 14: there are no deals yet."""
    for statement in SQLITE_DEALS.split(";\n"):  # `executescript` would commit
        connection.execute(statement)
