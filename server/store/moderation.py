"""Reports, letters, moderators, bans and the audit log. What is only read as a whole is JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, json
from msgspec.structs import astuple, replace

from server.identity.accounts import Player, is_guest
from server.identity.bans import AccessBan
from server.people.audit import AuditEntry, without_addresses, without_player
from server.people.letters import StoredLetter
from server.people.reports import Decision, StoredReport, about_of, joined, oldest_first, without
from server.store.sql import Sql, Transaction

PUT_REPORT = """
    INSERT INTO reports (id, thing, open, time, body) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (id) DO UPDATE SET thing = excluded.thing, open = excluded.open, time = excluded.time,
    body = excluded.body
"""
REPORTS = "SELECT body FROM reports"
SAME = f"{REPORTS} WHERE thing = $1 AND open"
THIS = f"{REPORTS} WHERE id = $1"
IN_ORDER = f"{REPORTS} ORDER BY id"
OPEN = "SELECT thing FROM reports WHERE open"
DROP_REPORT = "DELETE FROM reports WHERE id = $1"
DROP_OLD_REPORTS = "DELETE FROM reports WHERE time < $1"
PUT_LETTER = """
    INSERT INTO letters (id, player, kind, time, until, unread, body) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (id) DO UPDATE SET until = excluded.until, unread = excluded.unread, body = excluded.body
"""
MUTES = "SELECT body FROM letters WHERE kind = 'mute' AND (until IS NULL OR until > $1)"
LETTERS = "SELECT body FROM letters WHERE player = $1 ORDER BY time, id"
OLD_LETTERS = "SELECT body FROM letters WHERE time < $1"
UNREAD = "SELECT DISTINCT player FROM letters WHERE unread"
DROP_LETTER = "DELETE FROM letters WHERE id = $1"
DROP_LETTERS = "DELETE FROM letters WHERE player = $1"
SET = """
    INSERT INTO moderators (account, since) SELECT id, $2 FROM accounts WHERE id = $1
    ON CONFLICT (account) DO UPDATE SET since = excluded.since
"""
UNSET = "DELETE FROM moderators WHERE account = $1"
MODERATORS = "SELECT account, accounts.name FROM moderators JOIN accounts ON id = account"
NOTE = """
    INSERT INTO audit (id, time, body) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET body = excluded.body
"""
AUDIT = "SELECT body FROM audit"
OLD_AUDIT = f"{AUDIT} WHERE time < $1"
LAST = "SELECT body FROM (SELECT * FROM audit ORDER BY time DESC, id DESC LIMIT $1) AS l ORDER BY time, id"
DROP_OLD_AUDIT = "DELETE FROM audit WHERE time < $1"
BANS = "SELECT what, name, since, until, address, reason FROM bans ORDER BY since, what"
PUT_BAN = """
    INSERT INTO bans (what, name, since, until, address, reason) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (what) DO UPDATE SET name = excluded.name, since = excluded.since, until = excluded.until,
    address = excluded.address, reason = excluded.reason
