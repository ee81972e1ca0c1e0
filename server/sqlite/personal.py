"""What the journal knows of one account, as a function of a connection."""

from __future__ import annotations

import sqlite3

from server.storage.personal import JoinedTable, KnownRatingChange, PersonalRecords, SignedRecord

TABLES = """
    SELECT id, name, game, opened, owner = ?1, ended FROM tables
    WHERE owner = ?1 OR id IN (SELECT table_id FROM entries WHERE kind IN ('sit', 'keep') AND who = ?1)
    ORDER BY opened, id
"""
SIGNED = "SELECT table_id, seat, base64 FROM signatures WHERE player = ? ORDER BY number"
CHANGES = """
    SELECT table_id, game, ended, kind, old_mu, old_sigma, mu, sigma, games FROM rated_seats
    WHERE game IN (SELECT game FROM ratings WHERE who = ?1) AND who = ?1 ORDER BY ended, table_id
"""
MISSED = "SELECT number FROM missed_reveals WHERE player = ?"


def records(connection: sqlite3.Connection, player: str) -> PersonalRecords:
    """Return what is known of an account."""
    tables = connection.execute(TABLES, (player,)).fetchall()
    missed = connection.execute(MISSED, (player,)).fetchone()
    return PersonalRecords(
        tuple(
            JoinedTable(table, name, game, opened, bool(owner), bool(ended))
            for table, name, game, opened, owner, ended in tables
        ),
        tuple(SignedRecord(*row) for row in connection.execute(SIGNED, (player,))),
        tuple(KnownRatingChange(*row) for row in connection.execute(CHANGES, (player,))),
        missed[0] if missed else 0,
    )
