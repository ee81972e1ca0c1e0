"""The schema: its version, and the shape that a file of this version has.

**To change it**: change `SCHEMA`, raise `SCHEMA_VERSION`, add a step as a file, `steps/NNN_name.sql`
(`server.store.database.migrations`; `postgres_schema` stays as it is), and keep a database of the version
before (`tests/kept/README.md` says how). A column added by `ALTER TABLE` comes last, and `SCHEMA` gives it
the same default.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing

SCHEMA_VERSION = 30
SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, rules_version INTEGER NOT NULL,
    seats INTEGER NOT NULL, options TEXT NOT NULL, owner TEXT NOT NULL, seed BLOB NOT NULL,
    commitment TEXT NOT NULL, opened REAL NOT NULL, private INTEGER NOT NULL, code TEXT NOT NULL,
    clock TEXT NOT NULL, rematch_of TEXT NOT NULL, ended INTEGER NOT NULL DEFAULT 0,
    length INTEGER NOT NULL DEFAULT 0, starts REAL NOT NULL DEFAULT 0,
    matching TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX open_tables ON tables (opened) WHERE NOT ended;
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL, kind TEXT NOT NULL,
    time REAL NOT NULL, seat INTEGER NOT NULL, "by" TEXT NOT NULL, ask INTEGER NOT NULL,
    who TEXT NOT NULL, name TEXT NOT NULL, move TEXT NOT NULL, draws TEXT NOT NULL, note TEXT NOT NULL,
    crc INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX seatings ON entries (table_id, seq) WHERE kind <> 'move';
CREATE INDEX seated ON entries (who) WHERE kind IN ('sit', 'keep');
CREATE TABLE results (
    player TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables (id), ended REAL NOT NULL,
    PRIMARY KEY (player, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX latest ON results (player, ended);
CREATE TABLE accounts (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, skeleton TEXT NOT NULL UNIQUE, created REAL NOT NULL,
    provisional REAL
) STRICT;
CREATE INDEX provisional ON accounts (provisional) WHERE provisional IS NOT NULL;
CREATE TABLE looks (
    look TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    PRIMARY KEY (look, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX looks_of ON looks (account);
CREATE TABLE keys (
    fingerprint TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    added REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE bans (
    what TEXT PRIMARY KEY, name TEXT NOT NULL, since REAL NOT NULL, until REAL, address INTEGER NOT NULL,
    reason TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
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
CREATE TABLE host_keys (fingerprint TEXT NOT NULL, since REAL NOT NULL) STRICT;
CREATE TABLE dice_counts (what TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE missed_reveals (
    player TEXT PRIMARY KEY, name TEXT NOT NULL, number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE signatures (
    number INTEGER PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id), player TEXT NOT NULL,
    seat INTEGER NOT NULL, base64 TEXT NOT NULL, UNIQUE (table_id, player)
) STRICT;
CREATE TABLE game_results (
    table_id TEXT PRIMARY KEY REFERENCES tables (id), game TEXT NOT NULL, kind TEXT NOT NULL,
    private INTEGER NOT NULL, started REAL NOT NULL, ended REAL NOT NULL, ending TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX public_results ON game_results (ended, table_id) WHERE NOT private;
CREATE INDEX public_results_of_game ON game_results (game, ended, table_id) WHERE NOT private;
CREATE TABLE seat_results (
    table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, holder TEXT NOT NULL,
    who TEXT NOT NULL, name TEXT NOT NULL, place INTEGER NOT NULL, points INTEGER, fate TEXT NOT NULL,
    game TEXT NOT NULL, kind TEXT NOT NULL, private INTEGER NOT NULL, seats INTEGER NOT NULL,
    ended REAL NOT NULL, program INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE filled (what TEXT PRIMARY KEY, upto TEXT) STRICT, WITHOUT ROWID;
CREATE INDEX results_of ON seat_results (who, ended, table_id, game, kind, private, place, seats)
    WHERE holder = 'account';
CREATE TABLE notice_recipients (
    account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, service TEXT NOT NULL,
    recipient TEXT NOT NULL, code TEXT NOT NULL, until REAL NOT NULL, language TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE pending_recipients (
    account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, service TEXT NOT NULL,
    recipient TEXT NOT NULL, code TEXT NOT NULL, until REAL NOT NULL, language TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE notices (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, table_id TEXT NOT NULL,
    ask INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (account, table_id, ask)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_notices ON notices (at);
CREATE TABLE notice_codes (
    code TEXT PRIMARY KEY, place TEXT NOT NULL, at REAL NOT NULL, stopped INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX stopped_notices ON notice_codes (place) WHERE stopped;
CREATE INDEX sent_notice_codes ON notice_codes (at);
CREATE TABLE further_recipients (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, service TEXT NOT NULL,
    recipient TEXT NOT NULL, language TEXT NOT NULL, PRIMARY KEY (account, service, recipient)
) STRICT, WITHOUT ROWID;
CREATE TABLE waiting_notices (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, event TEXT NOT NULL,
    table_id TEXT NOT NULL, ask INTEGER NOT NULL, due REAL NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (account, table_id, ask)
) STRICT, WITHOUT ROWID;
CREATE INDEX due_notices ON waiting_notices (due);
CREATE TABLE follows (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    other TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, since REAL NOT NULL,
    PRIMARY KEY (account, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX followers ON follows (other, since);
CREATE TABLE notes (
    id TEXT PRIMARY KEY, "to" TEXT NOT NULL, kind TEXT NOT NULL, sent REAL NOT NULL, sender TEXT NOT NULL,
    name TEXT NOT NULL, place TEXT NOT NULL, "table" TEXT NOT NULL, text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_to ON notes ("to", sent);
CREATE INDEX notes_of ON notes (sender);
CREATE INDEX notes_by_age ON notes (sent);
CREATE TABLE rated_seats (
    table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, game TEXT NOT NULL,
    ended REAL NOT NULL, rank INTEGER NOT NULL, who TEXT NOT NULL, kind TEXT NOT NULL,
    old_mu REAL NOT NULL DEFAULT 0, old_sigma REAL NOT NULL DEFAULT 0, mu REAL NOT NULL DEFAULT 0,
    sigma REAL NOT NULL DEFAULT 0, games INTEGER NOT NULL DEFAULT 0, met INTEGER NOT NULL DEFAULT 0,
    since REAL NOT NULL DEFAULT 0, PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX rated_games ON rated_seats (game, ended, table_id);
CREATE INDEX rated_games_of ON rated_seats (game, who, kind, ended, table_id);
CREATE TABLE ratings (
    game TEXT NOT NULL, who TEXT NOT NULL, kind TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
    games INTEGER NOT NULL, last REAL NOT NULL, met INTEGER NOT NULL DEFAULT 0,
    since REAL NOT NULL DEFAULT 0, PRIMARY KEY (game, who, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_of ON ratings (who);
CREATE INDEX established ON ratings (game, kind, since) WHERE since > 0;
CREATE TABLE reports (
    id TEXT PRIMARY KEY, thing TEXT NOT NULL, open INTEGER NOT NULL, time REAL NOT NULL, body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX open_reports ON reports (thing) WHERE open;
CREATE TABLE letters (
    id TEXT PRIMARY KEY, player TEXT NOT NULL, kind TEXT NOT NULL, time REAL NOT NULL, until REAL,
    unread INTEGER NOT NULL, body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX letters_to ON letters (player, time);
CREATE INDEX unread_letters ON letters (player) WHERE unread;
CREATE INDEX mutes ON letters (until) WHERE kind = 'mute';
CREATE TABLE moderators (
    account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, since REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE audit (id TEXT PRIMARY KEY, time REAL NOT NULL, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX audit_times ON audit (time);
CREATE TABLE recovery_codes (
    account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, salt TEXT NOT NULL,
    hash TEXT NOT NULL, made REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE deals (id TEXT PRIMARY KEY, body TEXT NOT NULL, steward TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE deal_tables (
    number INTEGER PRIMARY KEY, deal TEXT NOT NULL REFERENCES deals (id), who TEXT NOT NULL,
    table_id TEXT NOT NULL, place TEXT NOT NULL DEFAULT '', second INTEGER NOT NULL DEFAULT 0,
    UNIQUE (deal, who)
) STRICT;
CREATE INDEX deals_of ON deal_tables (who);
CREATE TABLE analyses (table_id TEXT PRIMARY KEY, version INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TABLE former_names (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, name TEXT NOT NULL, look TEXT NOT NULL,
    until REAL NOT NULL, PRIMARY KEY (account, name, look)
) STRICT, WITHOUT ROWID;
CREATE INDEX former_looks ON former_names (look);
CREATE TABLE cups (id TEXT PRIMARY KEY, ended REAL) STRICT, WITHOUT ROWID;
CREATE INDEX ended_cups ON cups (ended);
CREATE TABLE cup_entries (
    cup TEXT NOT NULL REFERENCES cups (id), number INTEGER NOT NULL, who TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (cup, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX cups_of ON cup_entries (who) WHERE who <> '';
CREATE TABLE trophies (
    table_id TEXT NOT NULL, seat INTEGER NOT NULL, trophy TEXT NOT NULL,
    account TEXT NOT NULL, ended REAL NOT NULL, PRIMARY KEY (table_id, seat, trophy)
) STRICT, WITHOUT ROWID;
CREATE INDEX trophies_of ON trophies (account, ended);
CREATE INDEX results_by_end ON game_results (ended, table_id);
CREATE TABLE clubs (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, look TEXT NOT NULL UNIQUE, founded REAL NOT NULL,
    officerless REAL
) STRICT, WITHOUT ROWID;
CREATE TABLE members (
    club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, since REAL NOT NULL,
    role TEXT NOT NULL, until REAL, PRIMARY KEY (club, account, since)
) STRICT, WITHOUT ROWID;
CREATE INDEX clubs_of ON members (account);
CREATE TABLE club_invitations (
    code TEXT PRIMARY KEY, club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE, account TEXT NOT NULL,
    until REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX club_invitations_of ON club_invitations (account) WHERE account <> '';
CREATE TABLE club_notes (
    club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE, number INTEGER NOT NULL, author TEXT NOT NULL,
    text TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (club, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE club_events (
    club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    starts REAL NOT NULL, told INTEGER NOT NULL, cup TEXT NOT NULL, author TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (club, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX coming_club_events ON club_events (starts);
"""

