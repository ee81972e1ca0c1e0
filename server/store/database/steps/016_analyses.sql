-- Analyses of finished games.
CREATE TABLE analyses ("table" TEXT PRIMARY KEY, version INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
