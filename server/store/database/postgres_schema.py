"""The first schema on PostgreSQL, version 7: the tables that a file has, and what several nodes need
besides.

It differs where many write at once: an entry knows the append that it came with, and a table its creation, so
that one that is repeated is the same one; entries have no foreign key, which would lock their table's row;
unique indexes stand where one process has locks in memory. `length` is known of ended tables alone, since
counting would write a row of `tables` with each entry. What is the same in both is in `steps`.
"""

from __future__ import annotations

OF_PROVISIONAL = "CREATE INDEX provisional ON accounts (provisional) WHERE provisional IS NOT NULL"
POSTGRES_SCHEMA = f"""
CREATE TABLE tables (
    id text PRIMARY KEY, name text NOT NULL, game text NOT NULL, rules_version integer NOT NULL,
    seats integer NOT NULL, options text NOT NULL, owner text NOT NULL, seed bytea NOT NULL,
    commitment text NOT NULL, opened float8 NOT NULL, private boolean NOT NULL, code text NOT NULL,
    clock text NOT NULL, rematch_of text NOT NULL, ended boolean NOT NULL DEFAULT false, length integer,
    creation uuid NOT NULL, number bigint GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX open_tables ON tables (opened, number) WHERE NOT ended;
CREATE UNIQUE INDEX open_names ON tables (name) WHERE NOT ended;
CREATE UNIQUE INDEX open_rematches ON tables (rematch_of) WHERE NOT ended AND rematch_of <> '';
CREATE INDEX owners ON tables (owner);
CREATE TABLE entries (
    table_id text NOT NULL, seq integer NOT NULL, append_id uuid NOT NULL, kind text NOT NULL,
    time float8 NOT NULL, seat integer NOT NULL, by text NOT NULL, ask integer NOT NULL, who text NOT NULL,
    name text NOT NULL, move text NOT NULL, draws text NOT NULL, note text NOT NULL, crc bigint NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITH (fillfactor = 95);
CREATE INDEX seatings ON entries (table_id, seq) WHERE kind <> 'move';
CREATE INDEX seated ON entries (who) WHERE kind IN ('sit', 'keep');
CREATE TABLE results (
    player text NOT NULL, table_id text NOT NULL REFERENCES tables (id), ended float8 NOT NULL,
    PRIMARY KEY (player, table_id)
);
CREATE INDEX latest ON results (player, ended);
CREATE TABLE accounts (
    id text PRIMARY KEY, name text NOT NULL, skeleton text NOT NULL UNIQUE, created float8 NOT NULL,
    provisional float8
);
{OF_PROVISIONAL};
CREATE TABLE keys (
    fingerprint text PRIMARY KEY, account text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    added float8 NOT NULL
);
CREATE INDEX keys_of ON keys (account);
CREATE TABLE bans (
    what text PRIMARY KEY, name text NOT NULL, since float8 NOT NULL, until float8, address boolean NOT NULL
);
CREATE TABLE dice_counts (what text PRIMARY KEY, number bigint NOT NULL);
CREATE TABLE missed_reveals (player text PRIMARY KEY, name text NOT NULL, number bigint NOT NULL);
CREATE TABLE signatures (
    table_id text NOT NULL REFERENCES tables (id), player text NOT NULL, seat integer NOT NULL,
    base64 text NOT NULL, number bigint GENERATED ALWAYS AS IDENTITY, UNIQUE (table_id, player)
);
"""


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
"""What several nodes share beside games and accounts: who is alive, who is here, what is said.

A row of `nodes` is a node that is alive; with it goes what ends with a node. An unlogged table is empty after
a crash of the server: what stands there is told anew or is worth little. Numbers that others read on from
(`change`, `number`) are drawn under a lock that lasts until the commit, so that a reader never passes a row
that is not there yet. Addresses stand in `node_sessions` alone, while a session lasts; keys of windows and
shares are concealed (`server.cluster.postgres.host_key`).
"""
