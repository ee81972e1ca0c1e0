"""Writes what rated games do to ratings on PostgreSQL: functions of a connection, for the transaction that
stores a result. They may be carried out twice.

Ratings depend on the order of games, and nodes end games at the same moment. So whoever rates holds a lock
of the game's until the transaction ends, and rates again what is behind the game that it stores: the numbers
are the same whichever node is first. Reading ratings is left to `server.store.postgres.games.ratings`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from server.identity.accounts import pseudonym
from server.results.book import WIDELY_KNOWN, Established, Past
from server.results.of_log import GameResult
from server.results.pairs import WHOLE, Meetings
from server.results.queries import Cursor
from server.results.rated_games import Entrant, rated_game
from server.results.rating import Rating
from server.results.tail import RatedSeatRow, TailRatings, founded, people_of, rate_tail, seat_rows
from server.store.postgres.protocols import PostgresConnection, columns_of

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('ratings of ' || $1, 0))"
COLUMNS = "table_id, seat, ended, rank, who, kind"
RATED = "seat, rank, who, kind, old_mu, old_sigma, mu, sigma, games, met, since"
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
BEHIND = """
    SELECT (ended, table_id COLLATE "C") >= ($2, $3) FROM rated_seats WHERE game = $1
    ORDER BY ended DESC, table_id COLLATE "C" DESC LIMIT 1
"""
"""The last game alone is looked at: without a place to begin, PostgreSQL may read them all."""
RATINGS = """
    SELECT one.who, one.kind, last.* FROM unnest($4::text[], $5::text[]) AS one (who, kind)
    CROSS JOIN LATERAL (
        SELECT mu, sigma, games, ended, met, since FROM rated_seats
        WHERE game = $1 AND who = one.who AND kind = one.kind AND (ended, table_id COLLATE "C") < ($2, $3)
        ORDER BY ended DESC, table_id COLLATE "C" DESC LIMIT 1
    ) AS last
"""
FIRST_OF_A_KIND = """
    (SELECT since, kind FROM ratings
    WHERE game = $1 AND kind = '{kind}' AND since > 0 AND since < $2 ORDER BY since LIMIT {most})
"""
ESTABLISHED = f"""
    {FIRST_OF_A_KIND.format(kind="person", most=WIDELY_KNOWN)}
    UNION ALL {FIRST_OF_A_KIND.format(kind="program", most=WIDELY_KNOWN)}
    UNION ALL SELECT since, kind FROM rated_seats
    WHERE game = $1 AND ended = $2 AND table_id COLLATE "C" < $3 AND since = ended
"""  # noqa: S608  (likewise)
"""Who was established first before a place, and in games that ended at the same moment."""
MEETINGS = f"""
    WITH mine AS MATERIALIZED (
        SELECT table_id, who, kind, ended, since FROM rated_seats
        WHERE game = $1 AND who = ANY ($4::text[]) AND kind IN ('person', 'program')
        AND (ended, table_id COLLATE "C") < ($2, $3)
    )
    SELECT mine.who, mine.kind, other.who, other.kind, sum(2 * {WHOLE} / other.seats)::integer,
        bool_or(other.kind <> 'bot' AND (mine.kind = 'program' OR other.kind = 'person') AND (
            0 < other.since AND other.since < other.ended
            OR other.ended <= CASE other.kind WHEN 'person' THEN $5::float8 ELSE $6::float8 END)),
        bool_or((other.kind <> 'person' OR mine.kind = 'person') AND (
            0 < mine.since AND mine.since < mine.ended
            OR mine.ended <= CASE mine.kind WHEN 'person' THEN $5::float8 ELSE $6::float8 END))
    FROM mine CROSS JOIN LATERAL (
        SELECT *, count(*) OVER () AS seats FROM rated_seats AS seat WHERE seat.table_id = mine.table_id
    ) AS other
    WHERE other.kind = 'bot' OR mine.who COLLATE "C" < other.who AND other.who = ANY ($4::text[])
    GROUP BY mine.who, mine.kind, other.who, other.kind
