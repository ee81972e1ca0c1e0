"""The store of a host of several nodes: PostgreSQL. Only a host that is configured for it imports this."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import NoReturn

import asyncpg
import asyncssh

from server.admin.protocol import NoBackup
from server.cluster.postgres.host_key import CHANGE, shared_host_key
from server.cluster.postgres.nodes import PostgresNodes
from server.settings.store_address import StoreAddress
from server.start.host_keys import Keyring
from server.start.store import Store
from server.store.database.data_folder import StartupError, new_host_key, read_host_key
from server.store.host_keys import HostKeyStore, KeyChange, check_host_key, missing_key
from server.store.postgres.connection import Postgres, open_postgres
from server.store.postgres.doorbell import PostgresDoorbell
from server.store.postgres.failures import StoreUnreachable, UnfitServer
from server.store.postgres.journal import PostgresJournal
from server.store.postgres.sql import PostgresSql
from server.store.stores import stores_on
from server.telemetry.logs import reason

log = logging.getLogger(__name__)


async def postgres_store(
    address: StoreAddress, key_file: Path | None, change: KeyChange, *, address_days: int, rules: int
) -> Store:
    """Join the nodes that share a database. `key_file` is the path of the host's private key; None: the one
    that is in the database; `change` says what becomes of one that players do not know. No
    address is stored for longer than `address_days`; `rules` as in `server.cluster.postgres.membership`.
    Raises StartupError.
    """
    sentences = partial(_sentences, str(address))
    async with AsyncExitStack() as until:
        with sentences():
            database = await open_postgres(address.url)
            until.push_async_callback(database.close)
            known = HostKeyStore(PostgresSql(database))
            key, private = _key_of(key_file) if key_file else await _shared_key(database, known, change)
            await check_host_key(known, key.get_fingerprint(), database.clock(), change)
            doorbell = PostgresDoorbell(database)
            await doorbell.open()
            until.push_async_callback(doorbell.close)
            node = PostgresNodes(
                secrets.token_hex(4), database, doorbell, private, address_days=address_days, rules=rules
            )
            tables = node.tables
            journal = PostgresJournal(
                database, doorbell, when_opening=tables.opens, when_unsure=tables.may_have_opened
            )
            journal.open()
            until.push_async_callback(journal.close)
            await node.open(journal.catch_up)
            until.push_async_callback(node.close)
        log.info("joined the nodes of a store", extra={"store": str(address), "node": node.nodes.name})
        return Store(
            journal=journal,
            stores=stores_on(PostgresSql(database)),
            outages=node.outages,
            nodes=node.nodes,
            clock=database.clock,
            host_key=key,
            keyring=None if key_file else _keyring(database, known),
            copy=partial(_no_copy, str(address)),
            sentences=sentences,
            hurry=database.hurry,
            close=until.pop_all().aclose,
        )


def _keyring(database: Postgres, known: HostKeyStore) -> Keyring:
    async def read() -> bytes:
        return await shared_host_key(database, new_host_key)

    async def write(before: bytes, after: bytes) -> bool:
        return await database.execute(CHANGE, before, after) == 1

    return Keyring(read, write, lambda fingerprint: known.keep(fingerprint, database.clock()))


def _key_of(file: Path) -> tuple[asyncssh.SSHKey, bytes]:
    """Return a host key, also as it is stored. Raises StartupError, OSError."""
    return read_host_key(file), file.read_bytes()


async def _shared_key(
    database: Postgres, keys: HostKeyStore, change: KeyChange
) -> tuple[asyncssh.SSHKey, bytes]:
    known = await keys.known()

    def make() -> bytes:
        if known and change == "refused":
            raise missing_key("in the database", known)
        return new_host_key()

    private = await shared_host_key(database, make)
    try:
        return asyncssh.import_private_key(private), private
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise StartupError(f"Cannot read the host key in the database: {error}.") from error


@contextmanager
def _sentences(where: str) -> Iterator[None]:
    """Raise StartupError if the database cannot be used."""
    try:
        yield
    except StoreUnreachable as error:
        raise StartupError(f"Cannot use the database at {where}: it does not answer.") from error
    except UnfitServer as why:
        raise StartupError(f"Cannot use the database at {where}. {why}") from why
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        raise StartupError(f"Cannot use the database at {where}: {reason(error)}.") from error


async def _no_copy(where: str) -> NoReturn:
    raise NoBackup(f"Games and accounts are in the database at {where}: copy it with pg_dump.")
