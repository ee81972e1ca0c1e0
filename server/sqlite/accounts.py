"""The accounts of a host, stored in a `server.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence

import msgspec

from server.database.steps.looks import add_looks
from server.identity.accounts import (
    FORMER_NAME_SECONDS,
    MOST_FORMER_NAMES,
    AccountFacts,
    FormerName,
    NameTaken,
    Player,
    Profile,
    ProvisionalAccount,
)
from server.identity.look_alikes import skeleton, skeletons
from server.identity.recovery import RecoveryCode, StoredKey
from server.sqlite.database import Database
from tui.host.history import HIDDEN, PROFILE_SETTING

BY_KEY = "SELECT id, name FROM accounts JOIN keys ON account = id WHERE fingerprint = ?"
NAME = "SELECT id, name FROM accounts WHERE id = ?"
TAKEN = """
SELECT 1 FROM accounts WHERE skeleton = :look AND id <> :but
UNION ALL SELECT 1 FROM looks WHERE look = :look AND account <> :but
UNION ALL SELECT 1 FROM former_names WHERE look = :look AND account <> :but AND until > :now
"""
FORMER = """
SELECT name, max(until) FROM former_names WHERE account = ? AND until > ? GROUP BY name ORDER BY 2 DESC, name
"""
KEEP_NAME = "INSERT OR REPLACE INTO former_names (account, name, look, until) VALUES (?, ?, ?, ?)"
HAND_NAMES_ON = """
INSERT OR REPLACE INTO former_names (account, name, look, until)
SELECT :account, name, look, until FROM former_names WHERE account = :before
"""
LET_NAMES_GO = """
DELETE FROM former_names WHERE account = :account AND (until <= :now OR name NOT IN (
    SELECT name FROM former_names WHERE account = :account GROUP BY name ORDER BY max(until) DESC LIMIT :most
))
"""
ADD = "INSERT INTO accounts (id, name, skeleton, created, provisional) VALUES (?, ?, ?, ?, ?)"
PROVISIONAL = "SELECT id, provisional FROM accounts WHERE provisional IS NOT NULL ORDER BY provisional, id"
IS_PROVISIONAL = "SELECT 1 FROM accounts WHERE id = ? AND provisional IS NOT NULL"
FORGET_PROVISIONAL = "DELETE FROM accounts WHERE id = ? AND provisional IS NOT NULL"
PLAYED = "UPDATE accounts SET provisional = NULL WHERE id = ?"
HAS_MOVED = """EXISTS (
    SELECT 1 FROM entries AS seated CROSS JOIN entries AS made
    WHERE seated.kind IN ('sit', 'keep') AND seated.who = accounts.id
    AND made.table_id = seated.table_id AND made.seq > seated.seq
    AND made.kind = 'move' AND made.seat = seated.seat AND made."by" = 'player'
)"""
PLAYED_BY_THE_LOGS = f"{PLAYED} AND {HAS_MOVED}"
FACTS = """
    SELECT accounts.id, name, created, EXISTS
    (SELECT 1 FROM settings WHERE account = accounts.id AND setting = ? AND settings.value = ?)
    FROM json_each(?) AS wanted JOIN accounts ON accounts.id = wanted.value
