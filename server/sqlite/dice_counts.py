"""Counts how the tables' commitments ended, beside the logs: functions of a connection.

A lesson, and a game played on from another, are not counted: their seeds prove nothing. A count is written in
the transaction that adds the entries, so that no game goes uncounted.
"""

from __future__ import annotations

import sqlite3

from server.identity.accounts import is_guest
from server.log.entries import Entry, outcome_of
from server.storage.journal import MOST_MISSED
from tui.host.pictures import DiceCounts

ADD_ONE = """
    INSERT INTO dice_counts VALUES (?, 1) ON CONFLICT (what) DO UPDATE SET number = number + 1
"""
IS_UNPROVEN = """
    SELECT 1 FROM tables
    WHERE id = ? AND coalesce(json_extract(options, '$.lesson'), json_extract(options, '$.from')) IS NOT NULL
"""
DEALT = """SELECT 1 FROM entries WHERE table_id = ? AND kind IN ('start', 'move') LIMIT 1"""
MISS_ONE = """
    INSERT INTO missed_reveals VALUES (?, ?, ?)
    ON CONFLICT (player) DO UPDATE SET number = number + excluded.number, name = excluded.name
"""


def count_opened(connection: sqlite3.Connection, table: str) -> None:
    """Count a table that was opened."""
    if not _is_unproven(connection, table):
        connection.execute(ADD_ONE, ("opened",))


def count(connection: sqlite3.Connection, table: str, entry: Entry) -> None:
    """Count an entry of one of the kinds `server.storage.journal.COUNTED`. A table that ends before its deal
    is not counted.
    """
    if _is_unproven(connection, table):
        return
    match entry.kind:
        case "start":
            connection.execute(ADD_ONE, ("dealt",))
        case "void":
            connection.execute(ADD_ONE, ("voided",))
            if entry.who and not is_guest(entry.who):
                connection.execute(MISS_ONE, (entry.who, entry.name, 1))
        case "end" if entry.note:
            connection.execute(ADD_ONE, ("finished" if outcome_of(entry).places else "unfinished",))


def count_retired(connection: sqlite3.Connection, table: str) -> None:
    """Count a table that ends although its log cannot be read. A table without a deal is not counted."""
    if connection.execute(DEALT, (table,)).fetchone() and not _is_unproven(connection, table):
        connection.execute(ADD_ONE, ("unfinished",))


def _is_unproven(connection: sqlite3.Connection, table: str) -> bool:
    return connection.execute(IS_UNPROVEN, (table,)).fetchone() is not None


def read(connection: sqlite3.Connection) -> DiceCounts:
    """Return all counts."""
    counts = dict(connection.execute("SELECT what, number FROM dice_counts").fetchall())
    missed = connection.execute(
        "SELECT name, number FROM missed_reveals ORDER BY number DESC, name LIMIT ?", (MOST_MISSED,)
    )
    return DiceCounts(**counts, missed=tuple(missed.fetchall()))


def hand_over(connection: sqlite3.Connection, player: str, to: str) -> None:
    """Move one account's missed reveals to another account, under that account's name."""
    for number in connection.execute(
        "SELECT number FROM missed_reveals WHERE player = ?", (player,)
    ).fetchall():
        (name,) = connection.execute("SELECT name FROM accounts WHERE id = ?", (to,)).fetchone() or ("",)
        connection.execute(MISS_ONE, (to, name, *number))
    connection.execute("DELETE FROM missed_reveals WHERE player = ?", (player,))