"""
DROP_BAN = "DELETE FROM bans WHERE what = $1"

S = TypeVar("S", StoredReport, StoredLetter, AuditEntry)


class BanStore:
    """Stores bans."""

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def all(self) -> tuple[AccessBan, ...]:
        """Return all stored bans, also those that have expired."""
        return tuple(
            AccessBan(what, name, since, until, bool(address), reason)
            for what, name, since, until, address, reason in await self._database.fetch(BANS)
        )

    async def put(self, ban: AccessBan) -> None:
        """Store a ban; it replaces an earlier one of the same `what`."""
        await self._database.execute(PUT_BAN, *astuple(ban))

    async def remove(self, what: str) -> None:
        """Delete the ban of an account or network, if there is one."""
        await self._database.execute(DROP_BAN, what)


class ModerationState(Struct, frozen=True):
    """What every node knows by heart: the moderators' names by their accounts, the mutes that hold, who has
    unread letters, and whom each open report is about.
    """

    moderators: Mapping[str, str] = {}
    mutes: tuple[StoredLetter, ...] = ()
    unread: frozenset[str] = frozenset()
    reported: tuple[str, ...] = ()

    def reports_for(self, moderator: str) -> int:
        """Return how many open reports a moderator is told of: none about themselves."""
        return sum(one != moderator for one in self.reported)


class Verdicts(Struct, frozen=True, kw_only=True):
    """What a decision changes, stored in one step: the report with its decision, a new letter or one that is
    lifted, a ban, and the entry of the audit log. `unban` is the account whose ban ends.
    """

    report: StoredReport
    letters: tuple[StoredLetter, ...]
    audit: AuditEntry
    ban: AccessBan | None = None
    unban: str = ""


class Expiry(Struct, frozen=True):
    """Times before which things are deleted: reports and read letters, all addresses, audit entries."""

    reports: float
    addresses: float
    audit: float


class ModerationStore:
    """Stores reports, letters, moderators and the audit log. A repeated write is one."""

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def standing(self, now: float) -> ModerationState:
        """Return what every node knows by heart."""

        async def job(transaction: Transaction) -> ModerationState:
            mutes = await _read(transaction, StoredLetter, MUTES, now)
            return ModerationState(
                {row[0]: row[1] for row in await transaction.fetch(MODERATORS)},
                tuple(one for one in mutes if one.holds(now)),
                frozenset(row[0] for row in await transaction.fetch(UNREAD)),
                tuple(about_of(row[0]) for row in await transaction.fetch(OPEN)),
            )

        return await self._database.run(job)

    async def report(self, new: StoredReport) -> StoredReport:
        """Store a report, or join it with the open one of the same thing. Return what is stored."""

        async def job(transaction: Transaction) -> StoredReport:
            await transaction.lock("things", new.thing)
            before = await _read(transaction, StoredReport, SAME, new.thing)
            found = joined(before[0], new) if before else new
            await _put_report(transaction, found)
            return found

        return await self._database.run(job)

    async def reports(self) -> Sequence[StoredReport]:
        """Return all stored reports, also decided ones, the oldest first."""
        return oldest_first(await self._all(StoredReport, REPORTS))

    async def decide(self, verdicts: Verdicts) -> bool:
        """Store a decision in one step and return True; False: the report is not open any more."""

        async def job(transaction: Transaction) -> bool:
            rows = await transaction.fetch_locked(THIS, verdicts.report.id)
            stored = _decoded(StoredReport, rows[0]) if rows else None
            if stored is None or not stored.is_open:  # or an earlier try has arrived
                return stored == verdicts.report
            await _put_report(transaction, verdicts.report)
            await _put_letters(transaction, verdicts.letters)
            await _note(transaction, verdicts.audit)
            if verdicts.ban:
                await transaction.execute(PUT_BAN, *astuple(verdicts.ban))
            await transaction.execute(DROP_BAN, verdicts.unban)
            return True

        return await self._database.run(job)

    async def propose(self, report: str, proposal: Decision, entry: AuditEntry) -> bool:
        """Store what a moderator wants to decide and return True; False: the report is not open any more."""

        async def job(transaction: Transaction) -> bool:
            rows = await transaction.fetch_locked(THIS, report)
            stored = _decoded(StoredReport, rows[0]) if rows else None
            if stored is None or not stored.is_open:
                return False
            await _put_report(transaction, replace(stored, proposal=proposal))
            await _note(transaction, entry)
            return True

        return await self._database.run(job)

    async def letters(self, player: str) -> Sequence[StoredLetter]:
        """Return the letters to a player, the oldest first."""
        return await self._all(StoredLetter, LETTERS, player)

    async def put_letters(self, letters: Sequence[StoredLetter]) -> None:
        """Store letters; each replaces an earlier one of the same id."""
        await self._database.run(lambda transaction: _put_letters(transaction, letters))

    async def set_moderator(self, player: Player, since: float | None) -> None:
        """Make an account a moderator, or (None) no longer."""
        if since is None:
            await self._database.execute(UNSET, player.id)
        else:
            await self._database.execute(SET, player.id, since)

    async def note(self, entry: AuditEntry) -> None:
        """Add to the audit log."""
        await self._database.run(lambda transaction: _note(transaction, entry))

    async def audit(self, most: int) -> Sequence[AuditEntry]:
        """Return the last entries of the audit log, the oldest first."""
        return await self._all(AuditEntry, LAST, most)

    async def forget(self, player: str) -> None:
        """Delete everything that is stored of a player; the audit log keeps what was done, without names."""

        async def job(transaction: Transaction) -> None:
            await _change(transaction, lambda one: without(one, player))
            await transaction.execute(DROP_LETTERS, player)
            await transaction.execute(UNSET, player)
            for entry in await _read(transaction, AuditEntry, AUDIT):
                if player in entry.players:
                    await _note(transaction, without_player(entry, player))

        await self._database.run(job)

    async def expire(self, before: Expiry) -> None:
        """Delete what is too old. Letters of a mute or ban that holds are kept."""

        async def job(transaction: Transaction) -> None:
            await transaction.execute(DROP_OLD_REPORTS, before.reports)
            await _change(transaction, lambda one: without_address(one, before.addresses))
            old = max(before.reports, before.addresses)
            for letter in await _read(transaction, StoredLetter, OLD_LETTERS, old):
                if is_old(letter, before.reports):
                    await transaction.execute(DROP_LETTER, letter.id)
                elif letter.network and letter.time < before.addresses:
                    await _put_letters(transaction, (replace(letter, network=""),))
            await transaction.execute(DROP_OLD_AUDIT, before.audit)
            for entry in await _read(transaction, AuditEntry, OLD_AUDIT, before.addresses):
                if (after := without_addresses(entry)) != entry:
                    await _note(transaction, after)

        await self._database.run(job)

    async def _all(self, kind: type[S], query: str, *values: object) -> list[S]:
        return [_decoded(kind, row) for row in await self._database.fetch(query, *values)]


async def _change(transaction: Transaction, change: Callable[[StoredReport], StoredReport | None]) -> None:
    """Store all reports as `change` returns them; None deletes one."""
    for row in await transaction.fetch_locked(IN_ORDER):
        report = _decoded(StoredReport, row)
        after = change(report)
        if after is None:
            await transaction.execute(DROP_REPORT, report.id)
        elif after != report:
            await _put_report(transaction, after)


async def _put_report(transaction: Transaction, report: StoredReport) -> None:
    await transaction.execute(PUT_REPORT, report.id, report.thing, report.is_open, report.time, _json(report))


async def _put_letters(transaction: Transaction, letters: Iterable[StoredLetter]) -> None:
    for one in letters:
        row = (one.id, one.player, one.kind, one.time, one.until, one.unread, _json(one))
        await transaction.execute(PUT_LETTER, *row)


async def _note(transaction: Transaction, entry: AuditEntry) -> None:
    await transaction.execute(NOTE, entry.id, entry.time, _json(entry))


async def _read(transaction: Transaction, kind: type[S], query: str, *values: object) -> list[S]:
    return [_decoded(kind, row) for row in await transaction.fetch(query, *values)]


def _decoded(kind: type[S], row: Sequence[str]) -> S:
    return json.decode(row[0], type=kind)


def _json(value: S) -> str:
    return json.encode(value).decode()


def is_old(letter: StoredLetter, before: float) -> bool:
    """Return whether a letter may be deleted: it is older, was read, and no mute or ban holds by it. Letters
    to guests, who may never come again, need not have been read.
    """
    return (
        letter.time < before and not letter.holds(before) and (not letter.unread or is_guest(letter.player))
    )


def without_address(report: StoredReport, before: float) -> StoredReport:
    """Return a report without the address of a guest if it is older."""
    return replace(report, address="") if report.address and report.time < before else report
