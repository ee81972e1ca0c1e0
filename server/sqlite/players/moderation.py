"""Reports, letters, moderators and the audit log, stored in a `server.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from server.identity.accounts import Player
from server.moderation.audit import AuditEntry, without_player
from server.moderation.letters import StoredLetter
from server.moderation.reports import StoredReport, joined, oldest_first, without
from server.moderation.store import Expiry, ModerationState, Verdicts, is_old, without_address
from server.sqlite.database import Database
from server.sqlite.players.bans import PUT as PUT_BAN
from server.sqlite.players.bans import REMOVE as REMOVE_BAN
from server.sqlite.players.bans import row_of

PUT_REPORT = "INSERT OR REPLACE INTO reports (id, thing, open, time, body) VALUES (?, ?, ?, ?, ?)"
SAME = "SELECT body FROM reports WHERE thing = ? AND open"
IS_OPEN = "SELECT open FROM reports WHERE id = ?"
PUT_LETTER = """
INSERT OR REPLACE INTO letters (id, player, kind, time, until, unread, body) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
MUTES = "SELECT body FROM letters WHERE kind = 'mute' AND (until IS NULL OR until > ?)"
LETTERS = "SELECT body FROM letters WHERE player = ? ORDER BY time, id"
SET = "INSERT OR REPLACE INTO moderators (account, since) SELECT id, ? FROM accounts WHERE id = ?"
MODERATORS = "SELECT account, accounts.name FROM moderators JOIN accounts ON id = account"
NOTE = "INSERT OR REPLACE INTO audit (id, time, body) VALUES (?, ?, ?)"
LAST = "SELECT body FROM (SELECT * FROM audit ORDER BY time DESC, id DESC LIMIT ?) ORDER BY time, id"

S = TypeVar("S", StoredReport, StoredLetter, AuditEntry)


class SqliteModeration:
    """See `server.moderation.store.ModerationStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def standing(self, now: float) -> ModerationState:
        """See `ModerationStore.standing`."""
        return await self._database.run(lambda connection: _standing(connection, now))

    async def report(self, new: StoredReport) -> StoredReport:
        """See `ModerationStore.report`."""

        def job(connection: sqlite3.Connection) -> StoredReport:
            before = _read(connection, StoredReport, SAME, new.thing)
            found = joined(before[0], new) if before else new
            _put_report(connection, found)
            return found

        return await self._database.run(job)

    async def reports(self) -> Sequence[StoredReport]:
        """See `ModerationStore.reports`."""
        return await self._database.run(_reports)

    async def decide(self, verdicts: Verdicts) -> bool:
        """See `ModerationStore.decide`."""

        def job(connection: sqlite3.Connection) -> bool:
            row = connection.execute(IS_OPEN, (verdicts.report.id,)).fetchone()
            if row is None or not row[0]:
                return False
            _put_report(connection, verdicts.report)
            _put_letters(connection, verdicts.letters)
            _note(connection, verdicts.audit)
            if verdicts.ban:
                connection.execute(PUT_BAN, row_of(verdicts.ban))
            connection.execute(REMOVE_BAN, (verdicts.unban,))
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

        def job(connection: sqlite3.Connection) -> None:
            if since is None:
                connection.execute("DELETE FROM moderators WHERE account = ?", (player.id,))
            else:
                connection.execute(SET, (since, player.id))

        await self._database.run(job)

    async def note(self, entry: AuditEntry) -> None:
        """See `ModerationStore.note`."""
        await self._database.run(lambda connection: _note(connection, entry))

    async def audit(self, most: int) -> Sequence[AuditEntry]:
        """See `ModerationStore.audit`."""
        return await self._database.run(lambda connection: _read(connection, AuditEntry, LAST, most))

    async def forget(self, player: str) -> None:
        """See `ModerationStore.forget`."""
        await self._database.run(lambda connection: _forget(connection, player))

    async def expire(self, before: Expiry) -> None:
        """See `ModerationStore.expire`."""
        await self._database.run(lambda connection: _expire(connection, before))


def _standing(connection: sqlite3.Connection, now: float) -> ModerationState:
    mutes = tuple(one for one in _read(connection, StoredLetter, MUTES, now) if one.holds(now))
    (reports,) = connection.execute("SELECT count(*) FROM reports WHERE open").fetchone()
    return ModerationState(
        dict(connection.execute(MODERATORS).fetchall()),
        mutes,
        frozenset(_column(connection, "SELECT DISTINCT player FROM letters WHERE unread")),
        reports,
    )


def _reports(connection: sqlite3.Connection) -> Sequence[StoredReport]:
    return oldest_first(_read(connection, StoredReport, "SELECT body FROM reports"))


def _forget(connection: sqlite3.Connection, player: str) -> None:
    _change(connection, _reports(connection), lambda one: without(one, player))
    connection.execute("DELETE FROM letters WHERE player = ?", (player,))
    connection.execute("DELETE FROM moderators WHERE account = ?", (player,))
    for entry in _read(connection, AuditEntry, "SELECT body FROM audit"):
        if player in entry.players:
            _note(connection, without_player(entry, player))


def _expire(connection: sqlite3.Connection, before: Expiry) -> None:
    connection.execute("DELETE FROM reports WHERE time < ?", (before.reports,))
    _change(connection, _reports(connection), lambda one: without_address(one, before.addresses))
    old = _read(connection, StoredLetter, "SELECT body FROM letters WHERE time < ?", before.reports)
    rows = [(one.id,) for one in old if is_old(one, before.reports)]
    connection.executemany("DELETE FROM letters WHERE id = ?", rows)
    connection.execute("DELETE FROM audit WHERE time < ?", (before.audit,))


def _change(
    connection: sqlite3.Connection,
    reports: Iterable[StoredReport],
    change: Callable[[StoredReport], StoredReport | None],
) -> None:
    """Store reports as `change` returns them; None deletes one."""
    for report in reports:
        after = change(report)
        if after is None:
            connection.execute("DELETE FROM reports WHERE id = ?", (report.id,))
        elif after != report:
            _put_report(connection, after)


def _put_report(connection: sqlite3.Connection, report: StoredReport) -> None:
    row = (report.id, report.thing, report.is_open, report.time, _json(report))
    connection.execute(PUT_REPORT, row)


def _put_letters(connection: sqlite3.Connection, letters: Sequence[StoredLetter]) -> None:
    for one in letters:
        row = (one.id, one.player, one.kind, one.time, one.until, one.unread, _json(one))
        connection.execute(PUT_LETTER, row)


def _note(connection: sqlite3.Connection, entry: AuditEntry) -> None:
    connection.execute(NOTE, (entry.id, entry.time, _json(entry)))


def _read(connection: sqlite3.Connection, kind: type[S], query: str, *values: object) -> list[S]:
    return [msgspec.json.decode(text, type=kind) for text in _column(connection, query, *values)]


def _column(connection: sqlite3.Connection, query: str, *values: object) -> list[str]:
    return [row[0] for row in connection.execute(query, values).fetchall()]


def _json(value: S) -> str:
    return msgspec.json.encode(value).decode()
