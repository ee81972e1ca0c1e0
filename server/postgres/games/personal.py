"""What the journal on PostgreSQL knows of one account, as a function of a connection."""

from __future__ import annotations

from server.postgres.protocols import PostgresConnection
from server.storage.personal import JoinedTable, KnownRatingChange, PersonalRecords, SignedRecord

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
MISSED = "SELECT number FROM missed_reveals WHERE player = $1"


async def records(connection: PostgresConnection, player: str) -> PersonalRecords:
    """Return what is known of an account."""
    return PersonalRecords(
        tuple(JoinedTable(*row) for row in await connection.fetch(TABLES, player)),
        tuple(SignedRecord(*row) for row in await connection.fetch(SIGNED, player)),
        tuple(KnownRatingChange(*row) for row in await connection.fetch(CHANGES, player)),
        await connection.fetchval(MISSED, player) or 0,
    )
