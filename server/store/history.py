"""The results of ended games, written in the transaction that ends a table. What they are, and what they add
up to, is left to `server.results`.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast

import msgspec

from server.log.entries import UNDO, Outcome
from server.results.of_log import GameResult, SeatResult, result_of
from server.results.queries import Cursor, HistoryQuery
from server.results.rated_games import ENOUGH_MOVES
from server.results.tallies import HeadToHead, PlayedGame
from server.store import rated_seats
from server.store.journal.rows import OPENING_COLUMNS, DamagedLog, NoTable, opening_of
from server.store.sql import Sql, Transaction, marks
from tui.host.history import GameKind

log = logging.getLogger(__name__)

GAMES = """
    SELECT table_id, name, game_results.game, options, kind, game_results.private, started,
    game_results.ended, ending FROM game_results JOIN tables ON id = table_id WHERE table_id IN ({marks})
"""
SEATS = """
    SELECT table_id, seat, holder, who, name, place, points, fate, program FROM seat_results
    WHERE table_id IN ({marks}) ORDER BY table_id, seat
"""
IS_SHARED = """
    (SELECT count(*) FROM seat_results AS level WHERE level.table_id = one.table_id AND level.place = 1) > 1
"""
"""Whether somebody else has the first place, too, for a row of somebody who has it."""
PLAYED = f"""
    SELECT string_agg(
        game || '/' || kind || '/' || place || '/' || seats || '/' || shared || '/' || score, ' '
    ) FROM (
        SELECT game, kind, place, seats, CASE WHEN place = 1 AND {IS_SHARED} THEN 1 ELSE 0 END AS shared,
        CASE WHEN kind = 'practice' THEN coalesce((
            SELECT CAST(points AS TEXT) FROM seat_results AS own WHERE own.table_id = one.table_id
            AND own.holder = 'account' AND own.who = $1 AND own.fate = '' LIMIT 1
        ), '') ELSE '' END AS score
        FROM seat_results AS one WHERE holder = 'account' AND who = $1 AND ($2 OR NOT private)
        ORDER BY ended, table_id
    ) AS games
"""  # noqa: S608  (our own words)
"""Databases keep the order of what they concatenate. An index alone has what is asked of every game; seats
are looked up for a first place and a game of practice.
"""
AGAINST = """
    SELECT other.who, count(*), count(*) FILTER (WHERE own.place < other.place),
    count(*) FILTER (WHERE own.place > other.place), max(own.ended)
    FROM seat_results AS own CROSS JOIN seat_results AS other
    WHERE own.holder = 'account' AND own.who = $1 AND own.kind = 'match' AND own.place > 0
    AND ($3 OR NOT own.private)
    AND other.table_id = own.table_id AND other.holder = 'account' AND other.who <> $1
    GROUP BY other.who ORDER BY 2 DESC, 5 DESC, other.who COLLATE "C" LIMIT $2
"""
LAST_CALLED = """
    SELECT table_id FROM game_results JOIN tables ON tables.id = table_id WHERE tables.name = $1
    ORDER BY game_results.ended DESC LIMIT 1
"""
HAS_FINISHED = """
    SELECT 1 FROM seat_results AS own WHERE holder = 'account' AND who = $1 AND place > 0 AND fate = ''
    AND $2 <= (SELECT sum(CASE WHEN move = $3 THEN -1 ELSE 1 END) FROM entries
        WHERE entries.table_id = own.table_id AND entries.seat = own.seat AND entries.kind = 'move'
        AND "by" IN ('player', 'program')) LIMIT 1
"""
FILLED = "SELECT upto FROM filled WHERE what = $1"
NOTE_FILLED = """
    INSERT INTO filled (what, upto) VALUES ($1, $2) ON CONFLICT (what) DO UPDATE SET upto = excluded.upto
"""
ENDED = 'SELECT id FROM tables WHERE ended AND id COLLATE "C" > $1 ORDER BY id COLLATE "C" LIMIT $2'
COUNT = "SELECT COUNT(*) FROM game_results WHERE NOT private AND ended >= $1 AND ended < $2"
ENDED_AFTER = """
    SELECT ended, table_id FROM game_results WHERE (ended, table_id COLLATE "C") > ($1, $2)
    ORDER BY ended, table_id COLLATE "C" LIMIT $3
"""
OF_EVERYBODY = "SELECT table_id FROM game_results AS one WHERE NOT private"
OF_A_PLAYER = "SELECT table_id FROM seat_results AS one WHERE holder = 'account' AND who = {}"
HAS_A_SEAT = """
    EXISTS (SELECT 1 FROM seat_results AS seat
    WHERE seat.table_id = one.table_id AND seat.holder = 'account' AND seat.who = {})
