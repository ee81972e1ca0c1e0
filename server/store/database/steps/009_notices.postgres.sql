CREATE TABLE notice_recipients (
    account text PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, service text NOT NULL,
    recipient text NOT NULL, code text NOT NULL, until float8 NOT NULL, language text NOT NULL
);
CREATE TABLE notices (
    account text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, table_id text NOT NULL,
    ask integer NOT NULL, at float8 NOT NULL, PRIMARY KEY (account, table_id, ask)
);
CREATE INDEX sent_notices ON notices (at);
