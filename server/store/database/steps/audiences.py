"""The step to the schema in which nodes tell each other who watches a table."""

from __future__ import annotations

import sqlite3

POSTGRES_AUDIENCES = """
CREATE UNLOGGED TABLE node_audiences (
    node text NOT NULL REFERENCES nodes ON DELETE CASCADE, table_id text NOT NULL,
    watching integer NOT NULL, seq integer NOT NULL, round integer NOT NULL, change bigint NOT NULL,
    PRIMARY KEY (node, table_id)
);
CREATE INDEX changed_audiences ON node_audiences (change);
CREATE SEQUENCE audience_changes;
"""


def leave_as_it_is(connection: sqlite3.Connection) -> None:
    """Migrate a file to a version that changes PostgreSQL alone."""
