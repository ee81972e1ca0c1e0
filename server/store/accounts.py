"""The accounts of a host.

What two nodes do at the same moment, they do one after the other where it matters: they take the same locks
first, one for each skeleton of a name, or one for a new key.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Any

from server.identity.accounts import (
    FORMER_NAME_SECONDS,
    MOST_FORMER_NAMES,
    AccountFacts,
    Accounts,
    FormerName,
    FoundAccount,
    NameTaken,
    Player,
    Profile,
    ProvisionalAccount,
)
from server.identity.look_alikes import skeleton, skeletons
from server.identity.recovery import RecoveryCode, StoredKey
from server.store.sql import Sql, Transaction, marks
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.ratings import RATINGS, RATINGS_OFF

PATTERN = str.maketrans({"%": "_", "\\": "_"})
"""What would mean something else in a pattern stands for any character there."""
BY_KEY = "SELECT id, name FROM accounts JOIN keys ON account = id WHERE fingerprint = $1"
NAMED = "SELECT id, name FROM accounts WHERE skeleton = $1"
SEARCH = """
    SELECT id, name, created, (SELECT COUNT(*) FROM keys WHERE account = id) FROM accounts
    WHERE skeleton LIKE $1 OR id = $2 OR id IN (SELECT account FROM keys WHERE fingerprint = $2)
    OR id IN (SELECT account FROM former_names WHERE look LIKE $1) ORDER BY skeleton LIMIT $3
"""
NAMES = "SELECT id, name FROM accounts WHERE id IN ({marks})"
TAKEN = """
    SELECT skeleton FROM accounts WHERE id <> $1 AND skeleton IN ({marks})
    UNION SELECT look FROM looks WHERE account <> $1 AND look IN ({marks})
    UNION SELECT look FROM former_names WHERE account <> $1 AND until > $2 AND look IN ({marks})
    UNION SELECT look FROM gone_names WHERE until > $2 AND look IN ({gone})
"""
FACTS = """
    SELECT id, name, created,
    EXISTS (SELECT 1 FROM settings WHERE account = id AND setting = $1 AND value = $2),
    NOT EXISTS (SELECT 1 FROM settings WHERE account = id AND setting = $3 AND value = $4)
    FROM accounts WHERE id IN ({marks})
"""
PROFILE = """
    SELECT 'keys', fingerprint, '' FROM keys WHERE account = $1
    UNION ALL SELECT 'settings', setting, value FROM settings WHERE account = $1
    UNION ALL SELECT 'ignored', other, name FROM ignored WHERE account = $1
    UNION ALL SELECT 'provisional', id, '' FROM accounts WHERE id = $1 AND provisional IS NOT NULL
"""
ADD = "INSERT INTO accounts (id, name, skeleton, created, provisional) VALUES ($1, $2, $3, $4, $4)"
ADD_KEY = "INSERT INTO keys (fingerprint, account, added) VALUES ($1, $2, $3)"
ADD_LOOK = "INSERT INTO looks (look, account) VALUES ($1, $2)"
DROP_LOOKS = "DELETE FROM looks WHERE account = $1"
NAME = "SELECT name FROM accounts WHERE id = $1"
RENAME = "UPDATE accounts SET name = $2, skeleton = $3 WHERE id = $1"
FORMER = """
    SELECT name, max(until) FROM former_names WHERE account = $1 AND until > $2
    GROUP BY name ORDER BY 2 DESC, 1
"""
KEEP_NAME = """
    INSERT INTO former_names (account, name, look, until) VALUES ($1, $2, $3, $4)
    ON CONFLICT (account, name, look) DO UPDATE SET until = excluded.until
"""
HAND_NAMES_ON = """
    INSERT INTO former_names (account, name, look, until)
    SELECT $2, name, look, until FROM former_names WHERE account = $1
    ON CONFLICT (account, name, look) DO UPDATE SET until = excluded.until
"""
LET_NAMES_GO = """
    DELETE FROM former_names WHERE account = $1 AND (until <= $2 OR name NOT IN (
        SELECT name FROM former_names WHERE account = $1 GROUP BY name ORDER BY max(until) DESC LIMIT $3
    ))
"""
NAMES_OF = """
    SELECT name FROM accounts WHERE id = $1 AND provisional IS NULL
    UNION SELECT former_names.name FROM former_names JOIN accounts ON id = account
    WHERE account = $1 AND until > $2 AND provisional IS NULL
