-- Trophies follow from games, and are worked out in the order in which games ended.
CREATE TABLE trophies (
    table_id TEXT NOT NULL, seat INTEGER NOT NULL, trophy TEXT NOT NULL,
    account TEXT NOT NULL, ended REAL NOT NULL, PRIMARY KEY (table_id, seat, trophy)
) STRICT, WITHOUT ROWID;
CREATE INDEX trophies_of ON trophies (account, ended);
CREATE INDEX results_by_end ON game_results (ended, table_id);
