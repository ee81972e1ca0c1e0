-- Follows, notes that wait, and tables with a start time or a search.
ALTER TABLE tables ADD COLUMN starts REAL NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN matching TEXT NOT NULL DEFAULT '';
CREATE TABLE follows (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    other TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, since REAL NOT NULL,
    PRIMARY KEY (account, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX followers ON follows (other, since);
CREATE TABLE notes (
    id TEXT PRIMARY KEY, "to" TEXT NOT NULL, kind TEXT NOT NULL, sent REAL NOT NULL, sender TEXT NOT NULL,
    name TEXT NOT NULL, place TEXT NOT NULL, "table" TEXT NOT NULL, text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_to ON notes ("to", sent);
CREATE INDEX notes_of ON notes (sender);
CREATE INDEX notes_by_age ON notes (sent);
