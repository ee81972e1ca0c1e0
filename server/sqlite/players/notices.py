"""Where notices go, and which were sent, stored in a `server.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3

from msgspec.structs import astuple

from server.sqlite.database import Database
from server.storage.notices import DAY, NoticeRecipient

RECIPIENT = "SELECT service, recipient, code, until, language FROM notice_recipients WHERE account = ?"
KEEP = """
INSERT OR REPLACE INTO notice_recipients (account, service, recipient, code, until, language)
VALUES (?, ?, ?, ?, ?, ?)
"""
REMOVE = "DELETE FROM notice_recipients WHERE account = ?"
REMOVE_SENT = "DELETE FROM notices WHERE account = ?"
CLAIM = """
INSERT OR IGNORE INTO notices (account, table_id, ask, at) SELECT :account, :table, :ask, :now
WHERE (SELECT count(*) FROM notices WHERE account = :account AND at > :since) < :most
"""
SENT = "SELECT table_id, at FROM notices WHERE account = ? ORDER BY at, table_id, ask"
SENT_CODE = "INSERT OR IGNORE INTO notice_codes (code, place, at, stopped) VALUES (?, ?, ?, 0)"
STOP = "UPDATE notice_codes SET stopped = 1 WHERE code = ?"
RESUME = "UPDATE notice_codes SET stopped = 0 WHERE code = ? AND stopped"
IS_STOPPED = "SELECT EXISTS (SELECT 1 FROM notice_codes WHERE place = ? AND stopped)"
CLEAN = "DELETE FROM notices WHERE at < ?"
CLEAN_CODES = "DELETE FROM notice_codes WHERE at < ? AND NOT stopped"


class SqliteNotices:
    """See `server.storage.notices.NoticeStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def recipient(self, player: str) -> NoticeRecipient | None:
        """See `NoticeStore.recipient`."""

        def job(connection: sqlite3.Connection) -> NoticeRecipient | None:
            row = connection.execute(RECIPIENT, (player,)).fetchone()
            return NoticeRecipient(*row) if row else None

        return await self._database.run(job)

    async def keep(self, player: str, recipient: NoticeRecipient | None) -> None:
        """See `NoticeStore.keep`."""

        def job(connection: sqlite3.Connection) -> None:
            if recipient is None:
                connection.execute(REMOVE, (player,))
            else:
                connection.execute(KEEP, (player, *astuple(recipient)))

        await self._database.run(job)

    async def claim(self, player: str, table: str, ask: int, now: float, most: int) -> bool:
        """See `NoticeStore.claim`."""
        row = {"account": player, "table": table, "ask": ask, "now": now, "since": now - DAY, "most": most}
        return await self._database.run(lambda connection: connection.execute(CLAIM, row).rowcount > 0)

    async def sent(self, player: str) -> tuple[tuple[str, float], ...]:
        """See `NoticeStore.sent`."""
        return await self._database.run(lambda connection: tuple(connection.execute(SENT, (player,))))

    async def sent_code(self, code: str, place: str, now: float) -> None:
        """See `NoticeStore.sent_code`."""
        await self._database.run(
            lambda connection: connection.execute(SENT_CODE, (code, place, now)) and None
        )

    async def stop(self, code: str) -> bool:
        """See `NoticeStore.stop`."""
        return await self._database.run(lambda connection: connection.execute(STOP, (code,)).rowcount > 0)

    async def resume(self, code: str) -> bool:
        """See `NoticeStore.resume`."""
        return await self._database.run(lambda connection: connection.execute(RESUME, (code,)).rowcount > 0)

    async def is_stopped(self, place: str) -> bool:
        """See `NoticeStore.is_stopped`."""
        return await self._database.run(
            lambda connection: bool(connection.execute(IS_STOPPED, (place,)).fetchone()[0])
        )

    async def clean(self, before: float) -> None:
        """See `NoticeStore.clean`."""

        def job(connection: sqlite3.Connection) -> None:
            for statement in (CLEAN, CLEAN_CODES):
                connection.execute(statement, (before,))

        await self._database.run(job)

    async def forget(self, player: str) -> None:
        """See `NoticeStore.forget`."""

        def job(connection: sqlite3.Connection) -> None:
            for statement in (REMOVE, REMOVE_SENT):
                connection.execute(statement, (player,))

        await self._database.run(job)
