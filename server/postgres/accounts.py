"""The accounts of a host on PostgreSQL.

What two nodes do at the same moment, they do one after the other where it matters: they take the same
advisory locks first, one for each skeleton of a name, or one for a new key.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

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
from server.postgres.connection import Postgres
from server.postgres.protocols import PostgresConnection
from tui.host.history import HIDDEN, PROFILE_SETTING

NAMES, KEYS = 0x6E616D65, 0x6B657973  # "name", "keys"
"""The classes of the advisory locks of skeletons and of fingerprints."""
BY_KEY = "SELECT id, name FROM accounts JOIN keys ON account = id WHERE fingerprint = $1"
LOCK_NEW_KEY = "SELECT pg_advisory_xact_lock($1, hashtext($2))"
LOCK_LOOKS = """
    SELECT pg_advisory_xact_lock($1, hash)
    FROM (SELECT DISTINCT hashtext(look) AS hash FROM unnest($2::text[]) AS look ORDER BY 1) AS ordered
"""
TAKEN = """
    SELECT look FROM unnest($1::text[]) AS wanted (look)
    WHERE EXISTS (SELECT 1 FROM accounts WHERE skeleton = wanted.look AND id <> $2)
    OR EXISTS (SELECT 1 FROM looks WHERE looks.look = wanted.look AND account <> $2)
    OR EXISTS (
        SELECT 1 FROM former_names WHERE former_names.look = wanted.look AND account <> $2 AND until > $3
    )
"""
FORMER = """
    SELECT name, max(until) FROM former_names WHERE account = $1 AND until > $2
    GROUP BY name ORDER BY 2 DESC, 1
"""
KEEP_NAME = """
    INSERT INTO former_names (account, name, look, until)
    SELECT $1, $2, look, $4 FROM unnest($3::text[]) AS look
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
ADD = "INSERT INTO accounts (id, name, skeleton, created, provisional) VALUES ($1, $2, $3, $4, $4)"
ADD_KEY = "INSERT INTO keys VALUES ($1, $2, $3)"
ADD_LOOKS = "INSERT INTO looks SELECT look, $1 FROM unnest($2::text[]) AS look"
NAMED = "SELECT id, name FROM accounts WHERE skeleton = $1"
NAMES_OF = "SELECT id, name FROM accounts WHERE id = ANY ($1::text[])"
PROFILE = """
    SELECT (SELECT count(*) FROM keys WHERE account = $1),
    (SELECT coalesce(json_object_agg(setting, value ORDER BY setting), '{}')::text
     FROM settings WHERE account = $1),
    (SELECT coalesce(json_object_agg(other, name ORDER BY other), '{}')::text
     FROM ignored WHERE account = $1),
    EXISTS (SELECT 1 FROM accounts WHERE id = $1 AND provisional IS NOT NULL)
"""
FACTS = """
    SELECT id, name, created,
    EXISTS (SELECT FROM settings WHERE account = id AND setting = $1 AND value = $2) AS hidden
    FROM accounts WHERE id = ANY ($3::text[])
"""
LOCK_NAME = "SELECT name FROM accounts WHERE id = $1 FOR UPDATE"
RENAME = "UPDATE accounts SET name = $2, skeleton = $3 WHERE id = $1"
SET = """
    INSERT INTO settings VALUES ($1, $2, $3)
    ON CONFLICT (account, setting) DO UPDATE SET value = excluded.value
"""
UNSET = "DELETE FROM settings WHERE account = $1 AND setting = $2"
IGNORE = """
    INSERT INTO ignored VALUES ($1, $2, $3) ON CONFLICT (account, other) DO UPDATE SET name = excluded.name
"""
HEED = "DELETE FROM ignored WHERE account = $1 AND other = $2"
LOCK_KEY = "SELECT account FROM keys WHERE fingerprint = $1 FOR UPDATE"
LOCK_ACCOUNT = "SELECT provisional IS NULL, name FROM accounts WHERE id = $1 FOR UPDATE"
MOVE_KEY = "UPDATE keys SET account = $2 WHERE fingerprint = $1"
HAS_KEYS = "SELECT EXISTS (SELECT 1 FROM keys WHERE account = $1)"
KEYS_OF = "SELECT fingerprint, added FROM keys WHERE account = $1 ORDER BY added, fingerprint"
KEYS_FOR_UPDATE = "SELECT fingerprint FROM keys WHERE account = $1 FOR UPDATE"
DROP_KEY = "DELETE FROM keys WHERE account = $1 AND fingerprint = $2"
SET_CODE = """
    INSERT INTO recovery_codes (account, salt, hash, made) VALUES ($1, $2, $3, $4)
    ON CONFLICT (account) DO UPDATE SET salt = excluded.salt, hash = excluded.hash, made = excluded.made
"""
CODE = "SELECT salt, hash, made FROM recovery_codes WHERE account = $1"
TAKE_CODE = "DELETE FROM recovery_codes WHERE account = $1 AND salt = $2 AND hash = $3"
FORGET = "DELETE FROM accounts WHERE id = $1"
FORGET_PROVISIONAL = f"{FORGET} AND provisional IS NOT NULL"
PROVISIONAL = "SELECT id, provisional FROM accounts WHERE provisional IS NOT NULL ORDER BY provisional, id"
IS_PROVISIONAL = "SELECT EXISTS (SELECT 1 FROM accounts WHERE id = $1 AND provisional IS NOT NULL)"
PLAYED = "UPDATE accounts SET provisional = NULL WHERE id = $1"
HAS_MOVED = """EXISTS (
    SELECT 1 FROM entries AS seated JOIN entries AS made ON made.table_id = seated.table_id
    WHERE seated.kind IN ('sit', 'keep') AND seated.who = $1 AND made.seq > seated.seq
    AND made.kind = 'move' AND made.seat = seated.seat AND made.by = 'player'
)"""
"""As in `server.database.steps.provisional`."""
PLAYED_BY_THE_LOGS = f"{PLAYED} AND provisional IS NOT NULL AND {HAS_MOVED}"


