"""Who got which trophies by which games, and how far games were looked through for them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from server.results.queries import Cursor, cursor_text, parse_cursor
from server.results.trophies import IN_TIME, TrophyRow
from server.store.history import FILLED, NOTE_FILLED
from server.store.sql import Sql, Transaction, marks
from tui.host.history import HIDDEN, PROFILE_SETTING

LOOKED_THROUGH = "trophies 1"
"""What databases call it that games were looked through. A new number has all looked through again."""
COLUMNS = "account, trophy, table_id, seat, ended"
CLEAR_TABLE = "DELETE FROM trophies WHERE table_id = $1"
PUT = f"INSERT INTO trophies ({COLUMNS}) VALUES ({marks(5)}) ON CONFLICT DO NOTHING"  # noqa: S608  (our own words)
OF_ACCOUNT = f"""
    SELECT {COLUMNS} FROM trophies WHERE account = $1 AND ended >= $2 AND ended < $3 AND trophy <> '{IN_TIME}'
    ORDER BY ended, table_id COLLATE "C", trophy COLLATE "C"
"""  # noqa: S608  (likewise)
OF_TABLE = f"""
    SELECT one.seat, one.trophy, one.account, (SELECT count(*) FROM trophies AS other
    WHERE other.account = one.account AND other.trophy = one.trophy
    AND (other.ended < one.ended OR (other.ended = one.ended AND other.table_id < one.table_id)))
    FROM trophies AS one WHERE table_id = $1 AND account <> '' AND trophy <> '{IN_TIME}'
    ORDER BY seat, trophy COLLATE "C"
"""  # noqa: S608  (likewise)
COUNT = """
    SELECT count(*) FROM trophies WHERE account = $1 AND trophy = $2 AND ended >= $3 AND ended <= $4
    AND table_id <> $5
"""
HONOURS_OF = f"""
    WITH given AS (
        SELECT trophy, trophies.account, count(*) AS times, min(ended) AS first FROM {{games}}
        WHERE ended >= $1 AND ended < $2 AND trophies.account <> '' AND trophy <> '{IN_TIME}'
        AND (trophies.account = $3 OR NOT EXISTS (
            SELECT 1 FROM settings
            WHERE settings.account = trophies.account AND setting = '{PROFILE_SETTING}' AND value = '{HIDDEN}'
        )) GROUP BY trophy, trophies.account
    )
    SELECT trophy, account, times, first FROM (
        SELECT trophy, account, times, first,
        row_number() OVER (PARTITION BY trophy ORDER BY first, account COLLATE "C") AS place,
        row_number() OVER (PARTITION BY trophy ORDER BY times DESC, first, account COLLATE "C") AS rank
        FROM given
    ) AS ranked WHERE place = 1 OR rank = 1 ORDER BY first, trophy COLLATE "C", place
"""  # noqa: S608  (likewise)
HONOURS = HONOURS_OF.format(games="trophies")
HONOURS_OF_CLUB = HONOURS_OF.format(
    games="""members JOIN trophies ON trophies.account = members.account
        AND club = $4 AND ended >= since AND (until IS NULL OR ended < until)"""
)
"""Of each trophy who had it first, and then, if it is somebody else, who most often."""
EVERY = f'SELECT {COLUMNS} FROM trophies ORDER BY table_id COLLATE "C", seat, trophy COLLATE "C"'  # noqa: S608
OF_TABLES = f"""
    SELECT table_id, seat, trophy, account FROM trophies
    WHERE table_id IN ({{marks}}) AND account <> '' AND trophy <> '{IN_TIME}'
    ORDER BY ended, table_id COLLATE "C", seat, trophy COLLATE "C"
"""  # noqa: S608  (likewise)
HELD_BACK = "SELECT table_id FROM trophies WHERE account = '' ORDER BY ended, table_id"
CLEAR = "DELETE FROM trophies"
FORGET = "DELETE FROM trophies WHERE account = $1"
HAND_OVER = "UPDATE trophies SET account = $2 WHERE account = $1"


class TrophyStore:
    """Keeps trophies. Coroutines return after their change is durable, and raise the error of the store."""

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def write(self, table: str, rows: Collection[TrophyRow]) -> None:
        """Keep the trophies of a table's game, and no others of it."""

        async def job(transaction: Transaction) -> None:
            await transaction.execute(CLEAR_TABLE, table)
            for row in sorted(rows):
                await transaction.execute(PUT, *row)

        await self._database.run(job)

    async def of(self, account: str, since: float, until: float) -> Sequence[TrophyRow]:
        """Return the trophies of an account by games that ended in a time, the oldest first."""
        return [TrophyRow(*row) for row in await self._database.fetch(OF_ACCOUNT, account, since, until)]

    async def of_table(self, table: str) -> Sequence[tuple[int, str, str, int]]:
        """Return the trophies of a table's game: seat, trophy, account, and how often it was got before."""
        return [(row[0], row[1], row[2], row[3]) for row in await self._database.fetch(OF_TABLE, table)]

    async def of_tables(self, tables: Sequence[str]) -> Sequence[tuple[str, int, str, str]]:
        """Return the trophies of some tables' games, the oldest first: table, seat, trophy, account."""
        rows = await self._database.fetch(OF_TABLES.format(marks=marks(len(tables))), *tables)
        return [(row[0], row[1], row[2], row[3]) for row in rows]

    async def held(self) -> Sequence[str]:
        """Return the tables whose trophies are held back."""
        return [row[0] for row in await self._database.fetch(HELD_BACK)]

    async def count(self, account: str, trophy: str, since: float, before: Cursor) -> int:
        """Return how often an account has got something since then by games before one."""
        rows = await self._database.fetch(COUNT, account, trophy, since, before.ended, before.table)
        return int(rows[0][0])

    async def honours(
        self, since: float, until: float, viewer: str, club: str = ""
    ) -> Sequence[tuple[str, str, int, float]]:
        """Return of each trophy of a time who had it first and, if it is another account, who most often:
        trophy, account, how often, when first. Of a club (its id), what games have given members while they
        were. Who hides the profile is left out, but for the viewer.
        """
        query, of = (HONOURS_OF_CLUB, (club,)) if club else (HONOURS, ())
        rows = await self._database.fetch(query, since, until, viewer, *of)
        return [(row[0], row[1], row[2], row[3]) for row in rows]

    async def every(self) -> Sequence[TrophyRow]:
        return [TrophyRow(*row) for row in await self._database.fetch(EVERY)]

    async def clear(self) -> None:
        await self._database.execute(CLEAR)

    async def hand_over(self, account: str, to: str) -> None:
        """Move what one account has got to another."""
        await self._database.execute(HAND_OVER, account, to)

    async def forget(self, account: str) -> None:
        """Delete what an account has got."""
        await self._database.execute(FORGET, account)

    async def reached(self) -> Cursor | None:
        """Return the last game up to which all were looked through; None: none was."""
        rows = await self._database.fetch(FILLED, LOOKED_THROUGH)
        return parse_cursor(rows[0][0]) if rows else None

    async def note_reached(self, last: Cursor) -> None:
        """Note what `reached` is to return."""
        await self._database.execute(NOTE_FILLED, LOOKED_THROUGH, cursor_text(last))
