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
