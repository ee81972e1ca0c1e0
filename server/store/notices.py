"""Where notices go, and which were sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, json
from msgspec.structs import astuple

from server.store.sql import Sql, Transaction
from tui.host.notice_events import NoticeEvent
from tui.language.away_notices import NoticeText

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
FURTHER = """
    SELECT service, recipient, language FROM further_recipients WHERE account = $1 ORDER BY service, recipient
"""
KEEP_FURTHER = """
    INSERT INTO further_recipients (account, service, recipient, language) VALUES ($1, $2, $3, $4)
    ON CONFLICT (account, service, recipient) DO UPDATE SET language = excluded.language
"""
REMOVE_FURTHER = "DELETE FROM further_recipients WHERE account = $1"
REMOVE_ONE_FURTHER = f"{REMOVE_FURTHER} AND service = $2 AND recipient = $3"
KEPT_ROW = """
    (account, service, recipient, code, until, language) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (account) DO UPDATE SET service = excluded.service, recipient = excluded.recipient,
    code = excluded.code, until = excluded.until, language = excluded.language
"""
KEEP = f"INSERT INTO notice_recipients {KEPT_ROW}"
KEEP_PENDING = f"INSERT INTO pending_recipients {KEPT_ROW}"
REMOVE = "DELETE FROM notice_recipients WHERE account = $1"
REMOVE_PENDING = "DELETE FROM pending_recipients WHERE account = $1"
WAIT = """
    INSERT INTO waiting_notices (account, event, table_id, ask, due, body) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT DO NOTHING
"""
WAITING = """
    SELECT event, table_id, ask, body FROM waiting_notices WHERE account = $1 ORDER BY due, table_id, ask
"""
DUE = "SELECT DISTINCT account FROM waiting_notices WHERE due <= $1"
TAKE = """
    SELECT event, table_id, ask, body FROM waiting_notices WHERE account = $1 AND due <= $2
    ORDER BY due, table_id, ask
"""
REMOVE_WAITING = "DELETE FROM waiting_notices WHERE account = $1"
REMOVE_TAKEN = f"{REMOVE_WAITING} AND due <= $2"
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
CODES_TO = "SELECT code FROM notice_codes WHERE place = $1 AND at >= $2"
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


class WaitingNotice(NamedTuple):
    """What a player is told later; `table` and `ask` are the same for what is told once."""

    event: NoticeEvent
    table: str
    ask: int
    text: NoticeText


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

    async def recipients(self, player: str) -> Sequence[NoticeRecipient]:
        """Return all confirmed recipients of a player, the first one first."""
        first = [NoticeRecipient(*row) for row in await self._database.fetch(RECIPIENT, player)]
        rows = await self._database.fetch(FURTHER, player)
        return (*first, *(NoticeRecipient(service, to, language=said) for service, to, said in rows))

    async def keep(self, player: str, recipient: NoticeRecipient | None) -> None:
        """Store a player's recipient: a confirmed one beside the others, another one until it is confirmed;
        None: no recipient any more.
        """

        async def job(transaction: Transaction) -> None:
            await transaction.execute(REMOVE_PENDING, player)
            if recipient is None:
                for statement in (REMOVE, REMOVE_FURTHER):
                    await transaction.execute(statement, player)
            elif not recipient.confirmed:
                await transaction.execute(KEEP_PENDING, player, *astuple(recipient))
            else:
                await self._add(transaction, player, recipient)

        await self._database.run(job)

    async def _add(self, transaction: Transaction, player: str, recipient: NoticeRecipient) -> None:
        first = [NoticeRecipient(*row) for row in await transaction.fetch(RECIPIENT, player)]
        to = (recipient.service, recipient.recipient)
        if first and (first[0].service, first[0].recipient) != to:
            await transaction.execute(KEEP_FURTHER, player, *to, recipient.language)
        else:
            await transaction.execute(KEEP, player, *astuple(recipient))

    async def drop(self, player: str, recipient: NoticeRecipient) -> None:
        """Delete one of a player's recipients; the next one becomes the first."""
        left = [one for one in await self.recipients(player) if one != recipient]

        async def job(transaction: Transaction) -> None:
            await transaction.execute(REMOVE, player)
            await transaction.execute(REMOVE_ONE_FURTHER, player, recipient.service, recipient.recipient)
            if left:
                await transaction.execute(KEEP, player, *astuple(left[0]))
                await transaction.execute(REMOVE_ONE_FURTHER, player, left[0].service, left[0].recipient)

        await self._database.run(job)

    async def wait(self, player: str, notice: WaitingNotice, due: float) -> None:
        """Keep what a player is told at a time."""
        body = json.encode(notice.text).decode()
        await self._database.execute(WAIT, player, notice.event, notice.table, notice.ask, due, body)

    async def waiting(self, player: str) -> Sequence[WaitingNotice]:
        return _waiting(await self._database.fetch(WAITING, player))

    async def take_waiting(self, player: str, now: float) -> Sequence[WaitingNotice]:
        """Return what a player is told by now, and keep it no longer: of several nodes one gets it."""

        async def job(transaction: Transaction) -> Sequence[WaitingNotice]:
            await transaction.lock("notices", player)
            found = _waiting(await transaction.fetch(TAKE, player, now))
            await transaction.execute(REMOVE_TAKEN, player, now)
            return found

        return await self._database.run(job)

    async def due(self, now: float) -> Sequence[str]:
        """Return the players whom something that waited is told by now."""
        return tuple(str(account) for (account,) in await self._database.fetch(DUE, now))

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

    async def codes_to(self, place: str, since: float) -> Sequence[str]:
        """Return the hashes of the codes that were sent to a place since a time."""
        return tuple(str(code) for (code,) in await self._database.fetch(CODES_TO, place, since))

    async def clean(self, before: float) -> None:
        """Delete what is known of notices and codes that were sent before a time, but for codes that have
        stopped a place.
        """
        for statement in (CLEAN, CLEAN_CODES):
            await self._database.execute(statement, before)

    async def forget(self, player: str) -> None:
        """Delete everything about a player."""
        for statement in (REMOVE, REMOVE_PENDING, REMOVE_FURTHER, REMOVE_WAITING, REMOVE_SENT):
            await self._database.execute(statement, player)


def _waiting(rows: Iterable[Sequence[Any]]) -> tuple[WaitingNotice, ...]:
    return tuple(
        WaitingNotice(event, table, ask, json.decode(body, type=NoticeText))
        for event, table, ask, body in rows
    )
