"""Writes what rated games do to ratings: functions of a connection, for the transaction that stores a result.

Reading ratings is left to `server.sqlite.ratings`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence

import msgspec

from server.history.queries import Cursor
from server.history.results import GameResult
from server.identity.accounts import pseudonym
from server.ratings.rated_games import Entrant, rated_game
from server.ratings.rating import Rating
from server.ratings.tail import START, RatedSeatRow, TailRatings, day_began, people_of, rate_tail, seat_rows

COLUMNS = "table_id, seat, ended, rank, who, kind"
OF_TABLE = f"SELECT {COLUMNS} FROM rated_seats WHERE table_id = ? ORDER BY seat"  # noqa: S608  (our own words)
GAME_OF = "SELECT game FROM rated_seats WHERE table_id = ? LIMIT 1"
PUT = f"INSERT INTO rated_seats (game, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608  (likewise)
TAIL = f"""
    SELECT {COLUMNS} FROM rated_seats WHERE game = ? AND (ended, table_id) >= (?, ?)
    ORDER BY ended, table_id, seat
"""  # noqa: S608  (likewise)
BEFORE = """
    SELECT mu, sigma, games, ended FROM rated_seats
    WHERE game = ? AND who = ? AND kind = ? AND (ended, table_id) < (?, ?)
    ORDER BY ended DESC, table_id DESC LIMIT 1
"""
DAY = f"""
    SELECT {COLUMNS} FROM rated_seats WHERE table_id IN (
        SELECT seat.table_id FROM json_each(?) AS person CROSS JOIN rated_seats AS seat
        ON seat.game = ? AND seat.who = person.value AND seat.kind IN ('person', 'program')
        AND seat.ended >= ? AND (seat.ended, seat.table_id) < (?, ?)
    ) ORDER BY ended, table_id, seat
"""  # noqa: S608  (likewise)
"""The cross join has SQLite look each person up, not all games of the day."""
RATE = """
    UPDATE rated_seats SET old_mu = ?, old_sigma = ?, mu = ?, sigma = ?, games = ?
    WHERE table_id = ? AND seat = ?
"""
PUT_RATING = (
    "INSERT OR REPLACE INTO ratings (game, who, kind, mu, sigma, games, last) VALUES (?, ?, ?, ?, ?, ?, ?)"
)


def note(connection: sqlite3.Connection, table: str, result: GameResult | None) -> None:
    """Store how the result of a table is rated, and rate it and the games behind it; nothing is done if all
    of it is stored already. None: the table has no result any more.
    """
    rated = rated_game(result) if result else None
    rows = seat_rows(rated) if rated else []
    known = [RatedSeatRow(*row) for row in connection.execute(OF_TABLE, (table,))]
    if rows == known:
        return
    game = rated.game if rated else connection.execute(GAME_OF, (table,)).fetchone()[0]
    connection.execute("DELETE FROM rated_seats WHERE table_id = ?", (table,))
    connection.executemany(PUT, [(game, *row) for row in rows])
    first = min(Cursor(row.ended, table) for row in (*rows, *known))
    rate(connection, game, first, {row.entrant for row in known})


def rate(
    connection: sqlite3.Connection, game: str, first: Cursor = START, also: Collection[Entrant] = ()
) -> None:
    """Rate the games of a game again from one of them on. `also`: entrants who may have no game left."""
    tail = [RatedSeatRow(*row) for row in connection.execute(TAIL, (game, *first))]
    entrants = {row.entrant for row in tail} | set(also)
    before = _before(connection, game, first, entrants)
    people = msgspec.json.encode(people_of(tail)).decode()
    day = connection.execute(DAY, (people, game, day_began(first), *first)).fetchall()
    _put(connection, game, rate_tail(game, tail, before, [RatedSeatRow(*row) for row in day]), entrants)


def rate_again(connection: sqlite3.Connection) -> None:
    """Rate all games again, from the first on."""
    games = connection.execute("SELECT DISTINCT game FROM rated_seats ORDER BY game").fetchall()
    connection.execute("DELETE FROM ratings")
    for (game,) in games:
        rate(connection, game)


def forget(connection: sqlite3.Connection, account: str) -> None:
    """Put the pseudonym of an account in its place: all numbers stay."""
    for table in ("rated_seats", "ratings"):
        connection.execute(f"UPDATE {table} SET who = ? WHERE who = ?", (pseudonym(account), account))  # noqa: S608


def _before(
    connection: sqlite3.Connection, game: str, first: Cursor, entrants: Collection[Entrant]
) -> dict[Entrant, Rating]:
    if first == START:
        return {}
    found = {one: connection.execute(BEFORE, (game, *one, *first)).fetchone() for one in entrants}
    return {one: Rating(*row) for one, row in found.items() if row}


def _put(
    connection: sqlite3.Connection, game: str, rated: TailRatings, entrants: Collection[Entrant]
) -> None:
    seats = [
        (one.before.mu, one.before.sigma, one.after.mu, one.after.sigma, one.after.games, table, one.seat)
        for table, of_table in rated.seats.items()
        for one in of_table
    ]
    connection.executemany(RATE, seats)
    present: Sequence[tuple[object, ...]] = [
        (game, *one, rating.mu, rating.sigma, rating.games, rating.last)
        for one, rating in rated.ratings.items()
    ]
    connection.executemany(PUT_RATING, present)
    lost = [(game, *one) for one in entrants if one not in rated.ratings]
    connection.executemany("DELETE FROM ratings WHERE game = ? AND who = ? AND kind = ?", lost)
