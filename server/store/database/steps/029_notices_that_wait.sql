-- The recipients of an account beside the first one, and what players are told after their quiet hours or in their digest.
CREATE TABLE further_recipients (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, service TEXT NOT NULL,
    recipient TEXT NOT NULL, language TEXT NOT NULL, PRIMARY KEY (account, service, recipient)
) STRICT, WITHOUT ROWID;
CREATE TABLE waiting_notices (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, event TEXT NOT NULL, table_id TEXT NOT NULL,
    ask INTEGER NOT NULL, due REAL NOT NULL, body TEXT NOT NULL, PRIMARY KEY (account, table_id, ask)
) STRICT, WITHOUT ROWID;
CREATE INDEX due_notices ON waiting_notices (due);
