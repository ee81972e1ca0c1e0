"""Cups, as logs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import json
from msgspec.structs import replace

from server.identity.accounts import pseudonym
from server.results.cups.calendar import CalendarEntry
from server.results.cups.log import CupEntry, Ended, Entered, Opened, Struck
from server.store.sql import Sql, Transaction

OPEN = "INSERT INTO cups (id) VALUES ($1) ON CONFLICT DO NOTHING"
APPEND = "INSERT INTO cup_entries (cup, number, who, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
CHANGE = "UPDATE cup_entries SET who = $3, body = $4 WHERE cup = $1 AND number = $2"
OPEN_FOR = """
    UPDATE club_events SET cup = $4 WHERE club = $1 AND number = $2 AND starts = $3 AND cup = ''
"""
DROP = "DELETE FROM cups WHERE id = $1"
END = "UPDATE cups SET ended = $2 WHERE id = $1"
READ = "SELECT body FROM cup_entries WHERE cup = $1 AND number > $2 ORDER BY number"
LATELY = 'SELECT id FROM cups WHERE ended IS NULL OR ended >= $1 ORDER BY id COLLATE "C"'
ENDED = """
    SELECT body FROM cup_entries JOIN cups ON id = cup WHERE number = 1 AND ended >= $1 AND ended < $2
    ORDER BY ended, id COLLATE "C"
"""
IDS = 'SELECT id FROM cups ORDER BY id COLLATE "C"'
OPENING = "SELECT body FROM cup_entries WHERE cup = $1 AND number = 1"
OF_ACCOUNT = "SELECT cup, number, body FROM cup_entries WHERE who = $1 ORDER BY cup, number"
ENTRY = json.Decoder(CupEntry)


def _decoded(rows: Iterable[Sequence[str]]) -> tuple[CupEntry, ...]:
    return tuple(ENTRY.decode(row[0]) for row in rows)


def _row(entry: CupEntry) -> tuple[str, str]:
    """Return whom an entry is about, and its body."""
    match entry:
        case Opened():
            who = entry.owner
        case Entered():
            who = entry.account
        case Struck() | Ended():
            who = entry.by
        case _:
            who = ""
    return who, json.encode(entry).decode()


class CupStore:
    """Keeps the logs of cups. Every coroutine returns after its change is durable, and raises the error of
    the store.
    """

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def open(self, opened: Opened, entry: CalendarEntry | None = None) -> bool | None:
        """Begin the log of a cup, and return True; False: there is one of that id. An entry of a calendar
        that it is opened for notes it in one, so that there is never a second one; None: that has a cup, or
        has moved on.
        """

        async def job(transaction: Transaction) -> bool | None:
            if not await transaction.execute(OPEN, opened.id):
                return False
            if entry:
                where = (entry.club, entry.number, entry.starts)
                if not await transaction.execute(OPEN_FOR, *where, opened.id):
                    await transaction.execute(DROP, opened.id)
                    return None
            await transaction.execute(APPEND, opened.id, 1, *_row(opened))
            return True

        return await self._database.run(job)

    async def append(self, cup: str, number: int, entry: CupEntry) -> bool:
        """Add entry `number`, and return True; False: there is one with that number, perhaps this one."""

        async def job(transaction: Transaction) -> bool:
            if not await transaction.execute(APPEND, cup, number, *_row(entry)):
                return False
            if isinstance(entry, Ended):
                await transaction.execute(END, cup, entry.at)
            return True

        return await self._database.run(job)

    async def read(self, cup: str, after: int = 0) -> tuple[CupEntry, ...]:
        """Return the entries of a cup with numbers above one; none: there is no such cup, or nothing new."""
        return _decoded(await self._database.fetch(READ, cup, after))

    async def lately(self, since: float) -> Sequence[str]:
        """Return the ids of cups that have not ended, or not before a time."""
        return tuple(row[0] for row in await self._database.fetch(LATELY, since))

    async def ended(self, since: float, until: float) -> Sequence[Opened]:
        """Return the openings of the cups that ended in a time, the first one first."""
        entries = _decoded(await self._database.fetch(ENDED, since, until))
        return [entry for entry in entries if isinstance(entry, Opened)]

    async def ids(self) -> Sequence[str]:
        return tuple(row[0] for row in await self._database.fetch(IDS))

    async def of_account(self, account: str) -> Sequence[tuple[str, CupEntry]]:
        """Return the entries that are about an account, each with its cup's id."""
        rows = await self._database.fetch(OF_ACCOUNT, account)
        return tuple((cup, ENTRY.decode(body)) for cup, _, body in rows)

    async def hand_over(self, account: str, to: str) -> None:
        """Put another account in the place of one."""
        await self._replace(account, lambda entry: _of(entry, to))

    async def unname(self, account: str, club: str) -> Sequence[str]:
        """Note that an account is not named to others in the cups of a club, and return those."""

        async def job(transaction: Transaction) -> Sequence[str]:
            found = await _entered(transaction, account, club)
            for cup, number, entry in found:
                await transaction.execute(CHANGE, cup, number, *_row(replace(entry, unnamed=True)))
            return [cup for cup, _, _ in found]

        return await self._database.run(job)

    async def entered(self, account: str, club: str) -> Sequence[str]:
        """Return the cups of a club in which an account has taken part, or that it has opened."""

        async def job(transaction: Transaction) -> Sequence[str]:
            return [cup for cup, _, _ in await _entered(transaction, account, club)]

        return await self._database.run(job)

    async def forget(self, account: str) -> None:
        """Put an account's pseudonym in the place of the account and its name."""
        await self._replace(account, lambda entry: _without_name(_of(entry, pseudonym(account))))

    async def _replace(self, account: str, changed: Callable[[CupEntry], CupEntry]) -> None:
        async def job(transaction: Transaction) -> None:
            for cup, number, body in await transaction.fetch(OF_ACCOUNT, account):
                await transaction.execute(CHANGE, cup, number, *_row(changed(ENTRY.decode(body))))

        await self._database.run(job)


def _of(entry: CupEntry, account: str) -> CupEntry:
    match entry:
        case Opened():
            return replace(entry, owner=account)
        case Entered():
            return replace(entry, account=account)
        case Struck() | Ended():
            return replace(entry, by=account)
        case _:
            return entry


def _without_name(entry: CupEntry) -> CupEntry:
    match entry:
        case Opened():
            return replace(entry, owner_name="")
        case Entered():
            return replace(entry, name="", line="")
        case _:
            return entry


async def _entered(
    transaction: Transaction, account: str, club: str
) -> Sequence[tuple[str, int, Opened | Entered]]:
    """Return by cup and number the entries with which an account has opened a club's cups, or taken part."""
    found = []
    for cup, number, body in await transaction.fetch(OF_ACCOUNT, account):
        entry, opened = ENTRY.decode(body), ENTRY.decode(await transaction.value(OPENING, cup))
        of = (opened.club, opened.against) if isinstance(opened, Opened) else ()
        if club in of and isinstance(entry, Opened | Entered):
            found.append((cup, number, entry))
    return found
