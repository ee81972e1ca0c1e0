"""Accounts that have not made a move according to the stored games, and the migration that marks them.

When such an account is forgotten is left to `server.host.provisional_accounts`.
"""

from __future__ import annotations

import sqlite3

HAS_MOVED = """EXISTS (
    SELECT 1 FROM entries AS seated CROSS JOIN entries AS made
    WHERE seated.kind IN ('sit', 'keep') AND seated.who = accounts.id
    AND made."table" = seated."table" AND made.seq > seated.seq
    AND made.kind = 'move' AND made.seat = seated.seat AND made."by" = 'player'
)"""
"""True for a row of `accounts` whose seat made a player's move after the account sat down there."""
HAS_RESULT = "EXISTS (SELECT 1 FROM results WHERE player = accounts.id)"


def mark_provisional(connection: sqlite3.Connection) -> None:
    """Migrate to version 5: accounts that have neither made a move nor finished a game are provisional since
    the host's last heartbeat, so that they have a day from the first start with this version.
    """
    connection.execute("ALTER TABLE accounts ADD COLUMN provisional REAL")
    connection.execute("CREATE INDEX provisional ON accounts (provisional) WHERE provisional IS NOT NULL")
    connection.execute(
        f"""UPDATE accounts SET provisional = max(created, coalesce((SELECT max(sign) FROM life), created))
        WHERE NOT {HAS_MOVED} AND NOT {HAS_RESULT}"""  # noqa: S608  (our own words)
    )
