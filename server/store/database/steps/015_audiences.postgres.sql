CREATE UNLOGGED TABLE node_audiences (
    node text NOT NULL REFERENCES nodes ON DELETE CASCADE, table_id text NOT NULL,
    watching integer NOT NULL, seq integer NOT NULL, round integer NOT NULL, change bigint NOT NULL,
    PRIMARY KEY (node, table_id)
);
CREATE INDEX changed_audiences ON node_audiences (change);
CREATE SEQUENCE audience_changes;
