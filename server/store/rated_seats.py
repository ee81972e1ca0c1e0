"""Writes what rated games do to ratings: functions of the transaction that stores a result. They may be
carried out twice.

Ratings depend on the order of games, and nodes end games at the same moment. So whoever rates holds a lock
of the game's until the transaction ends, and rates again what is behind the game that it stores: the numbers
are the same whichever node is first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from server.identity.accounts import pseudonym
from server.results.book import MOST_ESTABLISHED, Established, Past
from server.results.ladder import ACTIVE
from server.results.of_log import GameResult
from server.results.pairs import WHOLE, Meetings
from server.results.queries import Cursor
from server.results.rated_games import Entrant, rated_game
from server.results.rating import Rating
from server.results.tail import START, RatedSeatRow, TailRatings, people_of, rate_tail, seat_rows
from server.store.sql import Transaction, marks

LOCK = "ratings"
COLUMNS = "table_id, seat, ended, rank, who, kind"
IN_ORDER = 'ORDER BY ended, table_id COLLATE "C", seat'
LATEST_FIRST = 'ORDER BY ended DESC, table_id COLLATE "C" DESC LIMIT 1'
OF_TABLE = f"SELECT {COLUMNS} FROM rated_seats WHERE table_id = $1"  # noqa: S608  (our own words)
GAME_OF = "SELECT game FROM rated_seats WHERE table_id = $1 LIMIT 1"
DROP = "DELETE FROM rated_seats WHERE table_id = $1"
PUT = f"""
    INSERT INTO rated_seats (game, {COLUMNS}, counted, old_mu, old_sigma, mu, sigma, games, met, since)
    VALUES ({marks(15)})
"""  # noqa: S608  (likewise)
TAIL = f"""
    SELECT {COLUMNS} FROM rated_seats WHERE game = $1 AND (ended, table_id COLLATE "C") >= ($2, $3) {IN_ORDER}
"""  # noqa: S608  (likewise)
NUMBERS = "mu, sigma, games, met, since"
LAST_OF_A_KIND = f"""
    SELECT * FROM (
        SELECT 'established', '', 0, last, 0, who, kind, {NUMBERS} FROM ratings
        WHERE game = $1 AND kind = '{{kind}}' AND since > 0 AND since < $2 AND last >= $5
        ORDER BY last DESC LIMIT {MOST_ESTABLISHED}
    ) AS latest
"""  # noqa: S608  (likewise)
AROUND = f"""
    SELECT 'known', {COLUMNS}, {NUMBERS} FROM rated_seats WHERE table_id = $4
    UNION ALL SELECT * FROM (
        SELECT 'last', {COLUMNS}, {NUMBERS} FROM rated_seats WHERE game = $1 {LATEST_FIRST}
    ) AS latest
    UNION ALL {LAST_OF_A_KIND.format(kind="person")}
    UNION ALL {LAST_OF_A_KIND.format(kind="program")}
    UNION ALL SELECT 'established', {COLUMNS}, {NUMBERS} FROM rated_seats
    WHERE game = $1 AND ended = $2 AND table_id COLLATE "C" < $3 AND since = ended
"""  # noqa: S608  (likewise)
"""What is stored of a table, a seat of the last game of all, and who is established and was active last, in
games that ended at the same moment, too. Each part is looked up by an index.
"""
ESTABLISHED = """
    SELECT who, kind, max(since), max(ended) FROM rated_seats
    WHERE game = $1 AND (ended, table_id COLLATE "C") < ($2, $3) AND ended >= $4
    AND since > 0 AND kind IN ('person', 'program') GROUP BY who, kind
"""
"""Who was established and active lately before a place that has games behind it."""
BEFORE = f"""
    UNION ALL SELECT * FROM (
        SELECT 'before', {COLUMNS}, {NUMBERS} FROM rated_seats
        WHERE game = $1 AND who = ${{who}} AND kind = ${{kind}} AND (ended, table_id COLLATE "C") < ($2, $3)
        {LATEST_FIRST}
    ) AS latest
"""  # noqa: S608  (likewise)
ENTRANTS_AT_ONCE = 50
"""Of how many entrants one statement asks what they were rated before."""
MEETINGS = f"""
    SELECT mine.who, mine.kind, other.who, other.kind, CAST(sum(
            2 * {WHOLE} / (SELECT count(*) FROM rated_seats AS every WHERE every.table_id = mine.table_id)
        ) AS integer),
        max(CASE WHEN other.counted AND (mine.kind = 'program' OR other.kind = 'person') THEN 1 ELSE 0 END),
        max(CASE WHEN mine.counted AND (mine.kind = 'person' OR other.kind <> 'person') THEN 1 ELSE 0 END)
    FROM rated_seats AS mine CROSS JOIN rated_seats AS other
    WHERE {{games}} AND mine.who IN ({{people}}) AND mine.kind IN ('person', 'program')
    AND other.table_id = mine.table_id
    AND (other.kind = 'bot' OR mine.who COLLATE "C" < other.who AND other.who IN ({{people}}))
    GROUP BY mine.who, mine.kind, other.who, other.kind
