"""What several nodes share on PostgreSQL beside games and accounts: who is alive, who is here, what is said.

A row of `nodes` is a node that is alive; with it goes what ends with a node. An unlogged table is empty after
a crash of the server: what stands there is told anew or is worth little. Numbers that others read on from
(`change`, `number`) are drawn under a lock that lasts until the commit, so that a reader never passes a row
that is not there yet. Addresses stand in `node_sessions` alone, while a session lasts; keys of windows and
shares are concealed (`server.cluster.postgres.host_key`).
"""

from __future__ import annotations

POSTGRES_NODES_SCHEMA = """
CREATE TABLE nodes (node text PRIMARY KEY, beat float8 NOT NULL, acting integer NOT NULL);
CREATE TABLE host_key (one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row), private bytea NOT NULL);
CREATE UNLOGGED TABLE node_sessions (
    node text NOT NULL REFERENCES nodes ON DELETE CASCADE, number integer NOT NULL, player text NOT NULL,
    name text NOT NULL, address text NOT NULL, since float8 NOT NULL, left_at float8,
    change bigint NOT NULL, PRIMARY KEY (node, number)
);
CREATE INDEX changed_sessions ON node_sessions (change);
CREATE SEQUENCE session_changes;
CREATE UNLOGGED TABLE talk (
    number bigint PRIMARY KEY, node text NOT NULL, spoken integer NOT NULL, place text NOT NULL,
    who text NOT NULL, line text NOT NULL, written float8 NOT NULL, UNIQUE (node, spoken)
);
CREATE INDEX talk_of_places ON talk (place, number);
CREATE INDEX talk_of_players ON talk (who);
CREATE SEQUENCE talk_numbers;
CREATE TABLE signals (
    number bigint PRIMARY KEY, node text NOT NULL, sent integer NOT NULL, kind text NOT NULL,
    about text NOT NULL, text text NOT NULL, at float8 NOT NULL, UNIQUE (node, sent)
);
CREATE SEQUENCE signal_numbers;
CREATE UNLOGGED TABLE name_claims (look text PRIMARY KEY, node text NOT NULL, until float8 NOT NULL);
CREATE TABLE key_offers (
    key text PRIMARY KEY, code text NOT NULL, offer text NOT NULL, until float8 NOT NULL, taken_by uuid
);
CREATE INDEX offered_codes ON key_offers (code);
CREATE TABLE known_tables (table_id text NOT NULL, player text NOT NULL, PRIMARY KEY (player, table_id));
CREATE TABLE action_windows (
    what text NOT NULL, key text NOT NULL, times float8[] NOT NULL, until float8 NOT NULL,
    is_full boolean NOT NULL DEFAULT false, PRIMARY KEY (what, key)
);
CREATE TABLE shares (
    what text NOT NULL, holder text NOT NULL, key text NOT NULL, node text REFERENCES nodes ON DELETE CASCADE,
    taken float8 NOT NULL DEFAULT extract(epoch FROM clock_timestamp()), PRIMARY KEY (what, holder)
);
CREATE INDEX shares_of_keys ON shares (what, key);
CREATE INDEX shares_of_nodes ON shares (node);
"""
"""The statements that make these tables, beside those of `postgres_schema`."""
