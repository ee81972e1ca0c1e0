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
