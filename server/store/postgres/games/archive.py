"""Ended games on PostgreSQL: who played them, how they ended, and deleting players from them.

These are functions of a connection in a transaction, for `server.store.postgres.journal`; each may be carried
out twice.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from server.log.entries import Entry, FinishedTable, Outcome, handed_over, outcome_of, without_player
from server.store import dice_counts, signatures
from server.store.database.checksums import entry_crc
from server.store.journal.journal import DamagedLog, NoTable
from server.store.journal.rows import ENTRY_COLUMNS, OPENING_COLUMNS, opening_of
from server.store.postgres.games import rated_seats, results
from server.store.postgres.protocols import PostgresConnection
from server.store.postgres.sql import PostgresTransaction

log = logging.getLogger(__name__)

END = f"""
    WITH listed AS (
        INSERT INTO results SELECT player, $1, $3 FROM unnest($4::text[]) AS player ORDER BY player
        ON CONFLICT DO NOTHING
    )
    UPDATE tables SET ended = true, length = $2 WHERE id = $1 RETURNING {", ".join(OPENING_COLUMNS)}
"""  # noqa: S608  (our own words)
OPENING = ", ".join(f"tables.{column}" for column in OPENING_COLUMNS)
FINISHED = f"""
    SELECT results.ended AS time, {OPENING},
    (SELECT note FROM entries WHERE table_id = tables.id AND kind = 'end' ORDER BY seq LIMIT 1) AS note
    FROM results JOIN tables ON id = table_id WHERE player = $1 ORDER BY results.ended DESC LIMIT $2
"""  # noqa: S608  (our own words)
ENTRY = ", ".join(ENTRY_COLUMNS)
END_OF = f"""
    SELECT table_id, {ENTRY} FROM entries WHERE kind = 'end' AND table_id = $1 ORDER BY seq LIMIT 1 FOR UPDATE
"""  # noqa: S608  (our own words)
ENDS_OF = f"""
    SELECT table_id, {ENTRY} FROM entries
    WHERE kind = 'end' AND table_id IN (SELECT table_id FROM results WHERE player = $1)
    ORDER BY table_id FOR UPDATE
"""  # noqa: S608  (likewise)
SEATINGS_OF = f"""
    SELECT table_id, {ENTRY} FROM entries WHERE who = $1 AND table_id IN (SELECT table_id FROM entries WHERE
    who = $1 AND kind IN ('sit', 'keep')) ORDER BY table_id, seq FOR UPDATE """  # noqa: S608  (likewise)
REWRITE = "UPDATE entries SET who = $3, name = $4, note = $5, crc = $6 WHERE table_id = $1 AND seq = $2"
DROP_RESULT = "DELETE FROM results WHERE player = $1 AND table_id = $2"
HAND_OVER = "UPDATE results SET player = $2 WHERE player = $1 AND table_id = $3"


async def mark_ended(connection: PostgresConnection, table: str, end: Entry) -> None:
    """Mark a table as ended and list its game for everyone who played it."""
    outcome = outcome_of(end)
    players = sorted(set(outcome.players) - {""})
    opening = await connection.fetchrow(END, table, end.seq, end.time, players)
    await results.write_or_log(connection, table, end.time, outcome, opening)


async def finished(connection: PostgresConnection, player: str, most: int) -> tuple[FinishedTable, ...]:
    """Return the latest `most` games of an account that can be read, newest first."""
    found: list[FinishedTable] = []
    for time, *opening, note in await connection.fetch(FINISHED, player, most):
        try:
            outcome = msgspec.json.decode(note or "", type=Outcome)
            found.append(FinishedTable(opening_of(opening), time, outcome))
        except (DamagedLog, msgspec.DecodeError):
            log.warning("a finished game cannot be read", extra={"table": opening[0]})
    return tuple(found)


async def void(connection: PostgresConnection, table: str, void: bool) -> None:
    """Note whether an ended game changes no ratings. Raises NoTable."""
    rows = await connection.fetch(END_OF, table)
    outcome = _outcome(rows[0]) if rows and rows[0]["note"] else None
    if outcome is None:
        raise NoTable(table)
    await _rewrite_end(connection, rows[0], replace(outcome, void=void))


async def hand_over(connection: PostgresConnection, player: str, to: str) -> None:
    """Move a player's ended games to an account, as far as `handed_over` does."""
    for row in await connection.fetch(ENDS_OF, player):
        if outcome := _outcome(row):
            moved = handed_over(outcome, player, to)
            if moved == outcome:
                continue
            await _rewrite_end(connection, row, moved)
        await connection.execute(DROP_RESULT, to, row["table_id"])
        await connection.execute(HAND_OVER, player, to, row["table_id"])
    transaction = PostgresTransaction(connection)
    await signatures.hand_over(transaction, player, to)
    await dice_counts.hand_over(transaction, player, to)


async def forget(connection: PostgresConnection, player: str) -> None:
    """Delete the account's id and name from all logs."""
    await rated_seats.forget(connection, player)
    for row in await connection.fetch(ENDS_OF, player):
        outcome = _outcome(row) or Outcome("closed")  # an unreadable end may still contain the name
        await _rewrite_end(connection, row, without_player(outcome, player))
    await connection.execute("DELETE FROM results WHERE player = $1", player)
    transaction = PostgresTransaction(connection)
    await signatures.forget(transaction, player)
    await dice_counts.forget(transaction, player)
    for row in await connection.fetch(SEATINGS_OF, player):
        await _rewrite(connection, row, who="", name="")
    await connection.execute("UPDATE tables SET owner = '' WHERE owner = $1", player)


def _outcome(end: Any) -> Outcome | None:
    """Return how a table ended. If its last entry cannot be read, log that and return None."""
    try:
        return msgspec.json.decode(end["note"], type=Outcome)
    except msgspec.DecodeError:
        log.warning("a finished game cannot be read", extra={"table": end["table_id"]})
        return None


async def _rewrite_end(connection: PostgresConnection, end: Any, outcome: Outcome) -> None:
    """Change how a table ended, in its log and in its result."""
    await _rewrite(connection, end, note=msgspec.json.encode(outcome).decode())
    await results.write_or_log(connection, end["table_id"], end["time"], outcome)


async def _rewrite(connection: PostgresConnection, row: Any, **changed: str) -> None:
    """Change texts of a stored entry, and its checksum."""
    entry = dict(row) | changed
    columns: Sequence[str] = ("table_id", *ENTRY_COLUMNS[:-1])
    crc = entry_crc(*(entry[column] for column in columns))
    texts = (entry["who"], entry["name"], entry["note"])
    await connection.execute(REWRITE, entry["table_id"], entry["seq"], *texts, crc)
