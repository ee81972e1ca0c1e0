"""The tables of results, and the step to the schema that has them.

`game_results` has a row for each ended game, `seat_results` one for each of its seats, with the columns of
the game that its players' histories are sorted and filtered by. What older logs say is filled in by
`server.store.journal.rebuild`.
"""

from __future__ import annotations

import sqlite3

SQLITE_RESULTS = """
CREATE TABLE game_results (
    "table" TEXT PRIMARY KEY REFERENCES tables (id), game TEXT NOT NULL, kind TEXT NOT NULL,
    private INTEGER NOT NULL, started REAL NOT NULL, ended REAL NOT NULL, ending TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX public_results ON game_results (ended, "table") WHERE NOT private;
CREATE INDEX public_results_of_game ON game_results (game, ended, "table") WHERE NOT private;
CREATE TABLE seat_results (
    "table" TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, holder TEXT NOT NULL,
    who TEXT NOT NULL, name TEXT NOT NULL, place INTEGER NOT NULL, points INTEGER, fate TEXT NOT NULL,
    game TEXT NOT NULL, kind TEXT NOT NULL, private INTEGER NOT NULL, seats INTEGER NOT NULL,
    ended REAL NOT NULL, PRIMARY KEY ("table", seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_of ON seat_results (who, ended, "table", game, kind, private, place, seats)
    WHERE holder = 'account';
"""
POSTGRES_RESULTS = """
CREATE TABLE game_results (
    table_id text PRIMARY KEY REFERENCES tables (id), game text NOT NULL, kind text NOT NULL,
    private boolean NOT NULL, started float8 NOT NULL, ended float8 NOT NULL, ending text NOT NULL
);
CREATE INDEX public_results ON game_results (ended, table_id) WHERE NOT private;
CREATE INDEX public_results_of_game ON game_results (game, ended, table_id) WHERE NOT private;
CREATE TABLE seat_results (
    table_id text NOT NULL REFERENCES tables (id), seat integer NOT NULL, holder text NOT NULL,
    who text NOT NULL, name text NOT NULL, place integer NOT NULL, points integer, fate text NOT NULL,
    game text NOT NULL, kind text NOT NULL, private boolean NOT NULL, seats integer NOT NULL,
    ended float8 NOT NULL, PRIMARY KEY (table_id, seat)
);
CREATE INDEX results_of ON seat_results (who, ended, table_id)
    INCLUDE (game, kind, private, place, seats) WHERE holder = 'account';
"""


def add_results(connection: sqlite3.Connection) -> None:
    """Migrate to version 8: add the tables of results, empty."""
    for statement in SQLITE_RESULTS.split(";\n"):  # `executescript` would commit
        connection.execute(statement)
