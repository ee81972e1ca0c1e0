-- Ratings. `rated_seats` has a row for each seat that is ranked in a rated game, with the rating before and after
-- it; `ratings` has the present rating of each entrant. Both follow from the results; earlier games were not rated.
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
