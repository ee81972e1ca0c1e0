"""The first schema on PostgreSQL, version 7: the tables that a file has, and what several nodes need
besides.

It differs where many write at once: an entry knows the append that it came with, and a table its creation, so
that one that is repeated is the same one; entries have no foreign key, which would lock their table's row;
unique indexes stand where one process has locks in memory. `length` is known of ended tables alone, since
counting would write a row of `tables` with each entry. What is the same in both is in `steps`.
"""

from __future__ import annotations

POSTGRES_SCHEMA = """
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
CREATE INDEX provisional ON accounts (provisional) WHERE provisional IS NOT NULL;
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
