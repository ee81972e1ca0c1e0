"""Ended games in the database: who played them, how they ended, and being forgotten there.

Functions of a connection, for `server.storage.sqlite_journal`, which says what is kept of a table.
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
    """How a table ended, and when."""

    table: str
    time: float
    outcome: Outcome


def mark_ended(connection: sqlite3.Connection, table: str, time: float, outcome: Outcome) -> None:
    """A table is over; whoever played its game finds it again."""
    connection.execute("UPDATE tables SET ended = 1 WHERE id = ?", (table,))
    rows = [(player, table, time) for player in set(outcome.players) if player]
    connection.executemany("INSERT INTO results VALUES (?, ?, ?)", rows)


def finished(connection: sqlite3.Connection, player: str, most: int) -> list[End]:
    """The latest games of an account, newest first."""
    rows = connection.execute(
        'SELECT "table", ended FROM results WHERE player = ? ORDER BY ended DESC LIMIT ?', (player, most)
    ).fetchall()
    return [End(table, ended, _outcome(connection, table)) for table, ended in rows]


def hand_over(connection: sqlite3.Connection, player: str, to: str) -> None:
    """One account's ended games are another's."""
    for table in _results_of(connection, player):
        outcome = _outcome(connection, table)
        players = tuple(to if who == player else who for who in outcome.players)
        _rewrite(connection, table, replace(outcome, players=players))
    connection.execute("UPDATE OR REPLACE results SET player = ? WHERE player = ?", (to, player))


def forget(connection: sqlite3.Connection, player: str) -> None:
    """No table's log knows the account or its name any more."""
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
