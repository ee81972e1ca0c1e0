"""Reports, letters, moderators and the audit log of a host on PostgreSQL.

Two reports of one thing are joined one after the other: both take the thing's advisory lock first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from server.identity.accounts import Player
from server.moderation.audit import AuditEntry, without_player
from server.moderation.letters import StoredLetter
from server.moderation.reports import StoredReport, joined, oldest_first, without
from server.moderation.store import Expiry, ModerationState, Verdicts, is_old, without_address
from server.postgres.connection import Postgres
from server.postgres.players.bans import PUT as PUT_BAN
from server.postgres.players.bans import REMOVE as REMOVE_BAN
from server.postgres.players.bans import row_of
from server.postgres.protocols import PostgresConnection

THINGS = 0x7468696E  # "thin"
"""The class of the advisory locks of reported things."""
LOCK = "SELECT pg_advisory_xact_lock($1, hashtext($2))"
PUT_REPORT = """
    INSERT INTO reports (id, thing, open, time, body) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (id) DO UPDATE SET thing = excluded.thing, open = excluded.open, time = excluded.time,
    body = excluded.body
"""
REPORTS = "SELECT body FROM reports"
SAME = f"{REPORTS} WHERE thing = $1 AND open"
THIS = f"{REPORTS} WHERE id = $1 FOR UPDATE"
ALL_FOR_UPDATE = f"{REPORTS} ORDER BY id FOR UPDATE"
PUT_LETTER = """
    INSERT INTO letters (id, player, kind, time, until, unread, body) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (id) DO UPDATE SET until = excluded.until, unread = excluded.unread, body = excluded.body
"""
MUTES = "SELECT body FROM letters WHERE kind = 'mute' AND (until IS NULL OR until > $1)"
LETTERS = "SELECT body FROM letters WHERE player = $1 ORDER BY time, id"
SET = """
    INSERT INTO moderators (account, since) SELECT id, $2 FROM accounts WHERE id = $1
    ON CONFLICT (account) DO UPDATE SET since = excluded.since
"""
UNSET = "DELETE FROM moderators WHERE account = $1"
MODERATORS = "SELECT account, accounts.name FROM moderators JOIN accounts ON id = account"
NOTE = """
    INSERT INTO audit (id, time, body) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET body = excluded.body
