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

from engine.game import AnyGame
from server.cli.store import Store
from server.database.backup import CorruptBackupError, copy_database
from server.database.schema import UnusableDatabase
from server.settings.config import Config
from server.sqlite.accounts import SqliteAccounts
from server.sqlite.bans import SqliteBans
from server.sqlite.database import Database, Join
from server.sqlite.journal import SqliteJournal
from server.sqlite.notices import SqliteNotices
from server.sqlite.outages import SqliteOutages
from server.sqlite.people import SqlitePeople
from server.storage.data_folder import DataFolder, StartupError, read_host_key

BACKUP_PATTERN = "backup-*.tmp"
"""The names of database copies in the data folder that an operator is about to get."""
SWITCH_INTERVAL = 0.0001
"""Seconds after which a busy thread gives way to another. While the event loop is busy, the journal's thread
waits that long at each statement: with Python's own 5 ms, writing a move takes 40 ms.
"""


async def open_store(config: Config, folder: DataFolder, games: Iterable[AnyGame]) -> Store:
    """Open the store that a host is configured with; `games` are those that it plays. Raises StartupError."""
    if config.store_address is None:
        return _embedded(config, folder)
    from server.cli.postgres_store import postgres_store

    return await postgres_store(
        config.store_address,
        config.key_file,
        keeps_addresses=config.address_days > 0,
        rules=sum(game.rules_version for game in games),
    )


def _embedded(config: Config, folder: DataFolder) -> Store:
    """Open the database in the data folder. Raises StartupError."""
    key = read_host_key(config.key_file) if config.key_file else folder.host_key()
    sentences = partial(_sentences, folder)
    with sentences():
        database = Database(folder.database, start_thread)
    journal = SqliteJournal(database)
    return Store(
        journal=journal,
        accounts=SqliteAccounts(database),
        bans=SqliteBans(database),
        notices=SqliteNotices(database),
        people=SqlitePeople(database),
        outages=SqliteOutages(database),
        clock=time.time,
        host_key=key,
        copy=partial(_copy, folder),
        sentences=sentences,
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
    """Copy the present database in a thread, and return the path of the copy."""
    target = folder.path / BACKUP_PATTERN.replace("*", secrets.token_hex(4))
    try:
        await asyncio.to_thread(copy_database, folder.database, target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    return target


def start_thread(work: Callable[[], None]) -> Join:
    """Start a thread for `work` and return the function that waits for its end."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    thread = threading.Thread(target=work, name="journal")
    thread.start()
    return thread.join
