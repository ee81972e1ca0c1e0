"""The results of ended games on PostgreSQL."""

from __future__ import annotations

from server.log.entries import Outcome
from server.store.history import IS_SHARED, StoredHistory
from server.store.postgres.connection import Postgres
from server.store.postgres.games import results
from server.store.postgres.sql import PostgresSql


class PostgresHistory(StoredHistory):
    """Results on PostgreSQL."""

    PLAYED = f"""
        SELECT string_agg(
            concat_ws('/', game, kind, place, seats, CASE WHEN place = 1 AND {IS_SHARED} THEN 1 ELSE 0 END),
            ' ' ORDER BY ended, table_id
        ) AS games FROM seat_results AS one WHERE holder = 'account' AND who = $1 AND ($2 OR NOT private)
    """  # noqa: S608  (our own words)
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
    """OFFSET 0 has each table looked up in the index `opponents`; else the seats of all games are read."""

    def __init__(self, database: Postgres) -> None:
        super().__init__(PostgresSql(database))
        self._postgres = database

    async def write(self, table: str, ended: float, outcome: Outcome) -> None:
        await self._postgres.run(lambda connection: results.write(connection, table, ended, outcome))
