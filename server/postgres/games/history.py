"""What can be asked about ended games, from the results on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from server.log.entries import Outcome
from server.postgres.connection import Postgres
from server.postgres.games import results
from server.results.head_to_head import HeadToHead
from server.results.of_log import GameResult, SeatResult
from server.results.queries import HistoryQuery
from server.results.tallies import PlayedGame
from server.storage.history import RESULTS_FILLED, played_games

GAMES = """
    SELECT id, name, game_results.game, options, kind, game_results.private, started, game_results.ended,
    ending FROM unnest($1::text[]) WITH ORDINALITY AS wanted (value, place)
    JOIN game_results ON table_id = value JOIN tables ON id = value ORDER BY wanted.place
"""
SEATS = """
    SELECT table_id, seat, holder, who, name, place, points, fate, program FROM seat_results
    WHERE table_id = ANY ($1::text[]) ORDER BY table_id, seat
"""
IS_SHARED = """
    EXISTS (SELECT FROM seat_results AS level
    WHERE level.table_id = one.table_id AND level.place = 1 AND level.seat <> one.seat)
"""
"""Whether somebody else has the first place, too."""
PLAYED = f"""
    SELECT string_agg(
        concat_ws('/', game, kind, place, seats, CASE WHEN place = 1 AND {IS_SHARED} THEN 1 ELSE 0 END),
        ' ' ORDER BY ended, table_id
    ) AS games FROM seat_results AS one WHERE holder = 'account' AND who = $1 AND ($2 OR NOT private)
"""  # noqa: S608  (our own words)
HAS_FINISHED = """
    SELECT 1 FROM seat_results WHERE holder = 'account' AND who = $1 AND place > 0 AND fate = '' LIMIT 1
"""
AGAINST = """
    SELECT other.who, count(*), count(*) FILTER (WHERE own.place < other.place),
    count(*) FILTER (WHERE own.place > other.place), max(own.ended)
    FROM seat_results AS own CROSS JOIN LATERAL (
        SELECT who, place FROM seat_results
        WHERE table_id = own.table_id AND holder = 'account' AND who <> $1 OFFSET 0
    ) AS other
    WHERE own.holder = 'account' AND own.who = $1 AND own.kind = 'match' AND own.place > 0
    AND ($3 OR NOT own.private)
    GROUP BY other.who ORDER BY 2 DESC, 5 DESC, other.who COLLATE "C" LIMIT $2
"""
"""OFFSET 0 has each table looked up in the index `opponents`, instead of reading the seats of all games."""
FILLED = "SELECT upto FROM filled WHERE what = $1"
NOTE_FILLED = """
    INSERT INTO filled (what, upto) VALUES ($1, $2) ON CONFLICT (what) DO UPDATE SET upto = excluded.upto
"""
ENDED = 'SELECT id FROM tables WHERE ended AND id COLLATE "C" > $1 ORDER BY id COLLATE "C" LIMIT $2'
OF_EVERYBODY = "SELECT table_id FROM game_results AS one WHERE NOT private"
OF_A_PLAYER = "SELECT table_id FROM seat_results AS one WHERE holder = 'account' AND who = {}"
HAS_A_SEAT = """
    EXISTS (SELECT FROM seat_results AS seat
    WHERE seat.table_id = one.table_id AND seat.holder = 'account' AND seat.who = {})
"""
HAD_A_SEAT = "table_id IN (SELECT table_id FROM seat_results WHERE holder = 'account' AND who = {})"
RESULTS = {"won": f"place = 1 AND NOT {IS_SHARED}", "lost": "place > 1", "none": "place = 0"}


class PostgresHistory:
    """See `server.storage.history.HistoryStore`."""

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def result(self, table: str) -> GameResult | None:
        """See `HistoryStore.result`."""
        found = await self._load([table])
        return found[0] if found else None

    async def results(self, tables: Sequence[str]) -> Sequence[GameResult]:
        """See `HistoryStore.results`."""
        return await self._load(tables)

    async def has_finished(self, account: str) -> bool:
        """See `HistoryStore.has_finished`."""
        return bool(await self._database.fetch(HAS_FINISHED, account))

    async def page(self, query: HistoryQuery) -> Sequence[GameResult]:
        """See `HistoryStore.page`."""
        text, values = _statement(query)
        return await self._load([row["table_id"] for row in await self._database.fetch(text, *values)])

    async def played(self, account: str, *, private: bool) -> Sequence[PlayedGame]:
        """See `HistoryStore.played`."""
        (row,) = await self._database.fetch(PLAYED, account, private)
        return played_games(row["games"])

    async def against(self, account: str, most: int, *, private: bool) -> Sequence[HeadToHead]:
        """See `HistoryStore.against`."""
        return [HeadToHead(*row) for row in await self._database.fetch(AGAINST, account, most, private)]

    async def ended(self, after: str, most: int) -> Sequence[str]:
        """See `HistoryStore.ended`."""
        return [row["id"] for row in await self._database.fetch(ENDED, after, most)]

    async def filled(self) -> str | None:
        """See `HistoryStore.filled`."""
        rows = await self._database.fetch(FILLED, RESULTS_FILLED)
        upto: str | None = rows[0]["upto"] if rows else ""
        return upto

    async def note_filled(self, upto: str | None) -> None:
        """See `HistoryStore.note_filled`."""
        await self._database.run(lambda connection: connection.execute(NOTE_FILLED, RESULTS_FILLED, upto))

    async def write(self, table: str, ended: float, outcome: Outcome) -> None:
        """See `HistoryStore.write`."""
        await self._database.run(lambda connection: results.write(connection, table, ended, outcome))

    async def _load(self, tables: Sequence[str]) -> list[GameResult]:
        """Return the results of tables, in this order."""
        seats: dict[str, list[SeatResult]] = {}
        for table, *row in await self._database.fetch(SEATS, list(tables)):
            seats.setdefault(table, []).append(SeatResult(*row))
        return list(_results(await self._database.fetch(GAMES, list(tables)), seats))


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


def _results(rows: Iterable[Any], seats: dict[str, list[SeatResult]]) -> Iterable[GameResult]:
    for table, name, game, options, kind, private, started, ended, ending in rows:
        yield GameResult(
            table=table,
            name=name,
            game=game,
            options=msgspec.json.decode(options),
            kind=kind,
            private=private,
            started=started,
            ended=ended,
            ending=ending,
            seats=tuple(seats.get(table, ())),
        )
