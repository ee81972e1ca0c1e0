"""What can be asked about ended games, from the results in a `server.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from server.log.entries import Outcome
from server.results.head_to_head import HeadToHead
from server.results.of_log import GameResult, SeatResult
from server.results.queries import HistoryQuery
from server.results.tallies import PlayedGame
from server.sqlite import results
from server.sqlite.database import Database
from server.storage.history import RESULTS_FILLED, played_games

GAMES = """
    SELECT tables.id, name, game_results.game, options, kind, game_results.private, started,
    game_results.ended, ending FROM json_each(?) AS wanted JOIN game_results ON table_id = value
    JOIN tables ON tables.id = value ORDER BY wanted.key
"""
SEATS = """
    SELECT table_id, seat, holder, who, name, place, points, fate, program FROM json_each(?)
    JOIN seat_results ON table_id = value ORDER BY table_id, seat
"""
IS_SHARED = """
    EXISTS (SELECT 1 FROM seat_results AS level
    WHERE level.table_id = one.table_id AND level.place = 1 AND level.seat <> one.seat)
"""
"""Whether somebody else has the first place, too."""
PLAYED = f"""
    SELECT group_concat(game || '/' || kind || '/' || place || '/' || seats || '/' || shared, ' ') FROM (
        SELECT game, kind, place, seats, place = 1 AND {IS_SHARED} AS shared FROM seat_results AS one
        WHERE holder = 'account' AND who = ? AND (? OR NOT private) ORDER BY ended, table_id
    )
"""  # noqa: S608  (our own words)
"""SQLite keeps the order of what it concatenates."""
HAS_FINISHED = """
    SELECT EXISTS (SELECT 1 FROM seat_results
    WHERE holder = 'account' AND who = ? AND place > 0 AND fate = '')
"""
AGAINST = """
    SELECT other.who, count(*), sum(own.place < other.place), sum(own.place > other.place), max(own.ended)
    FROM seat_results AS own JOIN seat_results AS other ON other.table_id = own.table_id
    WHERE own.holder = 'account' AND own.who = :account AND own.kind = 'match' AND own.place > 0
    AND (:private OR NOT own.private) AND other.holder = 'account' AND other.who <> :account
    GROUP BY other.who ORDER BY 2 DESC, 5 DESC, 1 LIMIT :most
"""
FILLED = "SELECT upto FROM filled WHERE what = ?"
NOTE_FILLED = """
    INSERT INTO filled (what, upto) VALUES (?, ?) ON CONFLICT (what) DO UPDATE SET upto = excluded.upto
"""
ENDED = "SELECT id FROM tables WHERE ended AND id > ? ORDER BY id LIMIT ?"
OF_EVERYBODY = "SELECT table_id FROM game_results AS one WHERE NOT private"
OF_A_PLAYER = """SELECT table_id FROM seat_results AS one WHERE holder = 'account' AND who = :player"""
HAS_A_SEAT = """
    EXISTS (SELECT 1 FROM seat_results AS seat
    WHERE seat.table_id = one.table_id AND seat.holder = 'account' AND seat.who = {who})
"""
HAD_A_SEAT = """
    table_id IN (SELECT table_id FROM seat_results WHERE holder = 'account' AND who = :opponent)
