"""What is stored with the games of one account."""

from __future__ import annotations

from server.store.dice_counts import MISSED_BY
from server.store.journal.personal import JoinedTable, KnownRatingChange, PersonalRecords, SignedRecord
from server.store.sql import Transaction

TABLES = """
    SELECT id, name, game, opened, owner = $1, ended FROM tables
    WHERE owner = $1 OR id IN (SELECT table_id FROM entries WHERE kind IN ('sit', 'keep') AND who = $1)
    ORDER BY opened, id COLLATE "C"
"""
SIGNED = "SELECT table_id, seat, base64 FROM signatures WHERE player = $1 ORDER BY number"
CHANGES = """
    SELECT table_id, game, ended, kind, old_mu, old_sigma, mu, sigma, games FROM rated_seats
    WHERE game IN (SELECT game FROM ratings WHERE who = $1) AND who = $1 ORDER BY ended, table_id COLLATE "C"
"""


async def personal_records(transaction: Transaction, player: str) -> PersonalRecords:
    """Return what is known of an account."""
    return PersonalRecords(
        tuple(
            JoinedTable(table, name, game, opened, bool(owner), bool(ended))
            for table, name, game, opened, owner, ended in await transaction.fetch(TABLES, player)
        ),
        tuple(SignedRecord(*row) for row in await transaction.fetch(SIGNED, player)),
        tuple(KnownRatingChange(*row) for row in await transaction.fetch(CHANGES, player)),
        await transaction.value(MISSED_BY, player) or 0,
    )
