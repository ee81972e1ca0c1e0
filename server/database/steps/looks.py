"""What names look like, as it is stored, and the steps to the schemas that store it.

Which names look alike is left to `server.identity.look_alikes`.
"""

from __future__ import annotations

import sqlite3

from server.identity.look_alikes import skeleton, skeletons

BANS = """
CREATE TABLE IF NOT EXISTS bans (
    what TEXT PRIMARY KEY, name TEXT NOT NULL, since REAL NOT NULL, until REAL, address INTEGER NOT NULL
) STRICT, WITHOUT ROWID
"""


def recompute_skeletons(connection: sqlite3.Connection) -> None:
    """Migrate to version 3: recompute the skeletons with the whole of Unicode's confusables. Accounts that
    now collide keep their names; the oldest of them gets the skeleton, the others get one that contains their
    id. The first files of version 2 had no bans.
    """
    connection.execute(BANS)
    rows = connection.execute("SELECT id, name FROM accounts ORDER BY created, id").fetchall()
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
    connection.execute(
        "CREATE TABLE looks (look TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts (id) "
        "ON DELETE CASCADE, PRIMARY KEY (look, account)) STRICT, WITHOUT ROWID"
    )
    connection.execute("CREATE INDEX looks_of ON looks (account)")
    recompute_skeletons(connection)
    for account, name in connection.execute("SELECT id, name FROM accounts").fetchall():
        add_looks(connection, account, name)


def add_looks(connection: sqlite3.Connection, account: str, name: str) -> None:
    """Store how a name looks as it is written and in capitals, if that differs from its small letters; for
    most names it does not.
    """
    rows = [(look, account) for look in skeletons(name) - {skeleton(name)}]
    connection.executemany("INSERT INTO looks VALUES (?, ?)", rows)
