"""From the schema of an older version to today's, a step each. Each runs in one transaction.

The schema itself is `server.storage.sqlite_database`'s.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from types import MappingProxyType

from server.identity.look_alikes import skeleton


def recompute_skeletons(connection: sqlite3.Connection) -> None:
    """Version 3: look-alikes are found by the whole of Unicode's table. Accounts that collide by it keep
    their names: of those the oldest is found by its look, the others' looks are told apart by their ids.
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
    """Takes the database from the version `found` to `wanted`; a step that fails leaves the one before.

    Raises KeyError where there is no way, sqlite3.Error.
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
