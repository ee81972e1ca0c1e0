-- Tables, their logs, and who plays at them.
CREATE TABLE tables (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, rules_version INTEGER NOT NULL,
    seats INTEGER NOT NULL, options TEXT NOT NULL, owner TEXT NOT NULL, seed BLOB NOT NULL,
    commitment TEXT NOT NULL, opened REAL NOT NULL, ended INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX open_tables ON tables (opened) WHERE NOT ended;
CREATE TABLE entries (
    "table" TEXT NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL, kind TEXT NOT NULL,
    time REAL NOT NULL, seat INTEGER NOT NULL, "by" TEXT NOT NULL, ask INTEGER NOT NULL,
    who TEXT NOT NULL, name TEXT NOT NULL, move TEXT NOT NULL, draws TEXT NOT NULL,
    PRIMARY KEY ("table", seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE accounts (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, skeleton TEXT NOT NULL UNIQUE, created REAL NOT NULL
) STRICT;
CREATE TABLE keys (
    fingerprint TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (id), added REAL NOT NULL
) STRICT, WITHOUT ROWID;
