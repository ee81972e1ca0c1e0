-- A recipient of notices waits apart until its code is typed, and the one before goes on until then. Those of older nodes
-- wait where they are (`server.store.notices`).
CREATE TABLE pending_recipients (
    account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, service TEXT NOT NULL,
    recipient TEXT NOT NULL, code TEXT NOT NULL, until REAL NOT NULL, language TEXT NOT NULL
) STRICT, WITHOUT ROWID;