"""
HAD_A_SEAT = "(table_id IN (SELECT table_id FROM seat_results WHERE holder = 'account' AND who = {})) IS TRUE"
"""IS TRUE has PostgreSQL collect the opponent's games once, whichever of the two has more."""
OPENING = f"SELECT {', '.join(OPENING_COLUMNS)} FROM tables WHERE id = $1"  # noqa: S608  (our own words)
PUT_GAME = f"""
    INSERT INTO game_results (table_id, game, kind, private, started, ended, ending) VALUES ({marks(7)})
    ON CONFLICT (table_id) DO UPDATE SET game = excluded.game, kind = excluded.kind,
    private = excluded.private, started = excluded.started, ended = excluded.ended, ending = excluded.ending
"""  # noqa: S608  (likewise)
PUT_SEAT = f"""
    INSERT INTO seat_results
    (table_id, seat, holder, who, name, place, points, fate, program, game, kind, private, seats, ended)
    VALUES ({marks(14)}) ON CONFLICT (table_id, seat) DO UPDATE SET
    holder = excluded.holder, who = excluded.who, name = excluded.name, place = excluded.place,
    points = excluded.points, fate = excluded.fate, game = excluded.game, kind = excluded.kind,
    private = excluded.private, seats = excluded.seats, ended = excluded.ended, program = excluded.program
"""  # noqa: S608  (likewise)
"""Written again, a row keeps its other columns."""
RESULTS_FILLED = "results 6"
"""What databases call it that the results of older games were filled in. A new number has all of them worked
out again and, once that is done, all games rated again: 2, since all who left share the last place; 3 to 6,
since ratings are worked out in another way.
"""
CLEAR = ("DELETE FROM seat_results WHERE table_id = $1", "DELETE FROM game_results WHERE table_id = $1")
RESULTS = {"won": f"place = 1 AND NOT {IS_SHARED}", "lost": "place > 1", "none": "place = 0"}


class HistoryStore:
    """The results of all ended games. Names are those of that time."""

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def result(self, table: str) -> GameResult | None:
        """Return the result of a game by its table's id; None: there is none."""
        found = await self.results([table])
        return found[0] if found else None

    async def results(self, tables: Sequence[str]) -> Sequence[GameResult]:
        """Return the results of games by their tables' ids, in this order; those without one are left out."""
        return await self._database.read(lambda transaction: _load(transaction, tables))

    async def has_finished(self, account: str) -> bool:
        """Whether an account has played a game to its end: with a result, its seat, `ENOUGH_MOVES` moves."""
        return bool(await self._database.fetch(HAS_FINISHED, account, ENOUGH_MOVES, UNDO))

    async def last_called(self, name: str) -> str | None:
        """Return the id of the table of the last game whose table had a name; None: there is none."""
        rows = await self._database.fetch(LAST_CALLED, name)
        return str(rows[0][0]) if rows else None

    async def page(self, query: HistoryQuery) -> Sequence[GameResult]:
        """Return the games that are asked for, newest first."""
        text, values = _statement(query)

        async def job(transaction: Transaction) -> Sequence[GameResult]:
            return await _load(transaction, [row[0] for row in await transaction.fetch(text, *values)])

        return await self._database.read(job)

    async def played(self, account: str, *, private: bool) -> Sequence[PlayedGame]:
        """Return all games of an account, oldest first, those of private tables included if `private`."""
        ((text,),) = await self._database.fetch(PLAYED, account, private)
        return _played_games(text)

    async def against(self, account: str, most: int, *, private: bool) -> Sequence[HeadToHead]:
        """Return the record of an account against other accounts, those played most first."""
        return [HeadToHead(*row) for row in await self._database.fetch(AGAINST, account, most, private)]

    async def counts(self, times: Sequence[float]) -> Sequence[int]:
        """Return how many games of public tables ended from each time up to the next one."""

        async def job(transaction: Transaction) -> Sequence[int]:
            rows = [await transaction.fetch(COUNT, *between) for between in pairwise(times)]
            return [int(row[0][0]) for row in rows]

        return await self._database.read(job)

    async def ended(self, after: str, most: int) -> Sequence[str]:
        """Return the ids of ended tables in their order, those after an id."""
        return [row[0] for row in await self._database.fetch(ENDED, after, most)]

    async def ended_after(self, place: Cursor, most: int) -> Sequence[Cursor]:
        """Return the places of ended games behind one, in the order of their ends."""
        return [Cursor(*row) for row in await self._database.fetch(ENDED_AFTER, *place, most)]

    async def filled(self) -> str | None:
        """Return the id of the last ended table whose result was filled in after an upgrade; '': none yet;
        None: all were.
        """
        rows = await self._database.fetch(FILLED, RESULTS_FILLED)
        upto: str | None = rows[0][0] if rows else ""
        return upto

    async def note_filled(self, upto: str | None) -> None:
        """Note what `filled` is to return."""
        await self._database.execute(NOTE_FILLED, RESULTS_FILLED, upto)

    async def write(self, table: str, ended: float, outcome: Outcome) -> None:
        """Store the result of an ended table again. Raises NoTable, DamagedLog."""
        await self._database.run(lambda transaction: write(transaction, table, ended, outcome))


