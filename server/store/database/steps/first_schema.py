"""The step from the first schema to the second, which has people, clocks, private tables and results.

In the first schema a game that was played to its end has an `end` entry that says nothing: who played, and
who won, is found by playing its log again.
"""

from __future__ import annotations

import logging
import sqlite3

import msgspec

from engine.game import with_rules
from engine.registry import GAMES
from server.log.entries import Entry, Opening, Outcome
from server.log.fold import replay
from server.log.results import outcome
from server.log.table_state import BrokenLog, opened
from server.store.database.schema import carry_out

log = logging.getLogger(__name__)

SCHEMA = """
CREATE TABLE new_tables (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, rules_version INTEGER NOT NULL,
    seats INTEGER NOT NULL, options TEXT NOT NULL, owner TEXT NOT NULL, seed BLOB NOT NULL,
    commitment TEXT NOT NULL, opened REAL NOT NULL, private INTEGER NOT NULL, code TEXT NOT NULL,
    clock TEXT NOT NULL, rematch_of TEXT NOT NULL, ended INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO new_tables SELECT
    id, name, game, rules_version, seats, options, owner, seed, commitment, opened, 0, '', 'none', '', ended
    FROM tables ORDER BY rowid;
DROP TABLE tables;
ALTER TABLE new_tables RENAME TO tables;
CREATE INDEX open_tables ON tables (opened) WHERE NOT ended;
CREATE TABLE new_entries (
    "table" TEXT NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL, kind TEXT NOT NULL,
    time REAL NOT NULL, seat INTEGER NOT NULL, "by" TEXT NOT NULL, ask INTEGER NOT NULL,
    who TEXT NOT NULL, name TEXT NOT NULL, move TEXT NOT NULL, draws TEXT NOT NULL, note TEXT NOT NULL,
    PRIMARY KEY ("table", seq)
) STRICT, WITHOUT ROWID;
INSERT INTO new_entries SELECT
    "table", seq, kind, time, seat, "by", ask, who, name, move, draws, '' FROM entries;
DROP TABLE entries;
ALTER TABLE new_entries RENAME TO entries;
CREATE INDEX seatings ON entries ("table", seq) WHERE kind <> 'move';
CREATE INDEX seated ON entries (who) WHERE kind IN ('sit', 'keep');
CREATE TABLE new_keys (
    fingerprint TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    added REAL NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO new_keys SELECT fingerprint, account, added FROM keys;
DROP TABLE keys;
ALTER TABLE new_keys RENAME TO keys;
CREATE TABLE results (
    player TEXT NOT NULL, "table" TEXT NOT NULL REFERENCES tables (id), ended REAL NOT NULL,
    PRIMARY KEY (player, "table")
) STRICT, WITHOUT ROWID;
CREATE INDEX latest ON results (player, ended);
"""
PEOPLE = """
CREATE TABLE settings (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, setting TEXT NOT NULL,
    value TEXT NOT NULL, PRIMARY KEY (account, setting)
) STRICT, WITHOUT ROWID;
CREATE TABLE ignored (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, other TEXT NOT NULL,
    name TEXT NOT NULL, PRIMARY KEY (account, other)
) STRICT, WITHOUT ROWID;
CREATE TABLE outages (began REAL NOT NULL, ended REAL NOT NULL) STRICT;
CREATE TABLE life (sign REAL NOT NULL) STRICT;
"""
ENDED = """
    SELECT "table", time FROM entries AS ending WHERE kind = 'end' AND EXISTS
    (SELECT 1 FROM entries WHERE "table" = ending."table" AND kind = 'start')
"""
OPENING = """
    SELECT id, name, game, rules_version, seats, options, owner, seed, commitment, opened
    FROM tables WHERE id = ?
"""
LOG = """
    SELECT seq, kind, time, seat, "by", ask, who, name, move, draws FROM entries
    WHERE "table" = ? AND kind <> 'end' ORDER BY seq
"""
END = """UPDATE entries SET note = ? WHERE "table" = ? AND kind = 'end'"""


def add_people(connection: sqlite3.Connection) -> None:
    """Migrate to version 2: add what it stores, and note how finished games ended and who played them."""
    carry_out(SCHEMA + PEOPLE, connection)
    for table, time in connection.execute(ENDED).fetchall():
        ended = _outcome(connection, table)
        connection.execute(END, (msgspec.json.encode(ended).decode(), table))
        rows = [(player, table, time) for player in set(ended.players) if player]
        connection.executemany("INSERT INTO results VALUES (?, ?, ?)", rows)


def _outcome(connection: sqlite3.Connection, table: str) -> Outcome:
    """Return how a game ended. One that cannot be played again has no result."""
    row = connection.execute(OPENING, (table,)).fetchone()
    columns = dict(zip(Opening.__struct_fields__, row, strict=False))
    opening = Opening(**columns | {"options": msgspec.json.decode(columns["options"])})
    entries = [_entry(row) for row in connection.execute(LOG, (table,))]
    state = opened(opening)
    try:
        state = replay(state, entries, with_rules(GAMES.get(opening.game), opening.rules_version)).state
    except BrokenLog:
        log.exception("a log cannot be played again: no result", extra={"table": opening.name})
        seatings = [entry for entry in entries if entry.kind in {"sit", "stand", "bot"}]
        state = replay(state, seatings, None).state
    return outcome(state, "played")


def _entry(row: tuple[object, ...]) -> Entry:
    columns = dict(zip(Entry.__struct_fields__, row, strict=False))
    return Entry(**columns | {"draws": tuple(str(columns["draws"]).split())})  # type: ignore[arg-type]
