-- What people who look after a host need: reports, letters, roles, an audit log; and codes that recover an account.
-- What is only read as a whole is JSON in `body` (`server.people`); columns are what is searched for.
ALTER TABLE bans ADD COLUMN reason TEXT NOT NULL DEFAULT '';
CREATE TABLE reports (
    id TEXT PRIMARY KEY, thing TEXT NOT NULL, open INTEGER /* flag */ NOT NULL, time REAL NOT NULL, body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX open_reports ON reports (thing) WHERE open;
CREATE TABLE letters (
    id TEXT PRIMARY KEY, player TEXT NOT NULL, kind TEXT NOT NULL, time REAL NOT NULL, until REAL,
    unread INTEGER /* flag */ NOT NULL, body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX letters_to ON letters (player, time);
CREATE INDEX unread_letters ON letters (player) WHERE unread;
CREATE INDEX mutes ON letters (until) WHERE kind = 'mute';
CREATE TABLE moderators (
    account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, since REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE audit (id TEXT PRIMARY KEY, time REAL NOT NULL, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX audit_times ON audit (time);
CREATE TABLE recovery_codes (
    account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, salt TEXT NOT NULL,
    hash TEXT NOT NULL, made REAL NOT NULL
) STRICT, WITHOUT ROWID;
