"""Where notices go, and which were sent, on PostgreSQL."""

from __future__ import annotations

from msgspec.structs import astuple

from server.postgres.connection import Postgres
from server.storage.notices import DAY, NoticeRecipient

RECIPIENT = "SELECT service, recipient, code, until, language FROM notice_recipients WHERE account = $1"
KEEP = """
    INSERT INTO notice_recipients (account, service, recipient, code, until, language)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (account) DO UPDATE SET service = excluded.service, recipient = excluded.recipient,
    code = excluded.code, until = excluded.until, language = excluded.language
"""
REMOVE = "DELETE FROM notice_recipients WHERE account = $1"
REMOVE_SENT = "DELETE FROM notices WHERE account = $1"
CLAIM = """
    INSERT INTO notices (account, table_id, ask, at) SELECT $1::text, $2::text, $3::integer, $4::float8
    WHERE (SELECT count(*) FROM notices WHERE account = $1 AND at > $5) < $6
    ON CONFLICT DO NOTHING
"""
SENT = "SELECT table_id, at FROM notices WHERE account = $1 ORDER BY at, table_id, ask"
CLEAN = "DELETE FROM notices WHERE at < $1"


class PostgresNotices:
    """See `server.storage.notices.NoticeStore`. A claim whose answer was lost is not made again: no notice is
    better than two.
    """

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def recipient(self, player: str) -> NoticeRecipient | None:
        """See `NoticeStore.recipient`."""
        rows = await self._database.fetch(RECIPIENT, player)
        return NoticeRecipient(*rows[0]) if rows else None

    async def keep(self, player: str, recipient: NoticeRecipient | None) -> None:
        """See `NoticeStore.keep`."""
        if recipient is None:
            await self._database.execute(REMOVE, player)
        else:
            await self._database.execute(KEEP, player, *astuple(recipient))

    async def claim(self, player: str, table: str, ask: int, now: float, most: int) -> bool:
        """See `NoticeStore.claim`."""
        return await self._database.execute(CLAIM, player, table, ask, now, now - DAY, most) > 0

    async def sent(self, player: str) -> tuple[tuple[str, float], ...]:
        """See `NoticeStore.sent`."""
        return tuple((table, at) for table, at in await self._database.fetch(SENT, player))

    async def clean(self, before: float) -> None:
        """See `NoticeStore.clean`."""
        await self._database.execute(CLEAN, before)

    async def forget(self, player: str) -> None:
        """See `NoticeStore.forget`."""
        for statement in (REMOVE, REMOVE_SENT):
            await self._database.execute(statement, player)
