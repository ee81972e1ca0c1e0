"""Opens what a host stores its games and accounts in: a database in its data folder, or the one that is
configured. PostgreSQL's driver is imported only for a host that is configured for it.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import asyncssh

from engine.game import AnyGame
from server.log.entries import LOG_VERSION
from server.settings.config import Config
from server.settings.store_address import StoreAddress
from server.start.host_keys import Keyring
from server.start.start_check import check_extra
from server.start.store import Store
from server.store.database.backup import CorruptBackupError, copy_database
from server.store.database.data_folder import (
    DataFolder,
    StartupError,
    new_host_key,
    read_host_key,
    write_private,
)
from server.store.database.schema import UnusableDatabase
from server.store.host_keys import HostKeyStore, KeyChange, check_host_key, missing_key
from server.store.outages import StoredOutages
from server.store.sqlite.database import Database, Join, SqliteSql
from server.store.sqlite.journal import SqliteJournal
from server.store.stores import stores_on

BACKUP_PATTERN = "backup-*.tmp"
"""The names of database copies in the data folder that an operator is about to get."""
SWITCH_INTERVAL = 0.0001
"""Seconds after which a busy thread gives way to another. While the event loop is busy, the journal's thread
waits that long at each statement: with Python's own 5 ms, writing a move takes 40 ms.
"""


async def open_store(
    config: Config, folder: DataFolder, games: Iterable[AnyGame], change: KeyChange = "unnoticed"
) -> Store:
    """Open the store that a host is configured with; `games` are those that it plays, `change` says what
    becomes of a host key that players do not know. Raises StartupError.
    """
    if config.store_address is None:
        database, key = await open_database_of(config, folder, change)
        file = config.key_file or folder.key_file
        ring = None if change == "unnoticed" else _keyring(file, database)
        return embedded_store(folder, database, key, ring)
    return await join_postgres(config, config.store_address, games, change)


async def join_postgres(
    config: Config, address: StoreAddress, games: Iterable[AnyGame], change: KeyChange
) -> Store:
    """Join the nodes that share a database. Raises StartupError."""
    check_extra("postgres")
    from server.start.postgres_store import postgres_store

    return await postgres_store(
        address,
        config.key_file,
        change,
        address_days=config.address_days,
        rules=sum(game.rules_version for game in games) + LOG_VERSION,
    )


async def open_database_of(
    config: Config, folder: DataFolder, change: KeyChange
) -> tuple[Database, asyncssh.SSHKey]:
    """Open the database in the data folder, and read the host's key. Raises StartupError."""
    with _sentences(folder):
        database = Database(folder.database, start_thread)
        try:
            return database, await _host_key(config, folder, HostKeyStore(SqliteSql(database)), change)
        except BaseException:
            database.close()
            raise


async def _host_key(
    config: Config, folder: DataFolder, keys: HostKeyStore, change: KeyChange
) -> asyncssh.SSHKey:
    """Return the key that a host starts with; it is made on first use. Raises StartupError."""
    if change == "unnoticed":  # a host that serves nobody leaves none behind
        return asyncssh.import_private_key(new_host_key())
    if config.key_file:
        key = read_host_key(config.key_file)
    else:
        if change == "refused" and not folder.key_file.exists() and (known := await keys.known()):
            raise missing_key(str(folder.key_file), known)
        key = folder.host_key()
    await check_host_key(keys, key.get_fingerprint(), time.time(), change)
    return key


def _keyring(file: Path, database: Database) -> Keyring:
    known = HostKeyStore(SqliteSql(database))

    def write(before: bytes, after: bytes) -> bool:
        if file.read_bytes() != before:
            return False
        write_private(file, after)
        return True

    return Keyring(
        lambda: asyncio.to_thread(file.read_bytes),
        lambda before, after: asyncio.to_thread(write, before, after),
        lambda fingerprint: known.keep(fingerprint, time.time()),
    )


def embedded_store(
    folder: DataFolder, database: Database, key: asyncssh.SSHKey, keyring: Keyring | None = None
) -> Store:
    journal = SqliteJournal(database)
    return Store(
        journal=journal,
        stores=stores_on(SqliteSql(database)),
        outages=StoredOutages(SqliteSql(database)),
        clock=time.time,
        host_key=key,
        keyring=keyring,
        copy=partial(_copy, folder),
        shrink=database.shrink,
        settle=database.settle,
        sentences=partial(_sentences, folder),
        close=journal.close,
    )


@contextmanager
def _sentences(folder: DataFolder) -> Iterator[None]:
    """Raise StartupError if the database cannot be used."""
    try:
        yield
    except UnusableDatabase as error:
        raise StartupError(f"The database {folder.database} {error}.") from error
    except CorruptBackupError as error:
        raise StartupError(f"The database {folder.database} is damaged: {error}.") from error
    except OSError as error:
        raise StartupError(f"The database {folder.database} cannot be used: {error.strerror}.") from error
    except sqlite3.Error as error:
        raise StartupError(f"The database {folder.database} cannot be used: {error}.") from error


async def _copy(folder: DataFolder) -> Path:
    target = folder.path / BACKUP_PATTERN.replace("*", secrets.token_hex(4))
    try:
        await asyncio.to_thread(copy_database, folder.database, target, time.time())
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    return target


def start_thread(work: Callable[[], None]) -> Join:
    """Start a thread for `work` and return the function that waits for its end. Raises StartupError."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    thread = threading.Thread(target=work, name="journal")
    try:
        thread.start()
    except RuntimeError as error:
        raise StartupError(f"No thread can be started: {error}. Raise ulimit -u (TasksMax=).") from error
    return thread.join
