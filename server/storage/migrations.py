"""Migrations: one step from the schema of each older version to the next, each in one transaction.

The current schema is in `server.storage.sqlite_database`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from types import MappingProxyType

from server.identity.look_alikes import skeleton


def recompute_skeletons(connection: sqlite3.Connection) -> None:
    """Migrate to version 3: recompute the skeletons with the whole of Unicode's confusables. Accounts that
    now collide keep their names; the oldest of them gets the skeleton, the others get one that contains their
    id.
    """
    rows = connection.execute("SELECT id, name FROM accounts ORDER BY created, id").fetchall()
    connection.execute("UPDATE accounts SET skeleton = '/' || id")  # no skeleton has a slash
    seen: set[str] = set()
    for account, name in rows:
        look = skeleton(name)
        if look not in seen:
            seen.add(look)
            connection.execute("UPDATE accounts SET skeleton = ? WHERE id = ?", (look, account))


MIGRATIONS: Mapping[int, Callable[[sqlite3.Connection], None]] = MappingProxyType({2: recompute_skeletons})
"""By the version that each of them starts from; it leads to the next."""


def migrate(connection: sqlite3.Connection, found: int, wanted: int) -> None:
    """Migrate from version `found` to `wanted`. A step that fails leaves the version before it. Raises
    KeyError if there is no step from a version, sqlite3.Error.
    """
    for version in range(found, wanted):
        step = MIGRATIONS[version]
        connection.execute("BEGIN IMMEDIATE")
        try:
            step(connection)
            connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