"""  # noqa: S608  (likewise)
"""How much each two have played, and whether they count among whom the other has met: see
`RatingBook._is_opponent`. As it is written, PostgreSQL looks the seats of each game up, and reads no others.
"""
PUT_RATED = f"""
    WITH seats AS (
        INSERT INTO rated_seats (game, table_id, ended, {RATED})
        SELECT $1, $2, $3, {RATED} FROM unnest(
            $4::integer[], $5::integer[], $6::text[], $7::text[], $8::float8[], $9::float8[], $10::float8[],
            $11::float8[], $12::integer[], $13::integer[], $14::float8[]
        ) AS seat ({RATED})
    )
    INSERT INTO ratings (game, who, kind, mu, sigma, games, last, met, since)
    SELECT $1, who, kind, mu, sigma, games, $3, met, since FROM unnest(
        $15::text[], $16::text[], $17::float8[], $18::float8[], $19::integer[], $20::integer[], $21::float8[]
    ) AS rating (who, kind, mu, sigma, games, met, since) ORDER BY who, kind
    ON CONFLICT (game, who, kind) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    games = excluded.games, last = excluded.last, met = excluded.met, since = excluded.since
"""  # noqa: S608  (likewise)
"""Puts the seats of a rated game with what it did to ratings, and the ratings after it."""
RATE = """
    UPDATE rated_seats SET old_mu = $1, old_sigma = $2, mu = $3, sigma = $4, games = $5, met = $6, since = $7
    WHERE table_id = $8 AND seat = $9
"""
PUT_RATING = """
    INSERT INTO ratings (game, who, kind, mu, sigma, games, last, met, since)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (game, who, kind) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    games = excluded.games, last = excluded.last, met = excluded.met, since = excluded.since
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
    """Store and rate a game that is behind all others, with few statements. False: it is not, and nothing was
    done. The game's lock must be held.
    """
    rows = sorted(rows, key=lambda row: row.seat)
    place = Cursor(rows[0].ended, rows[0].table)
    if await connection.fetchval(BEHIND, game, *place):
        return False
    entrants = {row.entrant for row in rows}
    past = await _past(connection, game, place, entrants, people_of(rows))
    rated = rate_tail(game, rows, past)
    changed = zip(rows, rated.seats[place.table], strict=True)
    seats = [
        (row.seat, row.rank, *row.entrant, one.before.mu, one.before.sigma, *_numbers(one.after))
        for row, one in changed
    ]
    ratings = [(*one, *_numbers(rating)) for one, rating in rated.ratings.items()]
    columns = (*columns_of(11, seats), *columns_of(7, ratings))
    await connection.execute(PUT_RATED, game, place.table, place.ended, *columns)
    return True


def _numbers(rating: Rating) -> tuple[float, float, int, int, float]:
    return rating.mu, rating.sigma, rating.games, rating.met, rating.since


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
    past = await _past(connection, game, first, entrants, people_of(tail))
    await _put(connection, game, rate_tail(game, tail, past), entrants)


async def _past(
    connection: PostgresConnection,
    game: str,
    first: Cursor,
    entrants: Collection[Entrant],
    people: Sequence[str],
) -> Past:
    """Return what was before the game at a place."""
    ratings = await connection.fetch(RATINGS, game, *first, *columns_of(2, sorted(entrants)))
    established = [Established(*row) for row in await connection.fetch(ESTABLISHED, game, *first)]
    until = [min(founded(established, kind), first.ended) for kind in ("person", "program")]
    met = await connection.fetch(MEETINGS, game, *first, people, *until)
    return Past(
        {Entrant(who, kind): Rating(*row) for who, kind, *row in ratings},
        [
            Meetings(Entrant(*one), Entrant(*other), played, met_other, met_one)
            for *both, played, met_other, met_one in met
            for one, other in [(both[:2], both[2:])]
        ],
        established,
    )


async def _put(
    connection: PostgresConnection, game: str, rated: TailRatings, entrants: Collection[Entrant]
) -> None:
    seats = [
        (one.before.mu, one.before.sigma, *_numbers(one.after), table, one.seat)
        for table, of_table in rated.seats.items()
        for one in of_table
    ]
    await connection.executemany(RATE, seats)
    present = [
        (game, *one, rating.mu, rating.sigma, rating.games, rating.last, rating.met, rating.since)
        for one, rating in rated.ratings.items()
    ]
    await connection.executemany(PUT_RATING, present)
    lost = [(game, *one) for one in entrants if one not in rated.ratings]
    await connection.executemany(DROP_RATING, lost)
