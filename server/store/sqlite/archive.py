"""Ended games in the database: who played them, how they ended, and deleting players from them.

These are functions of a connection, for `server.store.sqlite.journal`.
"""

from __future__ import annotations

import logging
import sqlite3
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from server.log.entries import Outcome, handed_over, without_player
from server.store import dice_counts, signatures
from server.store.database.checksums import crc_with
from server.store.journal.journal import NoTable
from server.store.sql import to_its_end
from server.store.sqlite import rated_seats, results

log = logging.getLogger(__name__)

END = """SELECT note FROM entries WHERE table_id = ? AND kind = 'end'"""
REWRITE_END = f"""
    UPDATE entries SET note = ?1, crc = {crc_with(note="?1")} WHERE table_id = ?2 AND kind = 'end'
"""  # noqa: S608  (our own words)
FORGET = f"""
    UPDATE entries SET who = '', name = '', crc = {crc_with(who="''", name="''")}
    WHERE table_id = ? AND who = ?
"""  # noqa: S608  (likewise)
TABLES_OF = """SELECT DISTINCT table_id FROM entries WHERE kind IN ('sit', 'keep') AND who = ?"""

HAND_OVER = "UPDATE OR REPLACE results SET player = ? WHERE player = ? AND table_id = ?"
RETIRE = "UPDATE tables SET ended = 1 WHERE id = ?"


class TableEnd(NamedTuple):
    """How and when a table ended; `time` in seconds since the epoch."""

    table: str
    time: float
    outcome: Outcome


def mark_ended(connection: sqlite3.Connection, table: str, time: float, outcome: Outcome) -> None:
    """Mark a table as ended and list its game for everyone who played it."""
    connection.execute(RETIRE, (table,))
    rows = [(player, table, time) for player in set(outcome.players) if player]
    connection.executemany("INSERT INTO results VALUES (?, ?, ?)", rows)
    results.write_or_log(connection, table, time, outcome)


def finished(connection: sqlite3.Connection, player: str, most: int) -> list[TableEnd]:
    """Return the latest `most` games of an account, newest first, except those whose end cannot be read."""
    rows = connection.execute(
        "SELECT table_id, ended FROM results WHERE player = ? ORDER BY ended DESC LIMIT ?", (player, most)
    ).fetchall()
    ends = [(table, ended, _outcome(connection, table)) for table, ended in rows]
    return [TableEnd(table, ended, outcome) for table, ended, outcome in ends if outcome]


def void(connection: sqlite3.Connection, table: str, void: bool) -> None:
    """Note whether an ended game changes no ratings. Raises NoTable."""
    row = connection.execute("SELECT ended FROM game_results WHERE table_id = ?", (table,)).fetchone()
    outcome = _outcome(connection, table) if row else None
    if outcome is None:
        raise NoTable(table)
    _rewrite(connection, table, row[0], replace(outcome, void=void))


def hand_over(connection: sqlite3.Connection, player: str, to: str) -> None:
    """Move a player's ended games to an account, as far as `handed_over` does."""
    for table, ended in _results_of(connection, player):
        if outcome := _outcome(connection, table):
            moved = handed_over(outcome, player, to)
            if moved == outcome:
                continue
            _rewrite(connection, table, ended, moved)
        connection.execute(HAND_OVER, (to, player, table))
    to_its_end(lambda transaction: signatures.hand_over(transaction, player, to), connection)
    to_its_end(lambda transaction: dice_counts.hand_over(transaction, player, to), connection)


def forget(connection: sqlite3.Connection, player: str) -> None:
    """Delete the account's id and name from all logs."""
    rated_seats.forget(connection, player)
    for table, ended in _results_of(connection, player):
        # An unreadable end may still contain the name.
        outcome = _outcome(connection, table) or Outcome("closed")
        _rewrite(connection, table, ended, without_player(outcome, player))
    connection.execute("DELETE FROM results WHERE player = ?", (player,))
    to_its_end(lambda transaction: signatures.forget(transaction, player), connection)
    to_its_end(lambda transaction: dice_counts.forget(transaction, player), connection)
    tables = [row[0] for row in connection.execute(TABLES_OF, (player,))]
    for table in tables:
        connection.execute(FORGET, (table, player))
    connection.execute("UPDATE tables SET owner = '' WHERE owner = ?", (player,))


def _results_of(connection: sqlite3.Connection, player: str) -> list[tuple[str, float]]:
    """Return the ids of an account's ended games, each with the time of its end."""
    return connection.execute("SELECT table_id, ended FROM results WHERE player = ?", (player,)).fetchall()


def _outcome(connection: sqlite3.Connection, table: str) -> Outcome | None:
    """Return how a table ended. If its last entry cannot be read, log that and return None."""
    end = connection.execute(END, (table,)).fetchone()
    try:
        return msgspec.json.decode(end[0] if end else "", type=Outcome)
    except msgspec.DecodeError:
        log.warning("a finished game cannot be read", extra={"table": table})
        return None


def _rewrite(connection: sqlite3.Connection, table: str, ended: float, outcome: Outcome) -> None:
    """Change how a table ended, in its log and in its result."""
    connection.execute(REWRITE_END, (msgspec.json.encode(outcome).decode(), table))
    results.write_or_log(connection, table, ended, outcome)
