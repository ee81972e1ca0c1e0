ALTER TABLE bans ADD COLUMN reason text NOT NULL DEFAULT '';
CREATE TABLE reports (
    id text PRIMARY KEY, thing text NOT NULL, open boolean NOT NULL, time float8 NOT NULL, body text NOT NULL
);
CREATE UNIQUE INDEX open_reports ON reports (thing) WHERE open;
CREATE TABLE letters (
    id text PRIMARY KEY, player text NOT NULL, kind text NOT NULL, time float8 NOT NULL, until float8,
    unread boolean NOT NULL, body text NOT NULL
);
CREATE INDEX letters_to ON letters (player, time);
CREATE INDEX unread_letters ON letters (player) WHERE unread;
CREATE INDEX mutes ON letters (until) WHERE kind = 'mute';
CREATE TABLE moderators (
    account text PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, since float8 NOT NULL
);
CREATE TABLE audit (id text PRIMARY KEY, time float8 NOT NULL, body text NOT NULL);
CREATE INDEX audit_times ON audit (time);
CREATE TABLE recovery_codes (
    account text PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, salt text NOT NULL,
    hash text NOT NULL, made float8 NOT NULL
);