"""  # noqa: S608  (likewise)
"""How much each two have played, and whether they count among whom the other has met (`RatedSeat.counted`).
The cross join has SQLite look each person up, not all games.
"""
ALL_GAMES = 'mine.game = $1 AND (mine.ended, mine.table_id COLLATE "C") < ($2, $3)'
TOGETHER = """
    mine.table_id IN (
        SELECT table_id FROM rated_seats WHERE game = $1 AND who IN ({people})
        AND kind IN ('person', 'program') AND (ended, table_id COLLATE "C") < ($2, $3)
        GROUP BY table_id HAVING count(DISTINCT who) > 1
    )
"""
"""Without a bot in the tail, those games are enough that two of its people were in: an index tells them, and
they are few.
"""
MOST_PEOPLE = 30_000
"""Where more people have played behind a place, all games are rated again: no statement takes many more
parameters.
"""
RATE = """
    UPDATE rated_seats SET old_mu = $1, old_sigma = $2, mu = $3, sigma = $4, games = $5, met = $6, since = $7,
    counted = $8 WHERE table_id = $9 AND seat = $10
"""
PUT_RATING = f"""
    INSERT INTO ratings (game, who, kind, mu, sigma, games, met, since, last) VALUES ({marks(9)})
    ON CONFLICT (game, who, kind) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    games = excluded.games, last = excluded.last, met = excluded.met, since = excluded.since