"""
LET_GONE_NAMES_GO = "DELETE FROM gone_names WHERE until <= $1"
KEEP_GONE_NAME = """
    INSERT INTO gone_names (look, until) VALUES ($1, $2)
    ON CONFLICT (look) DO UPDATE SET until = excluded.until
"""
SET = """
    INSERT INTO settings (account, setting, value) VALUES ($1, $2, $3)
    ON CONFLICT (account, setting) DO UPDATE SET value = excluded.value
"""
UNSET = "DELETE FROM settings WHERE account = $1 AND setting = $2"
IGNORE = """
    INSERT INTO ignored (account, other, name) VALUES ($1, $2, $3)
    ON CONFLICT (account, other) DO UPDATE SET name = excluded.name
"""
HEED = "DELETE FROM ignored WHERE account = $1 AND other = $2"
OWNER = "SELECT account FROM keys WHERE fingerprint = $1"
HAS_PLAYED = "SELECT provisional IS NULL, name FROM accounts WHERE id = $1"
MOVE_KEY = "UPDATE keys SET account = $2 WHERE fingerprint = $1"
KEYS = "SELECT fingerprint, added FROM keys WHERE account = $1 ORDER BY added, fingerprint"
DROP_KEY = "DELETE FROM keys WHERE account = $1 AND fingerprint = $2"
SET_CODE = """
    INSERT INTO recovery_codes (account, salt, hash, made) VALUES ($1, $2, $3, $4)
    ON CONFLICT (account) DO UPDATE SET salt = excluded.salt, hash = excluded.hash, made = excluded.made
