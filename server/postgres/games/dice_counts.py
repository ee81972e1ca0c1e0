"""Counts how the tables' commitments ended: as `server.sqlite.dice_counts` does, on PostgreSQL.

A count is written in the transaction that adds the entries.
"""

from __future__ import annotations

from collections.abc import Iterable

from server.identity.accounts import is_guest
from server.log.entries import Entry, outcome_of
from server.postgres.protocols import PostgresConnection
from server.storage.journal import MOST_MISSED
from tui.host.pictures import DiceCounts

ADD_ONE = """
    INSERT INTO dice_counts VALUES ($1, 1) ON CONFLICT (what) DO UPDATE SET number = dice_counts.number + 1
"""
UNPROVEN = "coalesce((SELECT options::jsonb ?| ARRAY['lesson', 'from'] FROM tables WHERE id = $1), false)"
IS_UNPROVEN = f"SELECT {UNPROVEN}"
ADD_PROVEN = f"""
    INSERT INTO dice_counts SELECT $2, 1 WHERE NOT {UNPROVEN}
    ON CONFLICT (what) DO UPDATE SET number = dice_counts.number + 1
"""
DEALT = "SELECT EXISTS (SELECT FROM entries WHERE table_id = $1 AND kind IN ('start', 'move'))"
MISS = """
    INSERT INTO missed_reveals VALUES ($1, $2, $3) ON CONFLICT (player)
    DO UPDATE SET number = missed_reveals.number + excluded.number, name = excluded.name
"""
MISSED = "SELECT name, number FROM missed_reveals ORDER BY number DESC, name LIMIT $1"
TAKE = "DELETE FROM missed_reveals WHERE player = $1 RETURNING number"
NAME = "SELECT coalesce((SELECT name FROM accounts WHERE id = $1), '')"


async def count_opened(connection: PostgresConnection, table: str) -> None:
    """Count a table that was opened."""
    await connection.execute(ADD_PROVEN, table, "opened")


async def count(connection: PostgresConnection, table: str, entries: Iterable[Entry]) -> None:
    """Count the entries that change a count. A table that ends before its deal is not counted."""
    for entry in entries:
        match entry.kind:
            case "start":
                await connection.execute(ADD_PROVEN, table, "dealt")
            case "void":
                counted = await connection.execute(ADD_PROVEN, table, "voided") != "INSERT 0 0"
                if counted and entry.who and not is_guest(entry.who):
                    await connection.execute(MISS, entry.who, entry.name, 1)
            case "end" if entry.note:
                ended = "finished" if outcome_of(entry).places else "unfinished"
                await connection.execute(ADD_PROVEN, table, ended)


async def count_retired(connection: PostgresConnection, table: str) -> None:
    """Count a table that ends although its log cannot be read. A table without a deal is not counted."""
    if await connection.fetchval(DEALT, table) and not await connection.fetchval(IS_UNPROVEN, table):
        await connection.execute(ADD_ONE, "unfinished")


async def read(connection: PostgresConnection) -> DiceCounts:
    """Return all counts."""
    counts = {row["what"]: row["number"] for row in await connection.fetch("SELECT * FROM dice_counts")}
    missed = [(row["name"], row["number"]) for row in await connection.fetch(MISSED, MOST_MISSED)]
    return DiceCounts(**counts, missed=tuple(missed))


async def hand_over(connection: PostgresConnection, player: str, to: str) -> None:
    """Move one account's missed reveals to another account, under that account's name."""
    number = await connection.fetchval(TAKE, player)
    if number is not None:
        await connection.execute(MISS, to, await connection.fetchval(NAME, to), number)


async def forget(connection: PostgresConnection, player: str) -> None:
    """Delete an account's missed reveals."""
    await connection.execute("DELETE FROM missed_reveals WHERE player = $1", player)
