"""What names look like, as it is stored, and the steps to the schemas that store it.

Which names look alike is left to `server.identity.look_alikes`.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator

from server.identity.accounts import FORMER_NAME_SECONDS, MOST_FORMER_NAMES
from server.identity.look_alikes import skeleton, skeletons
from server.store.database.schema import carry_out

BANS = """
CREATE TABLE IF NOT EXISTS bans (
    what TEXT PRIMARY KEY, name TEXT NOT NULL, since REAL NOT NULL, until REAL, address INTEGER NOT NULL
) STRICT, WITHOUT ROWID
"""

LOOKS = """
CREATE TABLE looks (
    look TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    PRIMARY KEY (look, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX looks_of ON looks (account);
"""
FORMER_NAMES = """
CREATE TABLE former_names (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, name TEXT NOT NULL, look TEXT NOT NULL,
    until REAL NOT NULL, PRIMARY KEY (account, name, look)
) STRICT, WITHOUT ROWID;
CREATE INDEX former_looks ON former_names (look);
"""
ALL_NAMES = "SELECT id, name FROM accounts"
NAMES_AT_TABLES = """
    SELECT who, entries.name, max(time) FROM entries JOIN accounts ON id = who
    WHERE kind IN ('sit', 'keep') AND entries.name <> accounts.name GROUP BY who, entries.name
"""
"""What accounts were called when they sat down, if they have another name now, and when that was last."""
FORMER_ROW = "INSERT INTO former_names (account, name, look, until) VALUES"


def recompute_skeletons(connection: sqlite3.Connection) -> None:
    """Migrate to version 3: recompute the skeletons with the whole of Unicode's confusables. Accounts that
    now collide keep their names; the oldest of them gets the skeleton, the others get one that contains their
    id. The first files of version 2 had no bans.
    """
    connection.execute(BANS)
    rows = connection.execute(f"{ALL_NAMES} ORDER BY created, id").fetchall()
    connection.execute("UPDATE accounts SET skeleton = '/' || id")  # no skeleton has a slash
    seen: set[str] = set()
    for account, name in rows:
        look = skeleton(name)
        if look not in seen:
            seen.add(look)
            connection.execute("UPDATE accounts SET skeleton = ? WHERE id = ?", (look, account))


def store_all_looks(connection: sqlite3.Connection) -> None:
    """Migrate to version 4: the looks of names as they are written and in capitals, beside the skeleton in
    small letters. Names that collide now stay.
    """
    carry_out(LOOKS, connection)
    recompute_skeletons(connection)
    for account, name in connection.execute(ALL_NAMES).fetchall():
        add_looks(connection, account, name)


def add_looks(connection: sqlite3.Connection, account: str, name: str) -> None:
    """Store how a name looks as it is written and in capitals, if that differs from its small letters; for
    most names it does not.
    """
    rows = [(look, account) for look in skeletons(name) - {skeleton(name)}]
    connection.executemany("INSERT INTO looks VALUES (?, ?)", rows)


def keep_former_names(connection: sqlite3.Connection) -> None:
    """Migrate to version 18: accounts keep the names that they gave up, as far as tables tell them."""
    carry_out(FORMER_NAMES, connection)
    named, at_tables = (connection.execute(query).fetchall() for query in (ALL_NAMES, NAMES_AT_TABLES))
    connection.executemany(f"{FORMER_ROW} (?, ?, ?, ?)", former_rows(named, at_tables))


def former_rows(
    named: Iterable[tuple[str, str]], at_tables: Iterable[tuple[str, str, float]]
) -> Iterator[tuple[str, str, str, float]]:
    """Yield rows of `former_names` from the present names of accounts and from those that they had at tables.
    A name that looks like another account's stays with that one; of several who had it, the last one keeps
    it.
    """
    has = {look: account for account, name in named for look in skeletons(name)}
    kept: Counter[str] = Counter()
    for account, name, last in sorted(at_tables, key=lambda row: (-row[2], row)):
        looks = skeletons(name)
        if kept[account] < MOST_FORMER_NAMES and all(has.get(look, account) == account for look in looks):
            kept[account] += 1
            has |= dict.fromkeys(looks, account)
            yield from ((account, name, look, last + FORMER_NAME_SECONDS) for look in looks)
