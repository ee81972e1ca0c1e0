-- Notices: where they go, and which were sent.
CREATE TABLE notice_recipients (
    account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, service TEXT NOT NULL,
    recipient TEXT NOT NULL, code TEXT NOT NULL, until REAL NOT NULL, language TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE notices (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, "table" TEXT NOT NULL,
    ask INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (account, "table", ask)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_notices ON notices (at);
