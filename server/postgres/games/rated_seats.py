"""Writes what rated games do to ratings on PostgreSQL: functions of a connection, for the transaction that
stores a result. They may be carried out twice.

Ratings depend on the order of games, and nodes end games at the same moment. So whoever rates holds a lock
of the game's until the transaction ends, and rates again what is behind the game that it stores: the numbers
are the same whichever node is first. Reading ratings is left to `server.postgres.games.ratings`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from server.history.queries import Cursor
from server.history.results import GameResult
from server.identity.accounts import pseudonym
from server.postgres.protocols import PostgresConnection, columns_of
from server.ratings.rated_games import Entrant, rated_game
from server.ratings.rating import Rating
from server.ratings.tail import RatedSeatRow, TailRatings, day_began, people_of, rate_tail, seat_rows

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('ratings of ' || $1, 0))"
COLUMNS = "table_id, seat, ended, rank, who, kind"
RATED = "seat, rank, who, kind, old_mu, old_sigma, mu, sigma, games"
IN_ORDER = 'ORDER BY ended, table_id COLLATE "C", seat'
LOCK_AND_OF_TABLE = f"""
    WITH locked AS MATERIALIZED ({LOCK})
    SELECT {COLUMNS} FROM locked CROSS JOIN rated_seats WHERE table_id = $2 ORDER BY seat
"""  # noqa: S608  (our own words)
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
DAY_SEATS = f"""
    SELECT {COLUMNS} FROM rated_seats WHERE table_id IN (
        SELECT table_id FROM rated_seats
        WHERE game = $1 AND who = ANY ($2::text[]) AND kind IN ('person', 'program')
        AND ended >= $3 AND (ended, table_id COLLATE "C") < ($4, $5)
    )
"""  # noqa: S608  (likewise)
DAY = f"{DAY_SEATS} {IN_ORDER}"
AROUND = f"""
    (SELECT 'behind' AS what, {COLUMNS}, mu, sigma, games FROM rated_seats
    WHERE game = $1 AND (ended, table_id COLLATE "C") >= ($4, $5) LIMIT 1)
    UNION ALL
    SELECT 'before', '', 0, last.ended, 0, one.who, one.kind, last.mu, last.sigma, last.games
    FROM unnest($6::text[], $7::text[]) AS one (who, kind) CROSS JOIN LATERAL (
        SELECT mu, sigma, games, ended FROM rated_seats
        WHERE game = $1 AND who = one.who AND kind = one.kind AND (ended, table_id COLLATE "C") < ($4, $5)
        ORDER BY ended DESC, table_id COLLATE "C" DESC LIMIT 1
    ) AS last
    UNION ALL
    SELECT 'day', day.*, 0, 0, 0 FROM ({DAY_SEATS}) AS day
"""  # noqa: S608  (likewise)
"""All that the rating of a game depends on which is the last one: whether it is, the ratings of its entrants
before it, and the earlier games of the day.
"""
PUT_RATED = f"""
    WITH seats AS (
        INSERT INTO rated_seats (game, table_id, ended, {RATED})
        SELECT $1, $2, $3, {RATED} FROM unnest(
            $4::integer[], $5::integer[], $6::text[], $7::text[], $8::float8[], $9::float8[], $10::float8[],
            $11::float8[], $12::integer[]
        ) AS seat ({RATED})
    )
    INSERT INTO ratings (game, who, kind, mu, sigma, games, last)
    SELECT $1, who, kind, mu, sigma, games, $3 FROM unnest(
        $13::text[], $14::text[], $15::float8[], $16::float8[], $17::integer[]
    ) AS rating (who, kind, mu, sigma, games) ORDER BY who, kind
    ON CONFLICT (game, who, kind) DO UPDATE
    SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games, last = excluded.last
"""  # noqa: S608  (likewise)
"""Puts the seats of a rated game with what it did to ratings, and the ratings after it."""
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
    if rated:
        found = await connection.fetch(LOCK_AND_OF_TABLE, rated.game, table)
    else:
        found = await connection.fetch(OF_TABLE, table)
    known = [RatedSeatRow(*row) for row in found]
    if rows == known or (rated and not known and await _put_last(connection, rated.game, rows)):
        return
    game = rated.game if rated else await connection.fetchval(GAME_OF, table)
    await connection.execute(LOCK, game)
    await connection.execute("DELETE FROM rated_seats WHERE table_id = $1", table)
    await connection.executemany(PUT, [(game, *row) for row in rows])
    first = min(Cursor(row.ended, table) for row in (*rows, *known))
    await _rate(connection, game, first, {row.entrant for row in known})


async def _put_last(connection: PostgresConnection, game: str, rows: Sequence[RatedSeatRow]) -> bool:
    """Store and rate a game that is behind all others, with two statements. False: it is not, and nothing was
    done. The game's lock must be held.
    """
    rows = sorted(rows, key=lambda row: row.seat)
    place = Cursor(rows[0].ended, rows[0].table)
    entrants = sorted({row.entrant for row in rows})
    people, began = people_of(rows), day_began(place)
    around = await connection.fetch(AROUND, game, people, began, *place, *columns_of(2, entrants))
    before: dict[Entrant, Rating] = {}
    day: list[RatedSeatRow] = []
    for what, *seat, mu, sigma, games in around:
        row = RatedSeatRow(*seat)
        if what == "behind":
            return False
        if what == "before":
            before[Entrant(row.who, row.kind)] = Rating(mu, sigma, games, row.ended)
        else:
            day.append(row)
    day.sort(key=lambda row: (row.ended, row.table, row.seat))
    rated = rate_tail(game, rows, before, day)
    seats = [
        (row.seat, row.rank, *row.entrant, old.mu, old.sigma, new.mu, new.sigma, new.games)
        for row, (old, new) in zip(
            rows, ((one.before, one.after) for one in rated.seats[place.table]), strict=True
        )
    ]
    ratings = [(*one, rating.mu, rating.sigma, rating.games) for one, rating in rated.ratings.items()]
    columns = (*columns_of(9, seats), *columns_of(5, ratings))
    await connection.execute(PUT_RATED, game, place.table, place.ended, *columns)
    return True


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