class PostgresAccounts:
    """See `server.identity.accounts.Accounts`."""

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def by_key(self, fingerprint: str) -> Player | None:
        """See `Accounts.by_key`."""
        return _player(await self._database.fetch(BY_KEY, fingerprint))

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:
        """See `Accounts.add`."""

        async def job(connection: PostgresConnection) -> Player:
            await connection.execute(LOCK_NEW_KEY, KEYS, fingerprint)
            known = _player(await connection.fetch(BY_KEY, fingerprint))
            if known is not None:
                return player if known.id == player.id else known  # its own: the first try had arrived
            looks = await _lock_looks(connection, player.id, player.name, now)
            await connection.execute(ADD, player.id, player.name, skeleton(player.name), now)
            await connection.execute(ADD_LOOKS, player.id, looks)
            await connection.execute(ADD_KEY, fingerprint, player.id, now)
            return player

        return await self._database.run(job)

    async def taken(self, looks: Sequence[str], now: float, but: str = "") -> frozenset[str]:
        """See `Accounts.taken`."""
        return frozenset(row[0] for row in await self._database.fetch(TAKEN, list(looks), but, now))

    async def named(self, look: str) -> Player | None:
        """See `Accounts.named`."""
        return _player(await self._database.fetch(NAMED, look))

    async def names(self, accounts: Collection[str]) -> Mapping[str, str]:
        """See `Accounts.names`."""
        return {row[0]: row[1] for row in await self._database.fetch(NAMES_OF, list(accounts))}

    async def facts(self, accounts: Sequence[str]) -> Mapping[str, AccountFacts]:
        """See `Accounts.facts`."""
        rows = await self._database.fetch(FACTS, PROFILE_SETTING, HIDDEN, list(accounts))
        return {account: AccountFacts(name, created, hidden) for account, name, created, hidden in rows}

    async def profile(self, account: str) -> Profile:
        """See `Accounts.profile`."""
        ((keys, settings, ignored, provisional),) = await self._database.fetch(PROFILE, account)
        return Profile(keys, _texts(settings), _texts(ignored), provisional)

    async def rename(self, account: str, name: str, now: float) -> None:
        """See `Accounts.rename`."""

        async def job(connection: PostgresConnection) -> None:
            looks = await _lock_looks(connection, account, name, now)
            before = await connection.fetchval(LOCK_NAME, account)
            if before is None or before == name:
                return
            await _keep_name(connection, account, before, now)
            await connection.execute(RENAME, account, name, skeleton(name))
            await connection.execute("DELETE FROM looks WHERE account = $1", account)
            await connection.execute(ADD_LOOKS, account, looks)

        await self._database.run(job)

    async def set(self, account: str, setting: str, value: str) -> None:
        """See `Accounts.set`."""
        if value:
            await self._database.execute(SET, account, setting, value)
        else:
            await self._database.execute(UNSET, account, setting)

    async def ignore(self, account: str, other: str, name: str) -> None:
        """See `Accounts.ignore`."""
        if name:
            await self._database.execute(IGNORE, account, other, name)
        else:
            await self._database.execute(HEED, account, other)

    async def former_names(self, account: str, now: float) -> Sequence[FormerName]:
        """See `Accounts.former_names`."""
        return [FormerName(*row) for row in await self._database.fetch(FORMER, account, now)]

    async def move_key(self, fingerprint: str, account: str, now: float) -> None:
        """See `Accounts.move_key`."""

        async def job(connection: PostgresConnection) -> None:
            before = await connection.fetchval(LOCK_KEY, fingerprint)
            if before is None or before == account:
                return
            has_played, name = await connection.fetchrow(LOCK_ACCOUNT, before)
            await connection.execute(MOVE_KEY, fingerprint, account)
            if not await connection.fetchval(HAS_KEYS, before):
                if has_played:
                    await connection.execute(PLAYED, account)
                    await connection.execute(HAND_NAMES_ON, before, account)
                    await _keep_name(connection, account, name, now)
                await connection.execute(FORGET, before)

        await self._database.run(job)

    async def keys(self, account: str) -> Sequence[StoredKey]:
        """See `Accounts.keys`."""
        return [StoredKey(*row) for row in await self._database.fetch(KEYS_OF, account)]

    async def drop_key(self, account: str, fingerprint: str) -> bool:
        """See `Accounts.drop_key`."""
        dropped = False  # by an earlier try, which may have been carried out although its answer was lost

        async def job(connection: PostgresConnection) -> bool:
            nonlocal dropped
            found = {row[0] for row in await connection.fetch(KEYS_FOR_UPDATE, account)}
            if fingerprint not in found:
                return dropped
            if len(found) > 1:
                dropped = True
                await connection.execute(DROP_KEY, account, fingerprint)
            return dropped

        return await self._database.run(job)

    async def set_recovery(self, account: str, code: RecoveryCode) -> None:
        """See `Accounts.set_recovery`."""
        await self._database.execute(SET_CODE, account, code.salt, code.hash, code.made)

    async def recovery(self, account: str) -> RecoveryCode | None:
        """See `Accounts.recovery`."""
        rows = await self._database.fetch(CODE, account)
        return RecoveryCode(*rows[0]) if rows else None

    async def take_recovery(self, account: str, code: RecoveryCode) -> bool:
        """See `Accounts.take_recovery`."""
        taken = False  # as above

        async def job(connection: PostgresConnection) -> bool:
            nonlocal taken
            taken |= await connection.execute(TAKE_CODE, account, code.salt, code.hash) == "DELETE 1"
            return taken

        return await self._database.run(job)

    async def forget(self, account: str) -> None:
        """See `Accounts.forget`."""
        await self._database.execute(FORGET, account)

    async def played(self, account: str) -> None:
        """See `Accounts.played`."""
        await self._database.execute(PLAYED, account)

    async def provisional(self) -> Sequence[ProvisionalAccount]:
        """See `Accounts.provisional`."""
        return [ProvisionalAccount(*row) for row in await self._database.fetch(PROVISIONAL)]

    async def is_provisional(self, account: str) -> bool:
        """See `Accounts.is_provisional`."""

        async def job(connection: PostgresConnection) -> bool:
            await connection.execute(PLAYED_BY_THE_LOGS, account)
            return bool(await connection.fetchval(IS_PROVISIONAL, account))

        return await self._database.run(job)

    async def forget_provisional(self, account: str) -> bool:
        """See `Accounts.forget_provisional`."""
        deleted = False  # by an earlier try, which may have been carried out although its answer was lost

        async def job(connection: PostgresConnection) -> bool:
            nonlocal deleted
            if await connection.execute(FORGET_PROVISIONAL, account) == "DELETE 1":
                deleted = True
                return True
            return deleted and await connection.fetchval(LOCK_ACCOUNT, account) is None

        return await self._database.run(job)


async def _lock_looks(connection: PostgresConnection, account: str, name: str, now: float) -> Collection[str]:
    """Lock the skeletons of a name until the transaction ends, and return those beside its first. Raises
    NameTaken if an account other than `account` has one of them, or keeps it.
    """
    looks = skeletons(name)
    await connection.execute(LOCK_LOOKS, NAMES, list(looks))
    if await connection.fetchrow(TAKEN, list(looks), account, now):
        raise NameTaken(name)
    return list(looks - {skeleton(name)})


async def _keep_name(connection: PostgresConnection, account: str, name: str, now: float) -> None:
    """Keep a name that was given up for an account, and let those go that it has kept long enough."""
    await connection.execute(KEEP_NAME, account, name, list(skeletons(name)), now + FORMER_NAME_SECONDS)
    await connection.execute(LET_NAMES_GO, account, now, MOST_FORMER_NAMES)


def _player(rows: Sequence[Any]) -> Player | None:
    return Player(*rows[0]) if rows else None


def _texts(json: str) -> dict[str, str]:
    return msgspec.json.decode(json, type=dict[str, str])
