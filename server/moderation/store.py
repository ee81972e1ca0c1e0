"""What is stored of moderation: the contract of the stores, and a store in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from server.identity.accounts import Player
from server.identity.bans import AccessBan, BanStore, MemoryBans
from server.moderation.audit import AuditEntry, without_player
from server.moderation.letters import StoredLetter
from server.moderation.reports import StoredReport, joined, oldest_first, without


class ModerationState(Struct, frozen=True):
    """What every node knows by heart: the moderators' names by their accounts, the mutes that hold, who has
    unread letters, and how many reports are open.
    """

    moderators: Mapping[str, str] = {}
    mutes: tuple[StoredLetter, ...] = ()
    unread: frozenset[str] = frozenset()
    reports: int = 0


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
    """Times before which things are deleted: reports and read letters, guests' addresses, audit entries."""

    reports: float
    addresses: float
    audit: float


class ModerationStore(Protocol):
    """Stores reports, letters, moderators and the audit log. A repeated write is one."""

    async def standing(self, now: float) -> ModerationState:
        """Return what every node knows by heart."""
        ...

    async def report(self, new: StoredReport) -> StoredReport:
        """Store a report, or join it with the open one of the same thing. Return what is stored."""
        ...

    async def reports(self) -> Sequence[StoredReport]:
        """Return all stored reports, also decided ones, the oldest first."""
        ...

    async def decide(self, verdicts: Verdicts) -> bool:
        """Store a decision in one step and return True; False: the report is not open any more."""
        ...

    async def letters(self, player: str) -> Sequence[StoredLetter]:
        """Return the letters to a player, the oldest first."""
        ...

    async def put_letters(self, letters: Sequence[StoredLetter]) -> None:
        """Store letters; each replaces an earlier one of the same id."""
        ...

    async def set_moderator(self, player: Player, since: float | None) -> None:
        """Make an account a moderator, or (None) no longer."""
        ...

    async def note(self, entry: AuditEntry) -> None:
        """Add to the audit log."""
        ...

    async def audit(self, most: int) -> Sequence[AuditEntry]:
        """Return the last entries of the audit log, the oldest first."""
        ...

    async def forget(self, player: str) -> None:
        """Delete everything that is stored of a player; the audit log keeps what was done, without names."""
        ...

    async def expire(self, before: Expiry) -> None:
        """Delete what is too old. Letters of a mute or ban that holds are kept."""
        ...


class MemoryModeration:
    """Moderation in memory, which ends with the process: for `play`, tests and simulations."""

    def __init__(self, bans: BanStore | None = None) -> None:
        self._bans = bans or MemoryBans()
        self._reports: dict[str, StoredReport] = {}
        self._letters: dict[str, StoredLetter] = {}
        self._moderators: dict[str, str] = {}
        self._audit: dict[str, AuditEntry] = {}

    async def standing(self, now: float) -> ModerationState:
        """See `ModerationStore.standing`."""
        letters = self._letters.values()
        return ModerationState(
            dict(self._moderators),
            tuple(one for one in letters if one.kind == "mute" and one.holds(now)),
            frozenset(one.player for one in letters if one.unread),
            sum(one.is_open for one in self._reports.values()),
        )

    async def report(self, new: StoredReport) -> StoredReport:
        """See `ModerationStore.report`."""
        same = (one for one in self._reports.values() if one.is_open and one.thing == new.thing)
        before = next(same, None)
        found = joined(before, new) if before else new
        self._reports[found.id] = found
        return found

    async def reports(self) -> Sequence[StoredReport]:
        """See `ModerationStore.reports`."""
        return oldest_first(tuple(self._reports.values()))

    async def decide(self, verdicts: Verdicts) -> bool:
        """See `ModerationStore.decide`."""
        report = verdicts.report
        stored = self._reports.get(report.id)
        if stored is None or not stored.is_open:
            return False
        self._reports[report.id] = report
        await self.put_letters(verdicts.letters)
        await self.note(verdicts.audit)
        if verdicts.ban:
            await self._bans.put(verdicts.ban)
        if verdicts.unban:
            await self._bans.remove(verdicts.unban)
        return True

    async def letters(self, player: str) -> Sequence[StoredLetter]:
        """See `ModerationStore.letters`."""
        return sorted((one for one in self._letters.values() if one.player == player), key=_time)

    async def put_letters(self, letters: Sequence[StoredLetter]) -> None:
        """See `ModerationStore.put_letters`."""
        self._letters |= {one.id: one for one in letters}

    async def set_moderator(self, player: Player, since: float | None) -> None:
        """See `ModerationStore.set_moderator`."""
        self._moderators.pop(player.id, None)
        if since is not None:
            self._moderators[player.id] = player.name

    async def note(self, entry: AuditEntry) -> None:
        """See `ModerationStore.note`."""
        self._audit[entry.id] = entry

    async def audit(self, most: int) -> Sequence[AuditEntry]:
        """See `ModerationStore.audit`."""
        return sorted(self._audit.values(), key=lambda one: (one.time, one.id))[-most:]

    async def forget(self, player: str) -> None:
        """See `ModerationStore.forget`."""
        left = (without(one, player) for one in self._reports.values())
        self._reports = {one.id: one for one in left if one}
        self._letters = {one.id: one for one in self._letters.values() if one.player != player}
        self._moderators.pop(player, None)
        self._audit = {one.id: without_player(one, player) for one in self._audit.values()}

    async def expire(self, before: Expiry) -> None:
        """See `ModerationStore.expire`."""
        fresh = (one for one in self._reports.values() if one.time >= before.reports)
        self._reports = {one.id: without_address(one, before.addresses) for one in fresh}
        self._letters = {one.id: one for one in self._letters.values() if not is_old(one, before.reports)}
        self._audit = {one.id: one for one in self._audit.values() if one.time >= before.audit}


def _time(letter: StoredLetter) -> tuple[float, str]:
    return letter.time, letter.id


def is_old(letter: StoredLetter, before: float) -> bool:
    """Return whether a letter may be deleted: it is older, was read, and no mute or ban holds by it. Letters
    to guests, who may never come again, need not have been read.
    """
    return letter.time < before and not letter.holds(before) and (not letter.unread or bool(letter.network))


def without_address(report: StoredReport, before: float) -> StoredReport:
    """Return a report without the address of a guest if it is older."""
    return replace(report, address="") if report.address and report.time < before else report
