"""Writes what rated games do to ratings: functions of a connection, for the transaction that stores a result.

Reading ratings is left to `server.store.sqlite.ratings`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence

import msgspec

from server.identity.accounts import pseudonym
from server.results.book import WIDELY_KNOWN, Established, Past
from server.results.of_log import GameResult
from server.results.pairs import WHOLE, Meetings
from server.results.queries import Cursor
from server.results.rated_games import Entrant, rated_game
from server.results.rating import Rating
from server.results.tail import START, RatedSeatRow, TailRatings, founded, people_of, rate_tail, seat_rows

COLUMNS = "table_id, seat, ended, rank, who, kind"
OF_TABLE = f"SELECT {COLUMNS} FROM rated_seats WHERE table_id = ? ORDER BY seat"  # noqa: S608  (our own words)
GAME_OF = "SELECT game FROM rated_seats WHERE table_id = ? LIMIT 1"
PUT = f"INSERT INTO rated_seats (game, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608  (likewise)
TAIL = f"""
    SELECT {COLUMNS} FROM rated_seats WHERE game = ? AND (ended, table_id) >= (?, ?)
    ORDER BY ended, table_id, seat
"""  # noqa: S608  (likewise)
BEFORE = """
    SELECT mu, sigma, games, ended, met, since FROM rated_seats
    WHERE game = ? AND who = ? AND kind = ? AND (ended, table_id) < (?, ?)
    ORDER BY ended DESC, table_id DESC LIMIT 1
"""
FIRST_OF_A_KIND = """
    SELECT * FROM (SELECT since, kind FROM ratings
    WHERE game = ?1 AND kind = '{kind}' AND since > 0 AND since < ?2 ORDER BY since LIMIT {most})
"""
ESTABLISHED = f"""
    {FIRST_OF_A_KIND.format(kind="person", most=WIDELY_KNOWN)}
    UNION ALL {FIRST_OF_A_KIND.format(kind="program", most=WIDELY_KNOWN)}
    UNION ALL SELECT since, kind FROM rated_seats
    WHERE game = ?1 AND ended = ?2 AND table_id < ?3 AND since = ended
"""  # noqa: S608  (likewise)
"""Who was established first before a place, and in games that ended at the same moment."""
MEETINGS = f"""
    SELECT mine.who, mine.kind, other.who, other.kind, sum(
            2 * {WHOLE} / (SELECT count(*) FROM rated_seats AS every WHERE every.table_id = mine.table_id)),
        max(other.kind <> 'bot' AND (mine.kind = 'program' OR other.kind = 'person') AND (
            0 < other.since AND other.since < other.ended
            OR other.ended <= CASE other.kind WHEN 'person' THEN ?5 ELSE ?6 END)),
        max((other.kind <> 'person' OR mine.kind = 'person') AND (
            0 < mine.since AND mine.since < mine.ended
            OR mine.ended <= CASE mine.kind WHEN 'person' THEN ?5 ELSE ?6 END))
    FROM json_each(?1) AS person CROSS JOIN rated_seats AS mine
    ON mine.game = ?2 AND mine.who = person.value AND mine.kind IN ('person', 'program')
    AND (mine.ended, mine.table_id) < (?3, ?4)
    CROSS JOIN rated_seats AS other ON other.table_id = mine.table_id
    AND (other.kind = 'bot' OR mine.who < other.who AND other.who IN (SELECT value FROM json_each(?1)))
    GROUP BY mine.who, mine.kind, other.who, other.kind
"""  # noqa: S608  (likewise)
"""How much each two have played, and whether they count among whom the other has met: see
`RatingBook._is_opponent`. The cross joins have SQLite look each person up, not all games.
"""
RATE = """
    UPDATE rated_seats SET old_mu = ?, old_sigma = ?, mu = ?, sigma = ?, games = ?, met = ?, since = ?
    WHERE table_id = ? AND seat = ?
"""
PUT_RATING = """
    INSERT OR REPLACE INTO ratings (game, who, kind, mu, sigma, games, last, met, since)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


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
    past = _past(connection, game, first, entrants, people_of(tail))
    _put(connection, game, rate_tail(game, tail, past), entrants)


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


def _past(
    connection: sqlite3.Connection, game: str, first: Cursor, entrants: Collection[Entrant], people: list[str]
) -> Past:
    """Return what was before the game at a place."""
    if first == START:
        return Past()
    rows = {one: connection.execute(BEFORE, (game, *one, *first)).fetchone() for one in entrants}
    established = [Established(*row) for row in connection.execute(ESTABLISHED, (game, *first))]
    until = [min(founded(established, kind), first.ended) for kind in ("person", "program")]
    wanted = msgspec.json.encode(people).decode()
    met = connection.execute(MEETINGS, (wanted, game, *first, *until))
    return Past(
        {one: Rating(*row) for one, row in rows.items() if row},
        [
            Meetings(Entrant(*one), Entrant(*other), played, bool(met_other), bool(met_one))
            for *both, played, met_other, met_one in met
            for one, other in [(both[:2], both[2:])]
        ],
        established,
    )


def _numbers(rating: Rating) -> tuple[float, float, int, int, float]:
    return rating.mu, rating.sigma, rating.games, rating.met, rating.since


def _put(
    connection: sqlite3.Connection, game: str, rated: TailRatings, entrants: Collection[Entrant]
) -> None:
    seats = [
        (one.before.mu, one.before.sigma, *_numbers(one.after), table, one.seat)
        for table, of_table in rated.seats.items()
        for one in of_table
    ]
    connection.executemany(RATE, seats)
    present: Sequence[tuple[object, ...]] = [
        (game, *one, rating.mu, rating.sigma, rating.games, rating.last, rating.met, rating.since)
        for one, rating in rated.ratings.items()
    ]
    connection.executemany(PUT_RATING, present)
    lost = [(game, *one) for one in entrants if one not in rated.ratings]
    connection.executemany("DELETE FROM ratings WHERE game = ? AND who = ? AND kind = ?", lost)
