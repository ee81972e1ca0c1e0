-- Cups, as logs. `who` is the account that an entry is about, so that it can be forgotten.
CREATE TABLE cups (id TEXT PRIMARY KEY, ended REAL) STRICT, WITHOUT ROWID;
CREATE INDEX ended_cups ON cups (ended);
CREATE TABLE cup_entries (
    cup TEXT NOT NULL REFERENCES cups (id), number INTEGER NOT NULL, who TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (cup, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX cups_of ON cup_entries (who) WHERE who <> '';
