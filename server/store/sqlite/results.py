"""Writes the results of ended games: functions of a connection, for the transaction that ends a table.

Reading them is left to `server.store.sqlite.history`.
"""

from __future__ import annotations

import logging
import sqlite3

from server.log.entries import Outcome
from server.results.of_log import GameResult, result_of
from server.store.journal.journal import DamagedLog, NoTable
from server.store.journal.rows import OPENING_COLUMNS, opening_of
from server.store.sqlite import rated_seats

log = logging.getLogger(__name__)

OPENING = f"SELECT {', '.join(OPENING_COLUMNS)} FROM tables WHERE id = ?"  # noqa: S608  (our own words)
PUT_GAME = """
    INSERT INTO game_results (table_id, game, kind, private, started, ended, ending)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET game = excluded.game,
    kind = excluded.kind, private = excluded.private, started = excluded.started, ended = excluded.ended,
    ending = excluded.ending
"""
PUT_SEAT = """
    INSERT INTO seat_results
    (table_id, seat, holder, who, name, place, points, fate, game, kind, private, seats, ended, program)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, seat) DO UPDATE SET
    holder = excluded.holder, who = excluded.who, name = excluded.name, place = excluded.place,
    points = excluded.points, fate = excluded.fate, game = excluded.game, kind = excluded.kind,
    private = excluded.private, seats = excluded.seats, ended = excluded.ended, program = excluded.program
"""
"""Written again, a row keeps its other columns."""


def write(connection: sqlite3.Connection, table: str, ended: float, outcome: Outcome) -> None:
    """Store the result of a table that ends, or has ended. Raises NoTable, DamagedLog."""
    row = connection.execute(OPENING, (table,)).fetchone()
    if row is None:
        raise NoTable(table)
    result = result_of(opening_of(row), ended, outcome)
    if result is None:
        delete(connection, table)
    else:
        _put(connection, result)
    rated_seats.note(connection, table, result)


def write_or_log(connection: sqlite3.Connection, table: str, ended: float, outcome: Outcome) -> None:
    """Store the result of a table that ends. A damaged opening is logged: the table ends all the same."""
    try:
        write(connection, table, ended, outcome)
    except DamagedLog as why:
        log.warning("a result cannot be stored", extra={"table": table, "why": str(why)})


def delete(connection: sqlite3.Connection, table: str) -> None:
    """Delete the result of a table."""
    connection.execute("DELETE FROM seat_results WHERE table_id = ?", (table,))
    connection.execute("DELETE FROM game_results WHERE table_id = ?", (table,))


def _put(connection: sqlite3.Connection, result: GameResult) -> None:
    game = (result.table, result.game, result.kind, result.private)
    connection.execute(PUT_GAME, (*game, result.started, result.ended, result.ending))
    of_game = (result.game, result.kind, result.private, len(result.seats), result.ended)
    connection.executemany(
        PUT_SEAT,
        [
            (
                *(result.table, one.seat, one.holder, one.who, one.name, one.place, one.points, one.fate),
                *of_game,
                one.program,
            )
            for one in result.seats
        ],
    )
