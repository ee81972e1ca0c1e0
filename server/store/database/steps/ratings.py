"""The tables of ratings, and the step to the schema that has them.

`rated_seats` has a row for each seat that is ranked in a rated game, with the rating before and after it;
`ratings` has the present rating of each entrant. Both follow from the results.
"""

from __future__ import annotations

import sqlite3

SQLITE_RATINGS = """
CREATE TABLE rated_seats (
    "table" TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, game TEXT NOT NULL,
    ended REAL NOT NULL, rank INTEGER NOT NULL, who TEXT NOT NULL, kind TEXT NOT NULL,
    old_mu REAL NOT NULL DEFAULT 0, old_sigma REAL NOT NULL DEFAULT 0, mu REAL NOT NULL DEFAULT 0,
    sigma REAL NOT NULL DEFAULT 0, games INTEGER NOT NULL DEFAULT 0, PRIMARY KEY ("table", seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX rated_games ON rated_seats (game, ended, "table");
CREATE INDEX rated_games_of ON rated_seats (game, who, kind, ended, "table");
CREATE TABLE ratings (
    game TEXT NOT NULL, who TEXT NOT NULL, kind TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
    games INTEGER NOT NULL, last REAL NOT NULL, PRIMARY KEY (game, who, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_of ON ratings (who);
"""
POSTGRES_RATINGS = """
CREATE TABLE rated_seats (
    table_id text NOT NULL REFERENCES tables (id), seat integer NOT NULL, game text NOT NULL,
    ended float8 NOT NULL, rank integer NOT NULL, who text NOT NULL, kind text NOT NULL,
    old_mu float8 NOT NULL DEFAULT 0, old_sigma float8 NOT NULL DEFAULT 0, mu float8 NOT NULL DEFAULT 0,
    sigma float8 NOT NULL DEFAULT 0, games integer NOT NULL DEFAULT 0, PRIMARY KEY (table_id, seat)
);
CREATE INDEX rated_games ON rated_seats (game, ended, table_id COLLATE "C");
CREATE INDEX rated_games_of ON rated_seats (game, who, kind, ended, table_id COLLATE "C");
CREATE TABLE ratings (
    game text NOT NULL, who text NOT NULL, kind text NOT NULL, mu float8 NOT NULL, sigma float8 NOT NULL,
    games integer NOT NULL, last float8 NOT NULL, PRIMARY KEY (game, who, kind)
);
CREATE INDEX ratings_of ON ratings (who);
"""


def add_ratings(connection: sqlite3.Connection) -> None:
    """Migrate to the version that has the tables of ratings, empty: earlier games were not rated."""
    for statement in SQLITE_RATINGS.split(";\n"):  # `executescript` would commit
        connection.execute(statement)
