"""Clubs, their members, invitations and notes.

A club is renewed before it is changed or shown: one that has been without an officer for long gets one, and
one without members goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, cast

from msgspec import json

from server.results.cups.calendar import CalendarEntry, Planned
from server.store.sql import Sql, Transaction
from tui.host.clubs import (
    INVITED_DAYS,
    MOST_CLUBS,
    MOST_EVENTS,
    MOST_MEMBERS,
    MOST_NOTES,
    OFFICERLESS_DAYS,
    ClubRole,
)

DAY = 86_400.0
FIND = "SELECT id, name, founded FROM clubs WHERE look = $1"
FOUND = "INSERT INTO clubs (id, name, look, founded) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
DISSOLVE = "DELETE FROM clubs WHERE id = $1"
OF_ACCOUNT = """
    SELECT id, name, founded, role, since FROM members JOIN clubs ON id = club
    WHERE account = $1 AND until IS NULL ORDER BY since, id
"""
EVER_OF = """
    SELECT name, role, since, until FROM members JOIN clubs ON id = club WHERE account = $1 ORDER BY since, id
"""
MEMBERS = """
    SELECT account, role, since FROM members WHERE club = $1 AND until IS NULL
    ORDER BY since, account COLLATE "C"
"""
COUNT_MEMBERS = "SELECT count(*) FROM members WHERE club = $1 AND until IS NULL"
COUNT_CLUBS = "SELECT count(*) FROM members WHERE account = $1 AND until IS NULL"
ROLE = "SELECT role FROM members WHERE club = $1 AND account = $2 AND until IS NULL"
JOIN = "INSERT INTO members (club, account, since, role) VALUES ($1, $2, $3, $4)"
LEAVE = "UPDATE members SET until = $3 WHERE club = $1 AND account = $2 AND until IS NULL"
SET_ROLE = "UPDATE members SET role = $3 WHERE club = $1 AND account = $2 AND until IS NULL"
OFFICERS = "SELECT count(*) FROM members WHERE club = $1 AND until IS NULL AND role <> 'member'"
OFFICERLESS = "SELECT officerless FROM clubs WHERE id = $1"
SET_OFFICERLESS = "UPDATE clubs SET officerless = $2 WHERE id = $1"
INVITE = """
    INSERT INTO club_invitations (code, club, account, until) VALUES ($1, $2, $3, $4)
    ON CONFLICT (code) DO UPDATE SET until = excluded.until
"""
DROP_LAPSED = "DELETE FROM club_invitations WHERE until <= $1"
INVITATIONS = """
    SELECT id, name, founded, until FROM club_invitations JOIN clubs ON id = club
    WHERE account = $1 AND account <> '' AND until > $2 ORDER BY until, id
"""
USE_NAMED = "DELETE FROM club_invitations WHERE club = $1 AND account = $2 AND until > $3"
OF_CODE = """
    SELECT id, name, founded FROM club_invitations JOIN clubs ON id = club
    WHERE code = $1 AND account = '' AND until > $2
"""
USE_CODE = "DELETE FROM club_invitations WHERE code = $1"
NOTES = "SELECT number, author, text, at FROM club_notes WHERE club = $1 ORDER BY number DESC"
LAST_NOTE = "SELECT coalesce(max(number), 0), coalesce(max(at), -1) FROM club_notes WHERE club = $1"
NOTE = "INSERT INTO club_notes (club, number, author, text, at) VALUES ($1, $2, $3, $4, $5)"
DROP_NOTES = "DELETE FROM club_notes WHERE club = $1 AND number <= $2"
NOTES_OF = """
    SELECT name, text, at FROM club_notes JOIN clubs ON id = club WHERE author = $1 ORDER BY at, id
