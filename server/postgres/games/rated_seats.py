"""Writes what rated games do to ratings on PostgreSQL: functions of a connection, for the transaction that
stores a result. They may be carried out twice.

Ratings depend on the order of games, and nodes end games at the same moment. So whoever rates holds a lock
of the game's until the transaction ends, and rates again what is behind the game that it stores: the numbers
are the same whichever node is first. Reading ratings is left to `server.postgres.games.ratings`.
"""

from __future__ import annotations

from collections.abc import Collection

from server.history.queries import Cursor
from server.history.results import GameResult
from server.identity.accounts import pseudonym
from server.postgres.protocols import PostgresConnection
from server.ratings.rated_games import Entrant, rated_game
from server.ratings.rating import Rating
from server.ratings.tail import RatedSeatRow, TailRatings, day_began, people_of, rate_tail, seat_rows

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('ratings of ' || $1, 0))"
COLUMNS = "table_id, seat, ended, rank, who, kind"
IN_ORDER = 'ORDER BY ended, table_id COLLATE "C", seat'
OF_TABLE = f"SELECT {COLUMNS} FROM rated_seats WHERE table_id = $1 ORDER BY seat"  # noqa: S608  (our own words)
GAME_OF = "SELECT game FROM rated_seats WHERE table_id = $1 LIMIT 1"
PUT = f"INSERT INTO rated_seats (game, {COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)"  # noqa: S608  (likewise)
TAIL = f"""
    SELECT {COLUMNS} FROM rated_seats WHERE game = $1 AND (ended, table_id COLLATE "C") >= ($2, $3) {IN_ORDER}
"""  # noqa: S608  (likewise)
BEFORE = """
    SELECT mu, sigma, games, ended FROM rated_seats
    WHERE game = $1 AND who = $2 AND kind = $3 AND (ended, table_id COLLATE "C") < ($4, $5)
    ORDER BY ended DESC, table_id COLLATE "C" DESC LIMIT 1
"""
DAY = f"""
    SELECT {COLUMNS} FROM rated_seats WHERE table_id IN (
        SELECT table_id FROM rated_seats
        WHERE game = $1 AND who = ANY ($2::text[]) AND kind IN ('person', 'program')
        AND ended >= $3 AND (ended, table_id COLLATE "C") < ($4, $5)
    ) {IN_ORDER}
"""  # noqa: S608  (likewise)
RATE = """
    UPDATE rated_seats SET old_mu = $1, old_sigma = $2, mu = $3, sigma = $4, games = $5
    WHERE table_id = $6 AND seat = $7
"""
PUT_RATING = """
    INSERT INTO ratings (game, who, kind, mu, sigma, games, last) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (game, who, kind) DO UPDATE
    SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games, last = excluded.last
"""
DROP_RATING = "DELETE FROM ratings WHERE game = $1 AND who = $2 AND kind = $3"
PAGE = 4_000
"""Seats that are rated in one transaction when all games are rated again."""
NEXT = f"""
    SELECT {COLUMNS} FROM rated_seats WHERE game = $1 AND (ended, table_id COLLATE "C") > ($2, $3)
    {IN_ORDER} LIMIT $4
"""  # noqa: S608  (likewise)
GAMES = "SELECT game FROM rated_seats UNION SELECT game FROM ratings ORDER BY game"
ENTRANTS = "SELECT who, kind FROM ratings WHERE game = $1"
GAMES_OF = "SELECT DISTINCT game FROM rated_seats WHERE who = $1 ORDER BY game"


async def note(connection: PostgresConnection, table: str, result: GameResult | None) -> None:
    """Store how the result of a table is rated, and rate it and the games behind it; nothing is done if all
    of it is stored already. None: the table has no result any more.
    """
    rated = rated_game(result) if result else None
    rows = seat_rows(rated) if rated else []
    known = [RatedSeatRow(*row) for row in await connection.fetch(OF_TABLE, table)]
    if rows == known:
        return
    game = rated.game if rated else await connection.fetchval(GAME_OF, table)
    await connection.execute(LOCK, game)
    await connection.execute("DELETE FROM rated_seats WHERE table_id = $1", table)
    await connection.executemany(PUT, [(game, *row) for row in rows])
    first = min(Cursor(row.ended, table) for row in (*rows, *known))
    await _rate(connection, game, first, {row.entrant for row in known})


async def next_rows(connection: PostgresConnection, game: str, after: Cursor) -> list[RatedSeatRow]:
    """Return the seats of the rated games behind a place, at most PAGE of them, and of each game all."""
    rows = [RatedSeatRow(*row) for row in await connection.fetch(NEXT, game, *after, PAGE)]
    if len(rows) < PAGE:
        return rows
    return [row for row in rows if row.table != rows[-1].table]


async def put(connection: PostgresConnection, game: str, rated: TailRatings) -> None:
    """Store what games did to ratings."""
    await connection.execute(LOCK, game)
    await _put(connection, game, rated, ())


async def drop_others(connection: PostgresConnection, game: str, rated: Collection[Entrant]) -> None:
    """Delete the ratings of entrants who have no rated game."""
    await connection.execute(LOCK, game)
    known = [Entrant(*row) for row in await connection.fetch(ENTRANTS, game)]
    await connection.executemany(DROP_RATING, [(game, *one) for one in known if one not in rated])


async def forget(connection: PostgresConnection, account: str) -> None:
    """Put the pseudonym of an account in its place: all numbers stay."""
    for row in await connection.fetch(GAMES_OF, account):
        await connection.execute(LOCK, row["game"])
    name = pseudonym(account)
    await connection.execute("UPDATE rated_seats SET who = $2 WHERE who = $1", account, name)
    await connection.execute("UPDATE ratings SET who = $2 WHERE who = $1", account, name)


async def _rate(connection: PostgresConnection, game: str, first: Cursor, also: Collection[Entrant]) -> None:
    """Rate the games of a game again from one of them on. `also`: entrants who may have no game left."""
    tail = [RatedSeatRow(*row) for row in await connection.fetch(TAIL, game, *first)]
    entrants = {row.entrant for row in tail} | set(also)
    before = await _before(connection, game, first, entrants)
    day = await connection.fetch(DAY, game, people_of(tail), day_began(first), *first)
    await _put(connection, game, rate_tail(game, tail, before, [RatedSeatRow(*row) for row in day]), entrants)


async def _before(
    connection: PostgresConnection, game: str, first: Cursor, entrants: Collection[Entrant]
) -> dict[Entrant, Rating]:
    found = {one: await connection.fetchrow(BEFORE, game, *one, *first) for one in entrants}
    return {one: Rating(*row) for one, row in found.items() if row}


async def _put(
    connection: PostgresConnection, game: str, rated: TailRatings, entrants: Collection[Entrant]
) -> None:
    seats = [
        (one.before.mu, one.before.sigma, one.after.mu, one.after.sigma, one.after.games, table, one.seat)
        for table, of_table in rated.seats.items()
        for one in of_table
    ]
    await connection.executemany(RATE, seats)
    present = [
        (game, *one, rating.mu, rating.sigma, rating.games, rating.last)
        for one, rating in rated.ratings.items()
    ]
    await connection.executemany(PUT_RATING, present)
    lost = [(game, *one) for one in entrants if one not in rated.ratings]
    await connection.executemany(DROP_RATING, lost)
