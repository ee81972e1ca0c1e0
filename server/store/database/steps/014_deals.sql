-- Deals that several tables play.
CREATE TABLE deals (id TEXT PRIMARY KEY, body TEXT NOT NULL, steward TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE deal_tables (
    deal TEXT NOT NULL REFERENCES deals (id), who TEXT NOT NULL, "table" TEXT NOT NULL, UNIQUE (deal, who)
) STRICT;
CREATE INDEX deals_of ON deal_tables (who);
