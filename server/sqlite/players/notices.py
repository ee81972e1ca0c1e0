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
INSERT OR IGNORE INTO notices (account, "table", ask, at) SELECT :account, :table, :ask, :now
WHERE (SELECT count(*) FROM notices WHERE account = :account AND at > :since) < :most
"""
SENT = 'SELECT "table", at FROM notices WHERE account = ? ORDER BY at, "table", ask'
CLEAN = "DELETE FROM notices WHERE at < ?"


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

    async def clean(self, before: float) -> None:
        """See `NoticeStore.clean`."""
        await self._database.run(lambda connection: connection.execute(CLEAN, (before,)) and None)

    async def forget(self, player: str) -> None:
        """See `NoticeStore.forget`."""

        def job(connection: sqlite3.Connection) -> None:
            for statement in (REMOVE, REMOVE_SENT):
                connection.execute(statement, (player,))

        await self._database.run(job)
