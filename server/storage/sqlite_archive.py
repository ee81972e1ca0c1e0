"""Ended games in the database: who played them, how they ended, and deleting players from them.

These are functions of a connection, for `server.storage.sqlite_journal`.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from server.log.entries import Outcome, without_player

END = """SELECT seq, note FROM entries WHERE "table" = ? AND kind = 'end'"""
TABLES_OF = """SELECT DISTINCT "table" FROM entries WHERE kind IN ('sit', 'keep') AND who = ?"""


class End(NamedTuple):
    """How and when a table ended; `time` in seconds since the epoch."""

    table: str
    time: float
    outcome: Outcome


def mark_ended(connection: sqlite3.Connection, table: str, time: float, outcome: Outcome) -> None:
    """Mark a table as ended and list its game for everyone who played it."""
    connection.execute("UPDATE tables SET ended = 1 WHERE id = ?", (table,))
    rows = [(player, table, time) for player in set(outcome.players) if player]
    connection.executemany("INSERT INTO results VALUES (?, ?, ?)", rows)


def finished(connection: sqlite3.Connection, player: str, most: int) -> list[End]:
    """Return the latest `most` games of an account, newest first."""
    rows = connection.execute(
        'SELECT "table", ended FROM results WHERE player = ? ORDER BY ended DESC LIMIT ?', (player, most)
    ).fetchall()
    return [End(table, ended, _outcome(connection, table)) for table, ended in rows]


def hand_over(connection: sqlite3.Connection, player: str, to: str) -> None:
    """Give one account's ended games to another."""
    for table in _results_of(connection, player):
        outcome = _outcome(connection, table)
        players = tuple(to if who == player else who for who in outcome.players)
        _rewrite(connection, table, replace(outcome, players=players))
    connection.execute("UPDATE OR REPLACE results SET player = ? WHERE player = ?", (to, player))


def forget(connection: sqlite3.Connection, player: str) -> None:
    """Delete the account's id and name from all logs."""
    for table in _results_of(connection, player):
        _rewrite(connection, table, without_player(_outcome(connection, table), player))
    connection.execute("DELETE FROM results WHERE player = ?", (player,))
    tables = [row[0] for row in connection.execute(TABLES_OF, (player,))]
    for table in tables:
        connection.execute(
            """UPDATE entries SET who = '', name = '' WHERE "table" = ? AND who = ?""", (table, player)
        )
    connection.execute("UPDATE tables SET owner = '' WHERE owner = ?", (player,))


def _results_of(connection: sqlite3.Connection, player: str) -> list[str]:
    rows = connection.execute('SELECT "table" FROM results WHERE player = ?', (player,))
    return [row[0] for row in rows]


def _outcome(connection: sqlite3.Connection, table: str) -> Outcome:
    note = connection.execute(END, (table,)).fetchone()[1]
    return msgspec.json.decode(note, type=Outcome)


def _rewrite(connection: sqlite3.Connection, table: str, outcome: Outcome) -> None:
    note = msgspec.json.encode(outcome).decode()
    connection.execute("""UPDATE entries SET note = ? WHERE "table" = ? AND kind = 'end'""", (note, table))
