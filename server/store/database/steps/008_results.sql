-- Results of ended games. `game_results` has a row for each, `seat_results` one for each of its seats, with the
-- columns of the game that its players' histories are sorted and filtered by. What older logs say is filled in by
-- `server.store.journal.rebuild`.
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
