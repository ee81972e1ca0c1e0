-- How far a host has come with filling in the results of older games: the last table whose log was read, NULL once
-- all were. No row: it has not begun. Seats tell whether a program moved them, so all results are filled in once more.
ALTER TABLE seat_results ADD COLUMN program INTEGER NOT NULL DEFAULT 0;
CREATE TABLE filled (what TEXT PRIMARY KEY, upto TEXT) STRICT, WITHOUT ROWID;
