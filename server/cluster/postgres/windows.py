"""Rate limits over all nodes: the times of the last actions are in a row for each window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from server.cluster.windows import ActionWindows, FullWindow, RateWindow, full_window
from server.store.postgres.connection import Postgres
from server.store.postgres.protocols import PostgresConnection

COUNT = """
    INSERT INTO action_windows AS counted
    SELECT what, key, CASE WHEN most > 0 THEN ARRAY[$5::float8] ELSE '{}' END, $5::float8 + seconds, most = 0
    FROM unnest($1::text[], $2::text[], $3::integer[], $4::float8[]) AS wanted (what, key, most, seconds)
    ORDER BY what, key
    ON CONFLICT (what, key) DO UPDATE SET (times, until, is_full) = (
        SELECT CASE WHEN cardinality(recent) < most THEN recent || $5::float8 ELSE recent END,
        greatest(counted.until, excluded.until), cardinality(recent) >= most
        FROM unnest($1::text[], $2::text[], $3::integer[], $4::float8[])
        AS wanted (what, key, most, seconds), LATERAL (SELECT ARRAY(
            SELECT time FROM unnest(counted.times) AS time WHERE time > $5::float8 - wanted.seconds
            ORDER BY time
        ) AS recent) AS kept
        WHERE wanted.what = counted.what AND wanted.key = counted.key
    )
    RETURNING what, key, times, is_full
"""
"""Counts an action in each window that is not full, one node after the other, and returns them all."""
SWEEP = "DELETE FROM action_windows WHERE until < $1"


class _Full(Exception):  # noqa: N818
    """A window is full: the transaction must count nothing. Holds the rows of all windows."""

    def __init__(self, rows: Sequence[Any]) -> None:
        super().__init__()
        self.rows = rows


class PostgresWindows(ActionWindows):
    def __init__(self, database: Postgres, conceal: Callable[[str], str]) -> None:
        self._database, self._conceal = database, conceal

    async def count(self, windows: Sequence[RateWindow], now: float) -> FullWindow | None:
        whats, keys = [window.what for window in windows], [self._conceal(window.key) for window in windows]
        mosts, seconds = [window.most for window in windows], [window.seconds for window in windows]

        async def job(connection: PostgresConnection) -> None:
            rows = await connection.fetch(COUNT, whats, keys, mosts, seconds, now)
            if any(row["is_full"] for row in rows):
                raise _Full(rows)

        try:
            await self._database.run(job)
        except _Full as full:
            times = {(row["what"], row["key"]): row["times"] for row in full.rows if row["is_full"]}
            window, place = next(
                (window, place)
                for window, place in zip(windows, zip(whats, keys, strict=True), strict=True)
                if place in times
            )
            return full_window(window, times[place], now)
        return None