"""
NAMED = "SELECT id, name, founded FROM clubs WHERE id = $1"
EVENT = "club, number, starts, told, cup, author, body"
EVENTS = f"SELECT {EVENT} FROM club_events WHERE club = $1 ORDER BY starts, number"  # noqa: S608  (our own words)
COMING = f"SELECT {EVENT} FROM club_events WHERE starts <= $1 ORDER BY club, number"  # noqa: S608  (likewise)
SAME_EVENT = "SELECT number FROM club_events WHERE club = $1 AND body = $2"
LAST_EVENT = "SELECT count(*), coalesce(max(number), 0) FROM club_events WHERE club = $1"
PLAN = f"INSERT INTO club_events ({EVENT}) VALUES ($1, $2, $3, 0, '', $4, $5)"  # noqa: S608  (likewise)
TOLD = "UPDATE club_events SET told = 1 WHERE club = $1 AND number = $2 AND starts = $3"
MOVE_ON = """
    UPDATE club_events SET starts = $4, told = 0, cup = '' WHERE club = $1 AND number = $2 AND starts = $3
"""
UNPLAN = "DELETE FROM club_events WHERE club = $1 AND number = $2 AND starts = $3"
EVENTS_OF = """
    SELECT name, body FROM club_events JOIN clubs ON id = club WHERE author = $1 ORDER BY id, number
"""
HAND_OVER_EVENTS = "UPDATE club_events SET author = $2 WHERE author = $1"
FORGET_EVENTS = "UPDATE club_events SET author = '' WHERE author = $1"
PLANNED = json.Decoder(Planned)
FORGET_NOTES = "UPDATE club_notes SET author = '' WHERE author = $1"
FORGET_INVITATIONS = "DELETE FROM club_invitations WHERE account = $1"
FORGET_MEMBER = "DELETE FROM members WHERE account = $1"
DISSOLVE_EMPTY = """
    DELETE FROM clubs WHERE NOT EXISTS (SELECT 1 FROM members WHERE club = clubs.id AND until IS NULL)
"""
IN_BOTH = """
    SELECT one.club, one.since, one.role, other.since, other.role FROM members AS one
    JOIN members AS other ON one.club = other.club
    WHERE one.account = $1 AND other.account = $2 AND one.until IS NULL AND other.until IS NULL
"""
HAND_OVER = """
    UPDATE members SET account = $2 WHERE account = $1 AND NOT EXISTS (
        SELECT 1 FROM members AS other
        WHERE other.club = members.club AND other.account = $2 AND other.since = members.since
    )