"""
CODE = "SELECT salt, hash, made FROM recovery_codes WHERE account = $1"
TAKE_CODE = "DELETE FROM recovery_codes WHERE account = $1 AND salt = $2 AND hash = $3"
FORGET = "DELETE FROM accounts WHERE id = $1"
UNUSED = """provisional IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM members WHERE account = accounts.id AND until IS NULL)"""
FORGET_PROVISIONAL = f"{FORGET} AND {UNUSED}"
PROVISIONAL = f"SELECT id, provisional FROM accounts WHERE {UNUSED} ORDER BY provisional, id"  # noqa: S608  (our own words)
IS_PROVISIONAL = f"SELECT 1 FROM accounts WHERE id = $1 AND {UNUSED}"  # noqa: S608  (likewise)
PLAYED = "UPDATE accounts SET provisional = NULL WHERE id = $1"
PLAYED_BY_THE_LOGS = f"""{PLAYED} AND provisional IS NOT NULL AND EXISTS (
    SELECT 1 FROM entries AS seated CROSS JOIN entries AS made
    WHERE seated.kind IN ('sit', 'keep') AND seated.who = $1
    AND made.table_id = seated.table_id AND made.seq > seated.seq
    AND made.kind = 'move' AND made.seat = seated.seat AND made."by" = 'player'
)"""  # noqa: S608  (our own words)


class AccountStore(Accounts):
    """Stores accounts and their keys. A name that an account gives up stays with it for FORMER_NAME_SECONDS.
    Of one that is forgotten hashes of its names are kept as long, so that nobody else gets them.
    """

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def by_key(self, fingerprint: str) -> Player | None:
        return _player(await self._database.fetch(BY_KEY, fingerprint))

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:
        async def job(transaction: Transaction) -> Player:
            await transaction.lock("keys", fingerprint)
            known = _player(await transaction.fetch(BY_KEY, fingerprint))
            if known is not None:
                return player if known.id == player.id else known  # its own: the first try had arrived
            await _lock_looks(transaction, player.id, player.name, now)
            await transaction.execute(ADD, player.id, player.name, skeleton(player.name), now)
            await _add_looks(transaction, player.id, player.name)
            await transaction.execute(ADD_KEY, fingerprint, player.id, now)
            return player

        return await self._database.run(job)

    async def taken(self, looks: Sequence[str], now: float, but: str = "") -> frozenset[str]:
        return await self._database.run(lambda transaction: _taken(transaction, looks, now, but))

    async def named(self, look: str) -> Player | None:
        """Return the player whose name has this skeleton in small letters; None: nobody."""
        return _player(await self._database.fetch(NAMED, look))

    async def search(self, text: str, most: int) -> Sequence[FoundAccount]:
        """Return accounts whose name, or one that they gave up, looks as if it had this text in it, or whose
        id or key it is.
        """
        look = skeleton(text).translate(PATTERN)
        rows = await self._database.fetch(SEARCH, f"%{look}%" if look else "", text, most)
        return [FoundAccount(*row) for row in rows]

    async def names(self, accounts: Collection[str]) -> Mapping[str, str]:
        """Return the names of accounts by their ids, without those that are not there."""
        if not accounts:
            return {}
        query = NAMES.format(marks=marks(len(accounts)))
        return {row[0]: row[1] for row in await self._database.fetch(query, *accounts)}

    async def facts(self, accounts: Sequence[str]) -> Mapping[str, AccountFacts]:
        """Return what others may know of accounts, by their ids; unknown ones are missing."""
        if not accounts:
            return {}
        query = FACTS.format(marks=marks(len(accounts), 5))
        rows = await self._database.fetch(query, PROFILE_SETTING, HIDDEN, RATINGS, RATINGS_OFF, *accounts)
        return {
            account: AccountFacts(name, created, bool(hidden), bool(rated))
            for account, name, created, hidden, rated in rows
        }

    async def profile(self, account: str) -> Profile:
        """Return the profile of an account; an empty one for an unknown account."""
        found: dict[str, dict[str, str]] = {"keys": {}, "settings": {}, "ignored": {}, "provisional": {}}
        for what, key, value in await self._database.fetch(PROFILE, account):
            found[what][key] = value
        return Profile(len(found["keys"]), found["settings"], found["ignored"], bool(found["provisional"]))

    async def rename(self, account: str, name: str, now: float) -> None:
        """Change the name of an account, which keeps the one before for a while. Raises NameTaken."""

        async def job(transaction: Transaction) -> None:
            await _lock_looks(transaction, account, name, now)
            rows = await transaction.fetch_locked(NAME, account)
            if not rows or rows[0][0] == name:
                return
            await _keep_name(transaction, account, rows[0][0], now)
            await transaction.execute(RENAME, account, name, skeleton(name))
            await transaction.execute(DROP_LOOKS, account)
            await _add_looks(transaction, account, name)

        await self._database.run(job)

    async def set(self, account: str, setting: str, value: str) -> None:
        """Store a setting; an empty value deletes it."""
        if value:
            await self._database.execute(SET, account, setting, value)
        else:
            await self._database.execute(UNSET, account, setting)

    async def ignore(self, account: str, other: str, name: str) -> None:
        """Store that an account ignores another; an empty name deletes it."""
        if name:
            await self._database.execute(IGNORE, account, other, name)
        else:
            await self._database.execute(HEED, account, other)

    async def former_names(self, account: str, now: float) -> Sequence[FormerName]:
        """Return the names that an account gave up and still keeps from others, the latest first."""
        return [FormerName(*row) for row in await self._database.fetch(FORMER, account, now)]

    async def move_key(self, fingerprint: str, account: str, now: float) -> None:
        """Give a key to another account. An account without keys is deleted; if it has played, the other
        account is no longer provisional, and keeps its names for a while as if it had given them up.
        """

        async def job(transaction: Transaction) -> None:
            rows = await transaction.fetch_locked(OWNER, fingerprint)
            if not rows or rows[0][0] == account:
                return
            before = rows[0][0]
            ((has_played, name),) = await transaction.fetch_locked(HAS_PLAYED, before)
            await transaction.execute(MOVE_KEY, fingerprint, account)
            if not await transaction.fetch(KEYS, before):
                if has_played:
                    await transaction.execute(PLAYED, account)
                    await transaction.execute(HAND_NAMES_ON, before, account)
                    await _keep_name(transaction, account, name, now)
                await transaction.execute(FORGET, before)

        await self._database.run(job)

    async def add_key(self, fingerprint: str, account: str, now: float) -> None:
        """Give an account a key that nobody has."""

        async def job(transaction: Transaction) -> None:
            await transaction.lock("keys", fingerprint)
            if not await transaction.fetch(OWNER, fingerprint):
                await transaction.execute(ADD_KEY, fingerprint, account, now)

        await self._database.run(job)

    async def keys(self, account: str) -> Sequence[StoredKey]:
        """Return the keys of an account, the oldest first."""
        return [StoredKey(*row) for row in await self._database.fetch(KEYS, account)]

    async def drop_key(self, account: str, fingerprint: str) -> bool:
        """Take a key from an account and return True; False: it has no such key, or no other one."""
        dropped = False  # by an earlier try, which may have been carried out although its answer was lost

        async def job(transaction: Transaction) -> bool:
            nonlocal dropped
            found = {row[0] for row in await transaction.fetch_locked(KEYS, account)}
            if fingerprint not in found:
                return dropped
            if len(found) > 1:
                dropped = True
                await transaction.execute(DROP_KEY, account, fingerprint)
            return dropped

        return await self._database.run(job)

    async def set_recovery(self, account: str, code: RecoveryCode) -> None:
        """Store the recovery code of an account; it replaces the one before."""
        await self._database.execute(SET_CODE, account, code.salt, code.hash, code.made)

    async def recovery(self, account: str) -> RecoveryCode | None:
        """Return the recovery code of an account, None if it has none."""
        rows = await self._database.fetch(CODE, account)
        return RecoveryCode(*rows[0]) if rows else None

    async def take_recovery(self, account: str, code: RecoveryCode) -> bool:
        """Delete a recovery code, which is used up, and return True; False: somebody else has used it."""
        taken = False  # as above

        async def job(transaction: Transaction) -> bool:
            nonlocal taken
            taken |= await transaction.execute(TAKE_CODE, account, code.salt, code.hash) > 0
            return taken

        return await self._database.run(job)

    async def forget(self, account: str, now: float) -> None:
        """Delete the account, its keys and profile. Nobody gets a name of one that has played for a while."""

        async def job(transaction: Transaction) -> None:
            names = await transaction.fetch(NAMES_OF, account, now)
            await transaction.execute(LET_GONE_NAMES_GO, now)
            for look in sorted({look for (name,) in names for look in skeletons(name)}):
                await transaction.lock("names", look)
                await transaction.execute(KEEP_GONE_NAME, _gone(look), now + FORMER_NAME_SECONDS)
            await transaction.execute(FORGET, account)

        await self._database.run(job)

    async def played(self, account: str) -> None:
        """Note that an account has made a move: it is no longer provisional."""
        await self._database.execute(PLAYED, account)

    async def provisional(self) -> Sequence[ProvisionalAccount]:
        """Return all provisional accounts that are in no club, the oldest first."""
        return [ProvisionalAccount(*row) for row in await self._database.fetch(PROVISIONAL)]

    async def is_provisional(self, account: str) -> bool:
        """Return whether an account is there, provisional, and in no club. If a stored move of the account
        was not noted yet, note it.
        """

        async def job(transaction: Transaction) -> bool:
            await transaction.execute(PLAYED_BY_THE_LOGS, account)
            return bool(await transaction.fetch(IS_PROVISIONAL, account))

        return await self._database.run(job)

    async def forget_provisional(self, account: str) -> bool:
        """Delete an account as `forget` does if it is provisional and in no club. Return whether it was."""
        deleted = False  # by an earlier try, which may have been carried out although its answer was lost

        async def job(transaction: Transaction) -> bool:
            nonlocal deleted
            if await transaction.execute(FORGET_PROVISIONAL, account):
                deleted = True
                return True
            return deleted and not await transaction.fetch_locked(NAME, account)

        return await self._database.run(job)


async def _taken(transaction: Transaction, looks: Sequence[str], now: float, but: str) -> frozenset[str]:
    """Return those skeletons that an account other than `but` has, or keeps."""
    gone = {_gone(look): look for look in looks}
    query = TAKEN.format(marks=marks(len(looks), 3), gone=marks(len(gone), 3 + len(looks)))
    rows = await transaction.fetch(query, but, now, *looks, *gone)
    return frozenset(gone.get(found, found) for (found,) in rows)


def _gone(look: str) -> str:
    """Return what is kept of how the name of a deleted account looked: who guesses the name can check it."""
    return sha256(look.encode()).hexdigest()


async def _lock_looks(transaction: Transaction, account: str, name: str, now: float) -> None:
    """Lock the skeletons of a name until the transaction ends. Raises NameTaken if an account other than
    `account` has one of them, or keeps it.
    """
    looks = sorted(skeletons(name))
    for look in looks:
        await transaction.lock("names", look)
    if await _taken(transaction, looks, now, account):
        raise NameTaken(name)


async def _add_looks(transaction: Transaction, account: str, name: str) -> None:
    """Store how a name looks as it is written and in capitals, if that differs from its small letters; for
    most names it does not.
    """
    for look in skeletons(name) - {skeleton(name)}:
        await transaction.execute(ADD_LOOK, look, account)


async def _keep_name(transaction: Transaction, account: str, name: str, now: float) -> None:
    """Keep a name that was given up for an account, and let those go that it has kept long enough."""
    for look in skeletons(name):
        await transaction.execute(KEEP_NAME, account, name, look, now + FORMER_NAME_SECONDS)
    await transaction.execute(LET_NAMES_GO, account, now, MOST_FORMER_NAMES)


def _player(rows: Sequence[Any]) -> Player | None:
    return Player(*rows[0]) if rows else None
