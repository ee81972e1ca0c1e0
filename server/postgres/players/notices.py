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
SENT_CODE = """
    INSERT INTO notice_codes (code, place, at, stopped) VALUES ($1, $2, $3, false) ON CONFLICT DO NOTHING
"""
STOP = "UPDATE notice_codes SET stopped = true WHERE code = $1"
RESUME = "UPDATE notice_codes SET stopped = false WHERE code = $1 AND stopped"
IS_STOPPED = "SELECT EXISTS (SELECT 1 FROM notice_codes WHERE place = $1 AND stopped)"
CLEAN = "DELETE FROM notices WHERE at < $1"
CLEAN_CODES = "DELETE FROM notice_codes WHERE at < $1 AND NOT stopped"


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

    async def sent_code(self, code: str, place: str, now: float) -> None:
        """See `NoticeStore.sent_code`."""
        await self._database.execute(SENT_CODE, code, place, now)

    async def stop(self, code: str) -> bool:
        """See `NoticeStore.stop`."""
        return await self._database.execute(STOP, code) > 0

    async def resume(self, code: str) -> bool:
        """See `NoticeStore.resume`."""
        return await self._database.execute(RESUME, code) > 0

    async def is_stopped(self, place: str) -> bool:
        """See `NoticeStore.is_stopped`."""
        return bool((await self._database.fetch(IS_STOPPED, place))[0][0])

    async def clean(self, before: float) -> None:
        """See `NoticeStore.clean`."""
        for statement in (CLEAN, CLEAN_CODES):
            await self._database.execute(statement, before)

    async def forget(self, player: str) -> None:
        """See `NoticeStore.forget`."""
        for statement in (REMOVE, REMOVE_SENT):
            await self._database.execute(statement, player)
