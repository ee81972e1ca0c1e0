CREATE TABLE deals (id text PRIMARY KEY, body text NOT NULL, steward text NOT NULL DEFAULT '');
CREATE TABLE deal_tables (
    deal text NOT NULL REFERENCES deals (id), who text NOT NULL, table_id text NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY, PRIMARY KEY (deal, who)
);
CREATE INDEX deals_of ON deal_tables (who);