"""
LAST = "SELECT body FROM (SELECT * FROM audit ORDER BY time DESC, id DESC LIMIT $1) AS l ORDER BY time, id"
OPEN = "SELECT count(*) FROM reports WHERE open"

S = TypeVar("S", StoredReport, StoredLetter, AuditEntry)


class PostgresModeration:
    """See `server.moderation.store.ModerationStore`."""

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def standing(self, now: float) -> ModerationState:
        """See `ModerationStore.standing`."""

        async def job(connection: PostgresConnection) -> ModerationState:
            mutes = await _read(connection, StoredLetter, MUTES, now)
            return ModerationState(
                {row[0]: row[1] for row in await connection.fetch(MODERATORS)},
                tuple(one for one in mutes if one.holds(now)),
                frozenset(await _column(connection, "SELECT DISTINCT player FROM letters WHERE unread")),
                await connection.fetchval(OPEN),
            )

        return await self._database.run(job)

    async def report(self, new: StoredReport) -> StoredReport:
        """See `ModerationStore.report`."""

        async def job(connection: PostgresConnection) -> StoredReport:
            await connection.execute(LOCK, THINGS, new.thing)
            before = await _read(connection, StoredReport, SAME, new.thing)
            found = joined(before[0], new) if before else new
            await _put_report(connection, found)
            return found

        return await self._database.run(job)

    async def reports(self) -> Sequence[StoredReport]:
        """See `ModerationStore.reports`."""
        return oldest_first(
            await self._database.run(lambda connection: _read(connection, StoredReport, REPORTS))
        )

    async def decide(self, verdicts: Verdicts) -> bool:
        """See `ModerationStore.decide`."""

        async def job(connection: PostgresConnection) -> bool:
            stored = await _read(connection, StoredReport, THIS, verdicts.report.id)
            if not stored or not stored[0].is_open:  # or an earlier try has arrived
                return bool(stored) and stored[0] == verdicts.report
            await _put_report(connection, verdicts.report)
            await _put_letters(connection, verdicts.letters)
            await _note(connection, verdicts.audit)
            if verdicts.ban:
                await connection.execute(PUT_BAN, *row_of(verdicts.ban))
            await connection.execute(REMOVE_BAN, verdicts.unban)
            return True

        return await self._database.run(job)

    async def letters(self, player: str) -> Sequence[StoredLetter]:
        """See `ModerationStore.letters`."""
        return await self._database.run(lambda connection: _read(connection, StoredLetter, LETTERS, player))

    async def put_letters(self, letters: Sequence[StoredLetter]) -> None:
        """See `ModerationStore.put_letters`."""
        await self._database.run(lambda connection: _put_letters(connection, letters))

    async def set_moderator(self, player: Player, since: float | None) -> None:
        """See `ModerationStore.set_moderator`."""
        if since is None:
            await self._database.execute(UNSET, player.id)
        else:
            await self._database.execute(SET, player.id, since)

    async def note(self, entry: AuditEntry) -> None:
        """See `ModerationStore.note`."""
        await self._database.run(lambda connection: _note(connection, entry))

    async def audit(self, most: int) -> Sequence[AuditEntry]:
        """See `ModerationStore.audit`."""
        return await self._database.run(lambda connection: _read(connection, AuditEntry, LAST, most))

    async def forget(self, player: str) -> None:
        """See `ModerationStore.forget`."""

        async def job(connection: PostgresConnection) -> None:
            await _change(connection, lambda one: without(one, player))
            await connection.execute("DELETE FROM letters WHERE player = $1", player)
            await connection.execute(UNSET, player)
            for entry in await _read(connection, AuditEntry, "SELECT body FROM audit"):
                if player in entry.players:
                    await _note(connection, without_player(entry, player))

        await self._database.run(job)

    async def expire(self, before: Expiry) -> None:
        """See `ModerationStore.expire`."""

        async def job(connection: PostgresConnection) -> None:
            await connection.execute("DELETE FROM reports WHERE time < $1", before.reports)
            await _change(connection, lambda one: without_address(one, before.addresses))
            query = "SELECT body FROM letters WHERE time < $1"
            old = await _read(connection, StoredLetter, query, before.reports)
            gone = [one.id for one in old if is_old(one, before.reports)]
            await connection.execute("DELETE FROM letters WHERE id = ANY ($1::text[])", gone)
            await connection.execute("DELETE FROM audit WHERE time < $1", before.audit)

        await self._database.run(job)


async def _change(
    connection: PostgresConnection, change: Callable[[StoredReport], StoredReport | None]
) -> None:
    """Store all reports as `change` returns them; None deletes one."""
    for report in await _read(connection, StoredReport, ALL_FOR_UPDATE):
        after = change(report)
        if after is None:
            await connection.execute("DELETE FROM reports WHERE id = $1", report.id)
        elif after != report:
            await _put_report(connection, after)


async def _put_report(connection: PostgresConnection, report: StoredReport) -> None:
    await connection.execute(PUT_REPORT, report.id, report.thing, report.is_open, report.time, _json(report))


async def _put_letters(connection: PostgresConnection, letters: Iterable[StoredLetter]) -> None:
    for one in letters:
        row = (one.id, one.player, one.kind, one.time, one.until, one.unread, _json(one))
        await connection.execute(PUT_LETTER, *row)


async def _note(connection: PostgresConnection, entry: AuditEntry) -> None:
    await connection.execute(NOTE, entry.id, entry.time, _json(entry))


async def _read(connection: PostgresConnection, kind: type[S], query: str, *values: object) -> list[S]:
    return [msgspec.json.decode(text, type=kind) for text in await _column(connection, query, *values)]


async def _column(connection: PostgresConnection, query: str, *values: object) -> list[str]:
    return [row[0] for row in await connection.fetch(query, *values)]


def _json(value: S) -> str:
    return msgspec.json.encode(value).decode()
