-- Clubs. A membership stays when it is over, so that what a club was given meanwhile stays its own.
CREATE TABLE clubs (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, look TEXT NOT NULL UNIQUE, founded REAL NOT NULL,
    officerless REAL
) STRICT, WITHOUT ROWID;
CREATE TABLE members (
    club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, since REAL NOT NULL,
    role TEXT NOT NULL, until REAL, PRIMARY KEY (club, account, since)
) STRICT, WITHOUT ROWID;
CREATE INDEX clubs_of ON members (account);
CREATE TABLE club_invitations (
    code TEXT PRIMARY KEY, club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE, account TEXT NOT NULL,
    until REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX club_invitations_of ON club_invitations (account) WHERE account <> '';
CREATE TABLE club_notes (
    club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE, number INTEGER NOT NULL, author TEXT NOT NULL,
    text TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (club, number)
) STRICT, WITHOUT ROWID;
