"""The signatures of players under records of ended games, for the transactions of journals."""

from __future__ import annotations

from server.log.entries import StoredSignature
from server.store.sql import Transaction

DROP = "DELETE FROM signatures WHERE table_id = $1 AND player = $2"
SIGN = "INSERT INTO signatures (table_id, player, seat, base64) VALUES ($1, $2, $3, $4)"
SIGNATURES = "SELECT player, seat, base64 FROM signatures WHERE table_id = $1 ORDER BY number"
DROP_OF_BOTH = """
    DELETE FROM signatures
    WHERE player = $2 AND table_id IN (SELECT table_id FROM signatures WHERE player = $1)
"""
HAND_OVER = "UPDATE signatures SET player = $2 WHERE player = $1"
FORGET = "DELETE FROM signatures WHERE player = $1"


async def sign(transaction: Transaction, table: str, signature: StoredSignature) -> None:
    """Add a signature to a table's record, after all others; it replaces an earlier one of the player."""
    await transaction.execute(DROP, table, signature.player)
    await transaction.execute(SIGN, table, signature.player, signature.seat, signature.base64)


async def signatures(transaction: Transaction, table: str) -> tuple[StoredSignature, ...]:
    """Return the signatures of a table's record, in the order in which they came."""
    return tuple(StoredSignature(*row) for row in await transaction.fetch(SIGNATURES, table))


async def hand_over(transaction: Transaction, player: str, to: str) -> None:
    """Move one account's signatures to another."""
    await transaction.execute(DROP_OF_BOTH, player, to)
    await transaction.execute(HAND_OVER, player, to)


async def forget(transaction: Transaction, player: str) -> None:
    """Delete an account's signatures."""
    await transaction.execute(FORGET, player)
