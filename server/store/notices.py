"""Where notices go, and which were sent."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import astuple

from server.store.sql import Sql, Transaction

DAY = 86_400.0
KEPT = 60 * DAY
"""Seconds for which it is known that a notice or a code was sent."""
RECIPIENT = """
    SELECT service, recipient, code, until, language FROM notice_recipients WHERE account = $1 AND code = ''
"""
PENDING = """
    SELECT service, recipient, code, until, language FROM pending_recipients WHERE account = $1
    UNION ALL
    SELECT service, recipient, code, until, language FROM notice_recipients WHERE account = $1 AND code <> ''
    ORDER BY until DESC LIMIT 1
"""
"""An older node keeps both in one place."""
KEPT_ROW = """
    (account, service, recipient, code, until, language) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (account) DO UPDATE SET service = excluded.service, recipient = excluded.recipient,
    code = excluded.code, until = excluded.until, language = excluded.language
"""
KEEP = f"INSERT INTO notice_recipients {KEPT_ROW}"
KEEP_PENDING = f"INSERT INTO pending_recipients {KEPT_ROW}"
REMOVE = "DELETE FROM notice_recipients WHERE account = $1"
REMOVE_PENDING = "DELETE FROM pending_recipients WHERE account = $1"
REMOVE_SENT = "DELETE FROM notices WHERE account = $1"
SENT_TODAY = "SELECT count(*) FROM notices WHERE account = $1 AND at > $2"
CLAIM = "INSERT INTO notices (account, table_id, ask, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
SENT = "SELECT table_id, at FROM notices WHERE account = $1 ORDER BY at, table_id, ask"
SENT_CODE = """
    INSERT INTO notice_codes (code, place, at, stopped) VALUES ($1, $2, $3, false) ON CONFLICT DO NOTHING
"""
STOP = "UPDATE notice_codes SET stopped = true WHERE code = $1"
RESUME = "UPDATE notice_codes SET stopped = false WHERE code = $1 AND stopped"
IS_STOPPED = "SELECT 1 FROM notice_codes WHERE place = $1 AND stopped"
CLEAN = "DELETE FROM notices WHERE at < $1"
CLEAN_CODES = "DELETE FROM notice_codes WHERE at < $1 AND NOT stopped"


class NoticeRecipient(Struct, frozen=True):
    """A player's recipient at a service. It gets notices once its code was typed."""

    service: str
    recipient: str
    code: str = ""
    """The hash of the code that the first notice carried; '': it was typed."""
    until: float = 0.0
    """When the code is worth nothing any more."""
    language: str = "en"
    """The language that the player used."""

    @property
    def confirmed(self) -> bool:
        """True once the code was typed."""
        return not self.code


class NoticeStore:
    """Stores the recipients of accounts, and the notices that were sent to them."""

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def recipient(self, player: str) -> NoticeRecipient | None:
        """Return a player's confirmed recipient; without one, the one whose code was not typed yet."""
        rows = await self._database.fetch(RECIPIENT, player)
        return NoticeRecipient(*rows[0]) if rows else await self.pending(player)

    async def pending(self, player: str) -> NoticeRecipient | None:
        """Return a player's recipient whose code was not typed yet."""
        rows = await self._database.fetch(PENDING, player)
        return NoticeRecipient(*rows[0]) if rows else None

    async def keep(self, player: str, recipient: NoticeRecipient | None) -> None:
        """Store a player's recipient: a confirmed one in the place of all others, another one beside the
        confirmed one; None: no recipient any more.
        """

        async def job(transaction: Transaction) -> None:
            await transaction.execute(REMOVE_PENDING, player)
            if recipient is None:
                await transaction.execute(REMOVE, player)
            else:
                put = KEEP if recipient.confirmed else KEEP_PENDING
                await transaction.execute(put, player, *astuple(recipient))

        await self._database.run(job)

    async def claim(self, player: str, table: str, ask: int, now: float, most: int) -> bool:
        """Note that a notice about a question is sent now. Return False, and note nothing, if there was one
        about it already, on whichever node, or if the player got `most` in the last 24 hours. A claim whose
        answer was lost is not made again: no notice is better than two.
        """

        async def job(transaction: Transaction) -> bool:
            await transaction.lock("notices", player)
            if await transaction.value(SENT_TODAY, player, now - DAY) >= most:
                return False
            return await transaction.execute(CLAIM, player, table, ask, now) > 0

        return await self._database.run(job)

    async def sent(self, player: str) -> tuple[tuple[str, float], ...]:
        """Return the table and time of each notice that is still known, oldest first."""
        return tuple((table, at) for table, at in await self._database.fetch(SENT, player))

    async def sent_code(self, code: str, place: str, now: float) -> None:
        """Note to which place a code is sent, both as hashes."""
        await self._database.execute(SENT_CODE, code, place, now)

    async def stop(self, code: str) -> bool:
        """Note that nothing more is sent to the place that a code went to; False: no such code is known."""
        return await self._database.execute(STOP, code) > 0

    async def resume(self, code: str) -> bool:
        """Take back what the same code has stopped; False: it has stopped nothing."""
        return await self._database.execute(RESUME, code) > 0

    async def is_stopped(self, place: str) -> bool:
        """Return whether nothing is to be sent to a place."""
        return bool(await self._database.fetch(IS_STOPPED, place))

    async def clean(self, before: float) -> None:
        """Delete what is known of notices and codes that were sent before a time, but for codes that have
        stopped a place.
        """
        for statement in (CLEAN, CLEAN_CODES):
            await self._database.execute(statement, before)

    async def forget(self, player: str) -> None:
        """Delete everything about a player."""
        for statement in (REMOVE, REMOVE_PENDING, REMOVE_SENT):
            await self._database.execute(statement, player)