"""
HAND_OVER_INVITATIONS = "UPDATE club_invitations SET account = $2 WHERE account = $1"
HAND_OVER_NOTES = "UPDATE club_notes SET author = $2 WHERE author = $1"

Joined = Literal["joined", "not invited", "member already", "club full", "too many clubs"]
Left = Literal["left", "no member", "last officer"]


class StoredClub(NamedTuple):
    """A club."""

    id: str
    name: str
    founded: float


class StoredMember(NamedTuple):
    """A member, and since when."""

    account: str
    role: ClubRole
    since: float


class StoredNote(NamedTuple):
    """A note; `author` '' is an account that is gone."""

    number: int
    author: str
    text: str
    at: float


class ClubStore:
    """Keeps clubs. Every coroutine returns after its change is durable, and raises the error of the store."""

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def found(
        self, club: StoredClub, look: str, account: str
    ) -> Literal["founded", "name taken", "too many clubs"]:
        """Keep a new club, whose name looks like `look`, with an account as its founder."""

        async def job(transaction: Transaction) -> Literal["founded", "name taken", "too many clubs"]:
            await transaction.lock("clubs of", account)
            if await transaction.value(ROLE, club.id, account):
                return "founded"
            if await transaction.value(COUNT_CLUBS, account) >= MOST_CLUBS:
                return "too many clubs"
            for other, *_ in await transaction.fetch(FIND, look):
                await _renewed(transaction, other, club.founded)
            if not await transaction.execute(FOUND, club.id, club.name, look, club.founded):
                return "name taken"
            await transaction.execute(JOIN, club.id, account, club.founded, "founder")
            return "founded"

        return await self._database.run(job)

    async def find(self, look: str, now: float) -> StoredClub | None:
        """Return the club whose name looks like that, renewed; None: there is none."""

        async def job(transaction: Transaction) -> StoredClub | None:
            rows = await transaction.fetch(FIND, look)
            return StoredClub(*rows[0]) if rows and await _renewed(transaction, rows[0][0], now) else None

        return await self._database.run(job)

    async def of(self, account: str) -> Sequence[tuple[StoredClub, ClubRole]]:
        rows = await self._database.fetch(OF_ACCOUNT, account)
        return [(StoredClub(*row[:3]), row[3]) for row in rows]

    async def members(self, club: str) -> Sequence[StoredMember]:
        """Return the members of a club, those of longest standing first."""
        return [StoredMember(*row) for row in await self._database.fetch(MEMBERS, club)]

    async def invite(self, club: str, account: str, code: str, now: float) -> None:
        """Keep an invitation of an account (''; of whoever has the code) by the digest of its code."""

        async def job(transaction: Transaction) -> None:
            await transaction.execute(DROP_LAPSED, now)
            await transaction.execute(INVITE, code, club, account, now + INVITED_DAYS * DAY)

        await self._database.run(job)

    async def invitations(self, account: str, now: float) -> Sequence[tuple[StoredClub, float]]:
        """Return the clubs that an account may join, each until when."""
        rows = await self._database.fetch(INVITATIONS, account, now)
        return [(StoredClub(*row[:3]), row[3]) for row in rows]

    async def of_code(self, code: str, now: float) -> StoredClub | None:
        """Return the club that a code lets somebody join, by its digest; None: there is none."""
        rows = await self._database.fetch(OF_CODE, code, now)
        return StoredClub(*rows[0]) if rows else None

    async def join(self, club: str, account: str, code: str, now: float) -> Joined:
        """Make an account a member, by its invitation or by a code that it has (its digest; '': none)."""

        async def job(transaction: Transaction) -> Joined:
            await transaction.lock("members of", club)
            await transaction.lock("clubs of", account)
            if await transaction.value(ROLE, club, account):
                return "member already"
            if await transaction.value(COUNT_CLUBS, account) >= MOST_CLUBS:
                return "too many clubs"
            if await transaction.value(COUNT_MEMBERS, club) >= MOST_MEMBERS:
                return "club full"
            used = await transaction.execute(USE_NAMED, club, account, now)
            if not used and not (code and await transaction.execute(USE_CODE, code)):
                return "not invited"
            await transaction.execute(JOIN, club, account, now, "member")
            return "joined"

        return await self._database.run(job)

    async def leave(self, club: str, account: str, now: float) -> Left:
        """End a membership, unless it is the last officer's of a club that has other members."""

        async def job(transaction: Transaction) -> Left:
            await transaction.lock("members of", club)
            role = await transaction.value(ROLE, club, account)
            if role is None:
                return "no member"
            others = await transaction.value(COUNT_MEMBERS, club) > 1
            if role != "member" and others and await transaction.value(OFFICERS, club) == 1:
                return "last officer"
            await transaction.execute(LEAVE, club, account, now)
            await _renewed(transaction, club, now)
            return "left"

        return await self._database.run(job)

    async def set_role(self, club: str, account: str, role: ClubRole) -> Left:
        """Make a member an officer or an officer a member, unless no officer would be left."""

        async def job(transaction: Transaction) -> Left:
            await transaction.lock("members of", club)
            before = await transaction.value(ROLE, club, account)
            if before is None:
                return "no member"
            if "member" == role != before and await transaction.value(OFFICERS, club) == 1:
                return "last officer"
            await transaction.execute(SET_ROLE, club, account, role)
            return "left"

        return await self._database.run(job)

    async def note(self, club: str, author: str, text: str, at: float) -> bool:
        """Keep a note, and return whether it is the first one of its day."""

        async def job(transaction: Transaction) -> bool:
            await transaction.lock("notes of", club)
            ((number, last),) = await transaction.fetch(LAST_NOTE, club)
            await transaction.execute(NOTE, club, number + 1, author, text, at)
            await transaction.execute(DROP_NOTES, club, number + 1 - MOST_NOTES)
            return bool(last // DAY < at // DAY)

        return await self._database.run(job)

    async def notes(self, club: str) -> Sequence[StoredNote]:
        """Return the notes of a club, the newest first."""
        return [StoredNote(*row) for row in await self._database.fetch(NOTES, club)]

    async def named(self, club: str) -> StoredClub | None:
        """Return a club by its id; None: there is none."""
        rows = await self._database.fetch(NAMED, club)
        return StoredClub(*rows[0]) if rows else None

    async def plan(self, club: str, author: str, planned: Planned) -> bool:
        """Put an entry into a club's calendar, and return True; False: it is full."""

        async def job(transaction: Transaction) -> bool:
            await transaction.lock("calendar of", club)
            body = json.encode(planned).decode()
            if await transaction.fetch(SAME_EVENT, club, body):
                return True
            ((entries, last),) = await transaction.fetch(LAST_EVENT, club)
            if entries >= MOST_EVENTS:
                return False
            await transaction.execute(PLAN, club, last + 1, planned.first, author, body)
            return True

        return await self._database.run(job)

    async def calendar(self, club: str) -> Sequence[CalendarEntry]:
        """Return the entries of a club's calendar, the next one first."""
        return [_entry(row) for row in await self._database.fetch(EVENTS, club)]

    async def coming(self, until: float) -> Sequence[CalendarEntry]:
        return [_entry(row) for row in await self._database.fetch(COMING, until)]

    async def note_told(self, entry: CalendarEntry) -> None:
        """Note that members were told of an entry's present time."""
        await self._database.execute(TOLD, entry.club, entry.number, entry.starts)

    async def move_on(self, entry: CalendarEntry, time: float | None) -> None:
        """Give an entry its next time, unless another node has; None: it has none, and goes."""
        where = (entry.club, entry.number, entry.starts)
        await self._database.execute(*((UNPLAN, *where) if time is None else (MOVE_ON, *where, time)))

    async def known(
        self, account: str
    ) -> tuple[Sequence[tuple[str, str, float, float | None]], Sequence[str], Sequence[tuple[str, Planned]]]:
        """Return what is known of an account: its memberships (club, role, since, until), its notes, and its
        entries in calendars, each with the club's name.
        """
        rows = await self._database.fetch(EVER_OF, account)
        notes = await self._database.fetch(NOTES_OF, account)
        entries = await self._database.fetch(EVENTS_OF, account)
        return (
            [(row[0], row[1], row[2], row[3]) for row in rows],
            [str(row[1]) for row in notes],
            [(club, PLANNED.decode(body)) for club, body in entries],
        )

    async def hand_over(self, account: str, to: str) -> None:
        """Move the memberships, also those that are over, the invitations, notes and entries in calendars of
        one account to another. Of a club that both are in it keeps the higher role, and what the club was
        given before it came.
        """

        async def job(transaction: Transaction) -> None:
            for club, since, role, came, own in await transaction.fetch(IN_BOTH, account, to):
                await transaction.execute(LEAVE, club, account, max(since, came))
                higher = max(role, own, key=("member", "officer", "founder").index)
                await transaction.execute(SET_ROLE, club, to, higher)
            for statement in (HAND_OVER, HAND_OVER_INVITATIONS, HAND_OVER_NOTES, HAND_OVER_EVENTS):
                await transaction.execute(statement, account, to)

        await self._database.run(job)

    async def forget(self, account: str) -> None:
        """Delete the memberships and invitations of an account, its name at its notes and entries, and clubs
        that nobody is in any more.
        """

        async def job(transaction: Transaction) -> None:
            for statement in (FORGET_NOTES, FORGET_EVENTS, FORGET_INVITATIONS, FORGET_MEMBER):
                await transaction.execute(statement, account)
            await transaction.execute(DISSOLVE_EMPTY)

        await self._database.run(job)


async def _renewed(transaction: Transaction, club: str, now: float) -> bool:
    """Give a club officers where it has none, and return True; False: it has no members, and is no more."""
    members = [StoredMember(*row) for row in await transaction.fetch(MEMBERS, club)]
    if not members:
        await transaction.execute(DISSOLVE, club)
        return False
    since = cast("float | None", await transaction.value(OFFICERLESS, club))
    if any(one.role != "member" for one in members):
        if since is not None:
            await transaction.execute(SET_OFFICERLESS, club, None)
    elif since is None:
        await transaction.execute(SET_OFFICERLESS, club, now)
    elif since <= now - OFFICERLESS_DAYS * DAY:
        await transaction.execute(SET_ROLE, club, members[0].account, "officer")
        await transaction.execute(SET_OFFICERLESS, club, None)
    return True


def _entry(row: Sequence[Any]) -> CalendarEntry:
    return CalendarEntry(row[0], row[1], row[2], bool(row[3]), row[4], row[5], PLANNED.decode(row[6]))