OBJECTS = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY type DESC, name"
COLUMNS = 'SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_xinfo(?) ORDER BY cid'
FOREIGN_KEYS = 'SELECT "from", "table", "to", on_delete FROM pragma_foreign_key_list(?) ORDER BY "from"'
KIND = "SELECT wr, strict FROM pragma_table_list(?) WHERE schema = 'main'"

Shape = Mapping[str, tuple[object, ...]]
"""What each table and index consists of, by "table NAME" or "index NAME"; a column is a tuple that begins
with its name.
"""


class UnusableDatabase(Exception):  # noqa: N818
    """The file cannot be used. The message says why and what to do, behind "the database PATH"."""


class WrongSchema(UnusableDatabase):
    """The file was written by a version of crownhouse that this one cannot follow. `found` is its schema."""

    def __init__(self, found: int) -> None:
        super().__init__(
            f"was made by a newer version of crownhouse (schema {found}): start that version, or restore a"
            " backup from before"
        )
        self.found = found


class WrongShape(UnusableDatabase):
    """The file does not have the shape of its schema."""

    def __init__(self, difference: str) -> None:
        super().__init__(f"is damaged ({difference}): restore a backup")


def version_of(connection: sqlite3.Connection) -> int:
    """Return the number of the schema that the file names; 0 if it names none."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def check_shape(connection: sqlite3.Connection) -> None:
    """Raise WrongShape if a table or an index of the present schema is missing or differs. Other tables and
    indexes are ignored.
    """
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(SCHEMA)
        wanted = _shape(fresh)
    if difference := next(_differences(_shape(connection), wanted), None):
        raise WrongShape(difference)


def _shape(connection: sqlite3.Connection) -> Shape:
    """Return tables by their columns, since `ALTER TABLE` changes their text, and indexes by their text."""
    found: dict[str, tuple[object, ...]] = {}
    for kind, name, text in connection.execute(OBJECTS).fetchall():
        if kind == "table":
            parts = (connection.execute(query, (name,)).fetchall() for query in (COLUMNS, FOREIGN_KEYS, KIND))
            found[f"table {name}"] = tuple(row for part in parts for row in part)
        elif kind == "index":
            found[f"index {name}"] = (" ".join(text.split()),)
    return found


def _differences(found: Shape, wanted: Shape) -> Iterator[str]:
    for name, parts in wanted.items():
        if name not in found:
            yield f"it has no {name}"
        elif found[name] != parts:
            another = [str(part[0]) for part in parts if isinstance(part, tuple) and part not in found[name]]
            yield f"its {name} is another" + (f" ({another[0]})" if another else "")