"""
KEYS = "SELECT fingerprint, added FROM keys WHERE account = ? ORDER BY added, fingerprint"
DROP_KEY = """
DELETE FROM keys WHERE account = :account AND fingerprint = :key
AND (SELECT count(*) FROM keys WHERE account = :account) > 1
"""
SET_CODE = "INSERT OR REPLACE INTO recovery_codes (account, salt, hash, made) VALUES (?, ?, ?, ?)"
CODE = "SELECT salt, hash, made FROM recovery_codes WHERE account = ?"
TAKE_CODE = "DELETE FROM recovery_codes WHERE account = ? AND salt = ? AND hash = ?"
HAS_PLAYED = "SELECT 1 FROM accounts WHERE id = ? AND provisional IS NULL"


class SqliteAccounts:
    """See `server.identity.accounts.Accounts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def by_key(self, fingerprint: str) -> Player | None:
        """See `Accounts.by_key`."""
        return await self._database.run(lambda connection: _by_key(connection, fingerprint))

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:
        """See `Accounts.add`."""
        return await self._database.run(lambda connection: _add(connection, player, fingerprint, now))

    async def taken(self, looks: Sequence[str], now: float, but: str = "") -> frozenset[str]:
        """See `Accounts.taken`."""

        def job(connection: sqlite3.Connection) -> frozenset[str]:
            return frozenset(look for look in looks if _taken(connection, look, now, but))

        return await self._database.run(job)

    async def named(self, look: str) -> Player | None:
        """See `Accounts.named`."""
        return await self._database.run(lambda connection: _named(connection, look))

    async def names(self, accounts: Collection[str]) -> Mapping[str, str]:
        """See `Accounts.names`."""

        def job(connection: sqlite3.Connection) -> Mapping[str, str]:
            found = (connection.execute(NAME, (account,)).fetchone() for account in accounts)
            return {row[0]: row[1] for row in found if row}

        return await self._database.run(job)

    async def facts(self, accounts: Sequence[str]) -> Mapping[str, AccountFacts]:
        """See `Accounts.facts`."""
        values = (PROFILE_SETTING, HIDDEN, msgspec.json.encode(list(accounts)).decode())

        def job(connection: sqlite3.Connection) -> Mapping[str, AccountFacts]:
            rows = connection.execute(FACTS, values).fetchall()
            return {account: AccountFacts(name, made, bool(hidden)) for account, name, made, hidden in rows}

        return await self._database.run(job)

    async def profile(self, account: str) -> Profile:
        """See `Accounts.profile`."""
        return await self._database.run(lambda connection: _profile(connection, account))

    async def rename(self, account: str, name: str, now: float) -> None:
        """See `Accounts.rename`."""
        await self._database.run(lambda connection: _rename(connection, account, name, now))

    async def set(self, account: str, setting: str, value: str) -> None:
        """See `Accounts.set`."""
        await self._remember("settings", "setting", (account, setting, value))

    async def ignore(self, account: str, other: str, name: str) -> None:
        """See `Accounts.ignore`."""
        await self._remember("ignored", "other", (account, other, name))

    async def former_names(self, account: str, now: float) -> Sequence[FormerName]:
        """See `Accounts.former_names`."""

        def job(connection: sqlite3.Connection) -> Sequence[FormerName]:
            return [FormerName(*row) for row in connection.execute(FORMER, (account, now)).fetchall()]

        return await self._database.run(job)

    async def move_key(self, fingerprint: str, account: str, now: float) -> None:
        """See `Accounts.move_key`."""
        await self._database.run(lambda connection: _move_key(connection, fingerprint, account, now))

    async def keys(self, account: str) -> Sequence[StoredKey]:
        """See `Accounts.keys`."""

        def job(connection: sqlite3.Connection) -> Sequence[StoredKey]:
            return [StoredKey(*row) for row in connection.execute(KEYS, (account,)).fetchall()]

        return await self._database.run(job)

    async def drop_key(self, account: str, fingerprint: str) -> bool:
        """See `Accounts.drop_key`."""
        row = {"account": account, "key": fingerprint}
        return await self._database.run(lambda connection: connection.execute(DROP_KEY, row).rowcount > 0)

    async def set_recovery(self, account: str, code: RecoveryCode) -> None:
        """See `Accounts.set_recovery`."""
        row = (account, code.salt, code.hash, code.made)
        await self._database.run(lambda connection: connection.execute(SET_CODE, row) and None)

    async def recovery(self, account: str) -> RecoveryCode | None:
        """See `Accounts.recovery`."""

        def job(connection: sqlite3.Connection) -> RecoveryCode | None:
            row = connection.execute(CODE, (account,)).fetchone()
            return RecoveryCode(*row) if row else None

        return await self._database.run(job)

    async def take_recovery(self, account: str, code: RecoveryCode) -> bool:
        """See `Accounts.take_recovery`."""
        row = (account, code.salt, code.hash)
        return await self._database.run(lambda connection: connection.execute(TAKE_CODE, row).rowcount > 0)

    async def forget(self, account: str) -> None:
        """See `Accounts.forget`."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM accounts WHERE id = ?", (account,))

        await self._database.run(job)

    async def played(self, account: str) -> None:
        """See `Accounts.played`."""
        await self._database.run(lambda connection: connection.execute(PLAYED, (account,)) and None)

    async def provisional(self) -> Sequence[ProvisionalAccount]:
        """See `Accounts.provisional`."""

        def job(connection: sqlite3.Connection) -> Sequence[ProvisionalAccount]:
            return [ProvisionalAccount(*row) for row in connection.execute(PROVISIONAL).fetchall()]

        return await self._database.run(job)

    async def is_provisional(self, account: str) -> bool:
        """See `Accounts.is_provisional`."""

        def job(connection: sqlite3.Connection) -> bool:
            connection.execute(PLAYED_BY_THE_LOGS, (account,))
            return connection.execute(IS_PROVISIONAL, (account,)).fetchone() is not None

        return await self._database.run(job)

    async def forget_provisional(self, account: str) -> bool:
        """See `Accounts.forget_provisional`."""

        def job(connection: sqlite3.Connection) -> bool:
            return connection.execute(FORGET_PROVISIONAL, (account,)).rowcount > 0

        return await self._database.run(job)

    async def _remember(self, table: str, key: str, row: tuple[str, str, str]) -> None:
        """Store a row, or delete it if its last text is empty. `table` and `key` are names of the schema."""

        def job(connection: sqlite3.Connection) -> None:
            if row[-1]:
                connection.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)", row)  # noqa: S608  (see above)
            else:
                connection.execute(f"DELETE FROM {table} WHERE account = ? AND {key} = ?", row[:2])  # noqa: S608  (see above)

        await self._database.run(job)


def _named(connection: sqlite3.Connection, look: str) -> Player | None:
    row = connection.execute("SELECT id, name FROM accounts WHERE skeleton = ?", (look,)).fetchone()
    return Player(*row) if row else None


def _by_key(connection: sqlite3.Connection, fingerprint: str) -> Player | None:
    row = connection.execute(BY_KEY, (fingerprint,)).fetchone()
    return Player(*row) if row else None


def _add(connection: sqlite3.Connection, player: Player, fingerprint: str, now: float) -> Player:
    known = _by_key(connection, fingerprint)
    if known is not None:
        return known
    if any(_taken(connection, look, now) for look in skeletons(player.name)):
        raise NameTaken(player.name)
    row = (player.id, player.name, skeleton(player.name), now, now)
    connection.execute(ADD, row)
    add_looks(connection, player.id, player.name)
    connection.execute("INSERT INTO keys VALUES (?, ?, ?)", (fingerprint, player.id, now))
    return player


def _taken(connection: sqlite3.Connection, look: str, now: float, but: str = "") -> bool:
    """Return whether an account other than `but` has this skeleton, or keeps it."""
    row = {"look": look, "but": but, "now": now}
    return connection.execute(TAKEN, row).fetchone() is not None


def _profile(connection: sqlite3.Connection, account: str) -> Profile:
    one = (account,)
    keys = connection.execute("SELECT count(*) FROM keys WHERE account = ?", one).fetchone()[0]
    settings = connection.execute("SELECT setting, value FROM settings WHERE account = ?", one).fetchall()
    ignored = connection.execute("SELECT other, name FROM ignored WHERE account = ?", one).fetchall()
    provisional = connection.execute(IS_PROVISIONAL, one).fetchone() is not None
    return Profile(keys, dict(settings), dict(ignored), provisional)


def _rename(connection: sqlite3.Connection, account: str, name: str, now: float) -> None:
    if any(_taken(connection, look, now, account) for look in skeletons(name)):
        raise NameTaken(name)
    before = connection.execute(NAME, (account,)).fetchone()
    if before is None or before[1] == name:
        return
    _keep_name(connection, account, before[1], now)
    row = (name, skeleton(name), account)
    connection.execute("UPDATE accounts SET name = ?, skeleton = ? WHERE id = ?", row)
    connection.execute("DELETE FROM looks WHERE account = ?", (account,))
    add_looks(connection, account, name)


def _keep_name(connection: sqlite3.Connection, account: str, name: str, now: float) -> None:
    """Keep a name that was given up for an account, and let those go that it has kept long enough."""
    until = now + FORMER_NAME_SECONDS
    connection.executemany(KEEP_NAME, [(account, name, look, until) for look in skeletons(name)])
    connection.execute(LET_NAMES_GO, {"account": account, "now": now, "most": MOST_FORMER_NAMES})


def _move_key(connection: sqlite3.Connection, fingerprint: str, account: str, now: float) -> None:
    before = _by_key(connection, fingerprint)
    connection.execute("UPDATE keys SET account = ? WHERE fingerprint = ?", (account, fingerprint))
    if before and _profile(connection, before.id).keys == 0:
        if connection.execute(HAS_PLAYED, (before.id,)).fetchone():
            connection.execute(PLAYED, (account,))
            connection.execute(HAND_NAMES_ON, {"account": account, "before": before.id})
            _keep_name(connection, account, before.name, now)
        connection.execute("DELETE FROM accounts WHERE id = ?", (before.id,))
