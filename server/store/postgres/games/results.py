"""Writes the results of ended games on PostgreSQL: functions of a connection, for the transaction that ends a
table. They may be carried out twice.

Reading them is left to `server.store.postgres.games.history`.
"""

from __future__ import annotations

import logging

from server.log.entries import Outcome
from server.results.of_log import GameResult, result_of
from server.store.journal.journal import DamagedLog, NoTable
from server.store.journal.rows import OPENING_COLUMNS, opening_of
from server.store.postgres.games import rated_seats
from server.store.postgres.protocols import PostgresConnection, Row, columns_of

log = logging.getLogger(__name__)

OPENING = f"SELECT {', '.join(OPENING_COLUMNS)} FROM tables WHERE id = $1"  # noqa: S608  (our own words)
PUT = """
    WITH game AS (INSERT INTO game_results (table_id, game, kind, private, started, ended, ending)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (table_id) DO UPDATE SET game = excluded.game,
    kind = excluded.kind, private = excluded.private, started = excluded.started, ended = excluded.ended,
    ending = excluded.ending)
    INSERT INTO seat_results
    (table_id, seat, holder, who, name, place, points, fate, game, kind, private, seats, ended, program)
    SELECT $1, seat, holder, who, name, place, points, fate, $2, $3, $4, cardinality($8::integer[]), $6,
    program
    FROM unnest(
        $8::integer[], $9::text[], $10::text[], $11::text[], $12::integer[], $13::integer[], $14::text[],
        $15::boolean[]
    ) AS seat (seat, holder, who, name, place, points, fate, program)
    ON CONFLICT (table_id, seat) DO UPDATE
    SET holder = excluded.holder, who = excluded.who, name = excluded.name, place = excluded.place,
    points = excluded.points, fate = excluded.fate, game = excluded.game, kind = excluded.kind,
    private = excluded.private, seats = excluded.seats, ended = excluded.ended, program = excluded.program
"""
"""Puts a game and its seats. Written again, a row keeps its other columns."""


async def write(
    connection: PostgresConnection, table: str, ended: float, outcome: Outcome, opening: Row | None = None
) -> None:
    """Store the result of a table that ends, or has ended; its opening is read unless it is given. Raises
    NoTable, DamagedLog.
    """
    row = opening or await connection.fetchrow(OPENING, table)
    if row is None:
        raise NoTable(table)
    result = result_of(opening_of(tuple(row)), ended, outcome)
    if result is None:
        await delete(connection, table)
    else:
        await _put(connection, result)
    await rated_seats.note(connection, table, result)


async def write_or_log(
    connection: PostgresConnection, table: str, ended: float, outcome: Outcome, opening: Row | None = None
) -> None:
    """Store the result of a table that ends. A damaged opening is logged: the table ends all the same."""
    try:
        await write(connection, table, ended, outcome, opening)
    except DamagedLog as why:
        log.warning("a result cannot be stored", extra={"table": table, "why": str(why)})


async def delete(connection: PostgresConnection, table: str) -> None:
    """Delete the result of a table."""
    await connection.execute("DELETE FROM seat_results WHERE table_id = $1", table)
    await connection.execute("DELETE FROM game_results WHERE table_id = $1", table)


async def _put(connection: PostgresConnection, result: GameResult) -> None:
    game = (
        result.table,
        result.game,
        result.kind,
        result.private,
        result.started,
        result.ended,
        result.ending,
    )
    seats = columns_of(
        8,
        [
            (one.seat, one.holder, one.who, one.name, one.place, one.points, one.fate, one.program)
            for one in result.seats
        ],
    )
    await connection.execute(PUT, *game, *seats)