"""
MAY_SEE = f"(:viewer = :player OR NOT private OR {HAS_A_SEAT.format(who=':viewer')})"
RESULTS = {"won": f"place = 1 AND NOT {IS_SHARED}", "lost": "place > 1", "none": "place = 0"}
NEWEST_FIRST = "ORDER BY ended DESC, table_id DESC LIMIT :most"


class SqliteHistory:
    """See `server.storage.history.HistoryStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def result(self, table: str) -> GameResult | None:
        """See `HistoryStore.result`."""
        found = await self._database.run(lambda connection: _load(connection, [table]))
        return found[0] if found else None

    async def results(self, tables: Sequence[str]) -> Sequence[GameResult]:
        """See `HistoryStore.results`."""
        return await self._database.run(lambda connection: _load(connection, tables))

    async def has_finished(self, account: str) -> bool:
        """See `HistoryStore.has_finished`."""

        def job(connection: sqlite3.Connection) -> bool:
            return bool(connection.execute(HAS_FINISHED, (account,)).fetchone()[0])

        return await self._database.run(job)

    async def page(self, query: HistoryQuery) -> Sequence[GameResult]:
        """See `HistoryStore.page`."""
        return await self._database.run(lambda connection: _page(connection, query))

    async def played(self, account: str, *, private: bool) -> Sequence[PlayedGame]:
        """See `HistoryStore.played`."""

        def job(connection: sqlite3.Connection) -> str | None:
            text: str | None = connection.execute(PLAYED, (account, private)).fetchone()[0]
            return text

        return played_games(await self._database.run(job))

    async def against(self, account: str, most: int, *, private: bool) -> Sequence[HeadToHead]:
        """See `HistoryStore.against`."""
        values = {"account": account, "most": most, "private": private}

        def job(connection: sqlite3.Connection) -> Sequence[Any]:
            return connection.execute(AGAINST, values).fetchall()

        return [HeadToHead(*row) for row in await self._database.run(job)]

    async def ended(self, after: str, most: int) -> Sequence[str]:
        """See `HistoryStore.ended`."""

        def job(connection: sqlite3.Connection) -> Sequence[str]:
            return [row[0] for row in connection.execute(ENDED, (after, most)).fetchall()]

        return await self._database.run(job)

    async def filled(self) -> str | None:
        """See `HistoryStore.filled`."""

        def job(connection: sqlite3.Connection) -> str | None:
            row = connection.execute(FILLED, (RESULTS_FILLED,)).fetchone()
            return row[0] if row else ""

        return await self._database.run(job)

    async def note_filled(self, upto: str | None) -> None:
        """See `HistoryStore.note_filled`."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(NOTE_FILLED, (RESULTS_FILLED, upto))

        await self._database.run(job)

    async def write(self, table: str, ended: float, outcome: Outcome) -> None:
        """See `HistoryStore.write`."""
        await self._database.run(lambda connection: results.write(connection, table, ended, outcome))


def _page(connection: sqlite3.Connection, query: HistoryQuery) -> list[GameResult]:
    values = {name: getattr(query, name) for name in query.__struct_fields__ if name != "before"}
    if query.before:
        values |= query.before._asdict() | {"before": query.before.ended}
    text = " ".join((_statement(query), NEWEST_FIRST))
    return _load(connection, [row[0] for row in connection.execute(text, values).fetchall()])


def _statement(query: HistoryQuery) -> str:
    """Return the statement that finds the ids of games; its values are the fields of the query."""
    wanted = [f"{OF_A_PLAYER} AND {MAY_SEE}" if query.player else OF_EVERYBODY]
    wanted += ["game = :game"] if query.game else []
    wanted += [HAD_A_SEAT] if query.opponent else []
    wanted += [RESULTS[query.result] if query.player else "0"] if query.result else []
    wanted += ["ended >= :since"] if query.since is not None else []
    wanted += ["ended < :until"] if query.until is not None else []
    wanted += ["(ended, table_id) < (:before, :table)"] if query.before else []
    return " AND ".join(wanted)


def _load(connection: sqlite3.Connection, tables: Sequence[str]) -> list[GameResult]:
    """Return the results of tables, in this order."""
    ids = msgspec.json.encode(list(tables)).decode()
    seats: dict[str, list[SeatResult]] = {}
    for table, *row, program in connection.execute(SEATS, (ids,)):
        seat = (*row, bool(program))
        seats.setdefault(table, []).append(SeatResult(*seat))
    return list(_results(connection.execute(GAMES, (ids,)), seats))


def _results(rows: Iterable[Sequence[Any]], seats: dict[str, list[SeatResult]]) -> Iterable[GameResult]:
    for table, name, game, options, kind, private, started, ended, ending in rows:
        yield GameResult(
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