async def write(
    transaction: Transaction, table: str, ended: float, outcome: Outcome, opening: Sequence[Any] | None = None
) -> None:
    """Store the result of a table that ends, or has ended. `opening` is its row, if it is known. Raises
    NoTable, DamagedLog.
    """
    row = opening or next(iter(await transaction.fetch(OPENING, table)), None)
    if row is None:
        raise NoTable(table)
    result = result_of(opening_of(tuple(row)), ended, outcome)
    if result is None:
        for clear in CLEAR:
            await transaction.execute(clear, table)
    else:
        of_game, times = (result.game, result.kind, result.private), (result.started, result.ended)
        game, rest = (table, *of_game, *times, result.ending), (*of_game, len(result.seats), result.ended)
        seats = [
            (table, s.seat, s.holder, s.who, s.name, s.place, s.points, s.fate, s.program, *rest)
            for s in result.seats
        ]
        await transaction.execute_all((PUT_GAME, [game]), (PUT_SEAT, seats))
    await rated_seats.note(transaction, table, result)


async def write_or_log(
    transaction: Transaction, table: str, ended: float, outcome: Outcome, opening: Sequence[Any] | None = None
) -> None:
    """Store the result of a table that ends. A damaged opening is logged: the table ends all the same."""
    try:
        await write(transaction, table, ended, outcome, opening)
    except DamagedLog as why:
        log.warning("a result cannot be stored", extra={"table": table, "why": str(why)})


def _statement(query: HistoryQuery) -> tuple[str, list[Any]]:
    """Return the statement that finds the ids of games, and its values."""
    values: list[Any] = []

    def put(value: Any) -> str:
        values.append(value)
        return f"${len(values)}"

    wanted = [OF_A_PLAYER.format(put(query.player)) if query.player else OF_EVERYBODY]
    if query.player and query.viewer != query.player:
        wanted.append(f"(NOT private OR {HAS_A_SEAT.format(put(query.viewer))})")
    wanted += [f"game = {put(query.game)}"] if query.game else []
    wanted += [HAD_A_SEAT.format(put(query.opponent))] if query.opponent else []
    wanted += [RESULTS[query.result] if query.player else "false"] if query.result else []
    wanted += [f"ended >= {put(query.since)}"] if query.since is not None else []
    wanted += [f"ended < {put(query.until)}"] if query.until is not None else []
    if query.before:
        wanted.append(f"(ended, table_id) < ({put(query.before.ended)}, {put(query.before.table)})")
    newest_first = f"ORDER BY ended DESC, table_id DESC LIMIT {put(query.most)}"
    return f"{' AND '.join(wanted)} {newest_first}", values


async def _load(transaction: Transaction, tables: Sequence[str]) -> list[GameResult]:
    if not tables:
        return []
    wanted = marks(len(tables))
    seats: dict[str, list[SeatResult]] = {}
    for table, *row, program in await transaction.fetch(SEATS.format(marks=wanted), *tables):
        seat = (*row, bool(program))
        seats.setdefault(table, []).append(SeatResult(*seat))
    found = {}
    for row in await transaction.fetch(GAMES.format(marks=wanted), *tables):
        table, name, game, options, kind, private, started, ended, ending = row
        found[table] = GameResult(
            table=table,
            name=name,
            game=game,
            options=msgspec.json.decode(options),
            kind=kind,
            private=bool(private),
            started=started,
            ended=ended,
            ending=ending,
            seats=tuple(seats.get(table, ())),
        )
    return [found[table] for table in tables if table in found]


def _played_games(text: str | None) -> list[PlayedGame]:
    """Return games from one text in which a database lists them: each as a word, its fields behind slashes.
    There are few kinds of them, so that this costs less than a row for each.
    """
    words = text.split(" ") if text else []
    known = {word: _played_game(*word.split("/")) for word in set(words)}
    return [known[word] for word in words]


def _played_game(game: str, kind: str, place: str, seats: str, shared: str, score: str) -> PlayedGame:
    points = int(score) if score else None
    return PlayedGame(game, cast("GameKind", kind), int(place), int(seats), shared == "1", points)
