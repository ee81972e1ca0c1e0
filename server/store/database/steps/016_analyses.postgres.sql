CREATE TABLE analyses (table_id text PRIMARY KEY, version integer NOT NULL, body text NOT NULL);