"""  # noqa: S608  (likewise)
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
RENAME = ("UPDATE rated_seats SET who = $2 WHERE who = $1", "UPDATE ratings SET who = $2 WHERE who = $1")


class _Around(NamedTuple):
    known: Sequence[RatedSeatRow]
    """What is stored of the table."""
    last: Cursor
    """The place of the last game of all."""
    ratings: Mapping[Entrant, Rating]
    established: Sequence[Established]
    """Who is established and was active last, if nothing is behind the place."""


async def note(transaction: Transaction, table: str, result: GameResult | None) -> None:
    """Store how the result of a table is rated, and rate it and the games behind it; nothing is done if all
    of it is stored already. None: the table has no result any more.
    """
    rated = rated_game(result) if result else None
    if rated:
        await transaction.lock(LOCK, rated.game)
        rows, place = seat_rows(rated), Cursor(rated.ended, table)
        around = await _around(transaction, rated.game, place, {row.entrant for row in rows}, table)
        known = around.known
        if not known and around.last < place:
            await _put_last(transaction, rated.game, rows, around)
            return
    else:
        rows, known = [], [RatedSeatRow(*row) for row in await transaction.fetch(OF_TABLE, table)]
    if rows == known:
        return
    game = rated.game if rated else await transaction.value(GAME_OF, table)
    await transaction.lock(LOCK, game)
    await transaction.execute(DROP, table)
    unrated = _numbers(Rating(0.0, 0.0))
    await transaction.execute_many(PUT, [(game, *row, False, 0.0, 0.0, *unrated) for row in rows])
    first = min(Cursor(row.ended, table) for row in (*rows, *known))
    await _rate(transaction, game, first, {row.entrant for row in known})


async def _put_last(
    transaction: Transaction, game: str, rows: Sequence[RatedSeatRow], around: _Around
) -> None:
    """Store and rate a game that is behind all others, with few statements."""
    place = Cursor(rows[0].ended, rows[0].table)
    past = await _past(transaction, game, place, rows, around.ratings, around.established)
    rated = rate_tail(game, rows, past)
    seats = [
        (game, *row, one.counted, one.before.mu, one.before.sigma, *_numbers(one.after))
        for row, one in zip(rows, rated.seats[place.table], strict=True)
    ]
    await transaction.execute_all((PUT, seats), (PUT_RATING, _ratings(game, rated)))


async def next_rows(transaction: Transaction, game: str, after: Cursor) -> list[RatedSeatRow]:
    """Return the seats of the rated games behind a place, at most PAGE of them, and of each game all."""
    rows = [RatedSeatRow(*row) for row in await transaction.fetch(NEXT, game, *after, PAGE)]
    if len(rows) < PAGE:
        return rows
    return [row for row in rows if row.table != rows[-1].table]


async def put(transaction: Transaction, game: str, rated: TailRatings) -> None:
    """Store what games did to ratings."""
    await transaction.lock(LOCK, game)
    await _put(transaction, game, rated)


async def drop_others(transaction: Transaction, game: str, rated: Collection[Entrant]) -> None:
    await transaction.lock(LOCK, game)
    known = [Entrant(*row) for row in await transaction.fetch(ENTRANTS, game)]
    await transaction.execute_many(DROP_RATING, [(game, *one) for one in known if one not in rated])


async def forget(transaction: Transaction, account: str) -> None:
    """Put the pseudonym of an account in its place: all numbers stay."""
    for (game,) in await transaction.fetch(GAMES_OF, account):
        await transaction.lock(LOCK, game)
    for rename in RENAME:
        await transaction.execute(rename, account, pseudonym(account))


async def _rate(transaction: Transaction, game: str, first: Cursor, also: Collection[Entrant]) -> None:
    """Rate the games of a game again from one of them on. `also`: entrants who may have no game left."""
    tail = [RatedSeatRow(*row) for row in await transaction.fetch(TAIL, game, *first)]
    if first != START and len(people_of(tail)) > MOST_PEOPLE:
        await _rate(transaction, game, START, also)
        return
    past = Past()
    if first != START:
        around = await _around(transaction, game, first, {row.entrant for row in tail}.union(also))
        active = await transaction.fetch(ESTABLISHED, game, *first, first.ended - ACTIVE)
        established = [Established(Entrant(who, kind), since, last) for who, kind, since, last in active]
        past = await _past(transaction, game, first, tail, around.ratings, established)
    rated = rate_tail(game, tail, past)
    await _put(transaction, game, rated)
    lost = [(game, *one) for one in also if one not in rated.ratings]
    await transaction.execute_many(DROP_RATING, lost)


async def _around(
    transaction: Transaction, game: str, place: Cursor, entrants: Collection[Entrant], table: str = ""
) -> _Around:
    """Return what was before the game at a place, as far as `entrants` need it, and what is behind it."""
    parts: dict[str, list[RatedSeatRow]] = {}
    ratings, established, every = {}, list[Established](), sorted(entrants)
    for start in range(0, max(1, len(every)), ENTRANTS_AT_ONCE):
        some = every[start : start + ENTRANTS_AT_ONCE]
        before = (BEFORE.format(who=6 + 2 * at, kind=7 + 2 * at) for at in range(len(some)))
        values = (part for one in some for part in one)
        parts, established = {}, []
        arguments = (game, *place, table, place.ended - ACTIVE, *values)
        for part, *row in await transaction.fetch(AROUND + "".join(before), *arguments):
            seat, (mu, sigma, games, met, since) = RatedSeatRow(*row[:6]), row[6:]
            parts.setdefault(part, []).append(seat)
            if part == "before":
                ratings[seat.entrant] = Rating(mu, sigma, games, seat.ended, met, since)
            elif part == "established":
                established.append(Established(seat.entrant, since, seat.ended))
    last = max((Cursor(row.ended, row.table) for row in parts.get("last", ())), default=START)
    return _Around(sorted(parts.get("known", ())), last, ratings, established)


async def _past(
    transaction: Transaction,
    game: str,
    first: Cursor,
    tail: Sequence[RatedSeatRow],
    ratings: Mapping[Entrant, Rating],
    established: Sequence[Established],
) -> Past:
    """Return what was before the tail that begins at a place."""
    met: Sequence[Any] = ()
    if people := people_of(tail):
        named = marks(len(people), first=4)
        games = ALL_GAMES if any(row.kind == "bot" for row in tail) else TOGETHER.format(people=named)
        query = MEETINGS.format(people=named, games=games)
        met = await transaction.fetch(query, game, *first, *people)
    meetings = [
        Meetings(Entrant(*one), Entrant(*other), played, bool(met_other), bool(met_one))
        for *both, played, met_other, met_one in met
        for one, other in [(both[:2], both[2:])]
    ]
    return Past(ratings, meetings, established)


def _numbers(rating: Rating) -> tuple[float, float, int, int, float]:
    return rating.mu, rating.sigma, rating.games, rating.met, rating.since


async def _put(transaction: Transaction, game: str, rated: TailRatings) -> None:
    seats = [
        (one.before.mu, one.before.sigma, *_numbers(one.after), one.counted, table, one.seat)
        for table, of_table in rated.seats.items()
        for one in of_table
    ]
    await transaction.execute_many(RATE, seats)
    await transaction.execute_many(PUT_RATING, _ratings(game, rated))


def _ratings(game: str, rated: TailRatings) -> Sequence[Sequence[Any]]:
    return [(game, *one, *_numbers(rating), rating.last) for one, rating in sorted(rated.ratings.items())]
