"""`crownhouse restore BACKUP`: puts a backup in the place of a host's database, and has every running game
draw from a newly committed seed, since players may know what came after the backup. Without BACKUP it does
that for a database that was restored by other means: PostgreSQL, or a file that litestream fetched.

No host may be running. Exit status 0: restored; 1: it could not be; 2: wrong arguments.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import secrets
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from server.settings.config import Config
from server.settings.loading import BadConfig, load_with_names
from server.start.restored import Became, renew_draws
from server.start.stores import open_store
from server.store.database.backup import CorruptBackupError, copy_database, is_backup, last_known
from server.store.database.data_folder import DATABASE_FILE, DataFolder, StartupError
from server.store.database.file_check import check_is_writable, read_only, wal_of
from server.store.database.schema import UnusableDatabase
from server.store.journal.journal import NotSaved, Unsure
from server.telemetry.logs import reason
from server.telemetry.sentences import complain, counted
from tui.boards import PLAYABLE

FAILED, MISUSED = 1, 2
FORM = "%Y-%m-%dT%H:%M"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("restore", help="go on from a backup; running games draw anew")
    parser.add_argument(
        "backup", type=Path, nargs="?", metavar="BACKUP",
        help="a file that admin backup made; without it the database was restored already",
    )  # fmt: skip
    parser.add_argument("--data", metavar="DIR", help="folder of the database; its host must not be running")
    parser.add_argument("--store", metavar="URL", help="a PostgreSQL database that was restored already")
    parser.add_argument("--config", metavar="FILE", help="settings in TOML")
    parser.add_argument(
        "--from", metavar="TIME", dest="time", type=_time,
        help="when the backup was made, in UTC, as in 2026-11-21T03:00; otherwise the database tells it",
    )  # fmt: skip
    parser.set_defaults(run=run)


def _time(text: str) -> float:
    try:
        return datetime.strptime(text, FORM).replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no time like 2026-11-21T03:00") from None


def run(arguments: argparse.Namespace) -> int:
    """Restore, say what became of the tables, and return the exit status."""
    given = {"data": arguments.data, "store": arguments.store}
    flags = {name: value for name, value in given.items() if value is not None}
    try:
        config = load_with_names(flags, os.environ, arguments.config).config
    except BadConfig as bad:
        return complain(MISUSED, *bad.problems)
    if config.store_address and arguments.backup:
        return complain(MISUSED, "PostgreSQL restores its own backups: do that first, then leave BACKUP out.")
    if config.store_address and arguments.time is None:
        return complain(MISUSED, "Say with --from when the backup was made.")
    if not (config.store_address or arguments.backup or os.path.lexists(config.folder / DATABASE_FILE)):
        return complain(FAILED, f"There is no database in {config.folder}: name the backup.")
    os.umask(0o077)
    logging.basicConfig(level=logging.ERROR)
    try:
        with closing(DataFolder(config.folder)) as folder:
            backup, found = asyncio.run(_restored(config, folder, arguments.backup, arguments.time))
    except UnusableDatabase as why:
        return complain(FAILED, f"The database {arguments.backup or config.folder / DATABASE_FILE} {why}.")
    except (OSError, sqlite3.Error, CorruptBackupError, NotSaved, Unsure) as why:
        return complain(FAILED, f"The database cannot be restored: {reason(why)}.")
    except StartupError as why:
        return complain(FAILED, str(why))
    made = datetime.fromtimestamp(backup, UTC).strftime("%Y-%m-%d %H:%M UTC")
    sys.stdout.write(
        f"Restored from the backup of {made}. Games that now draw from newly committed seeds:"
        f" {found['redrawn']}; games of shared deals that were ended: {found['ended']}.\n"
    )
    if found["damaged"]:
        sys.stderr.write(f"{counted(found['damaged'], 'log')} cannot be read: crownhouse check says more.\n")
    return 0


async def _restored(
    config: Config, folder: DataFolder, backup: Path | None, time: float | None
) -> tuple[float, Counter[Became]]:
    """Return when the backup was made, and how many tables became what."""
    if config.store_address is not None:
        return time or 0.0, await _renewed(config, folder, time or 0.0)
    source = backup or folder.database
    with read_only(source):
        made = time if time is not None else last_known(source)
    if backup is None and not is_backup(source):
        check_is_writable(source)
        return made, await _renewed(config, folder, made)
    return made, await _in_its_place(config, folder, source, made)


async def _in_its_place(config: Config, folder: DataFolder, source: Path, made: float) -> Counter[Became]:
    """Renew a copy of the backup, and only then put it where the host looks: what is there is kept beside."""
    beside = folder.path / "restoring"
    beside.mkdir(mode=0o700, exist_ok=True)
    for left in beside.iterdir():
        left.unlink()
    try:
        with closing(DataFolder(beside)) as trial:
            copy_database(source, trial.database)
            found = await _renewed(config, trial, made)
            stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
            if folder.database.exists():
                kept = folder.path / f"{folder.database.name}.before-{stamp}"
                for old in (folder.database, wal_of(folder.database)):
                    if old.exists():
                        old.rename(kept.with_name(old.name.replace(folder.database.name, kept.name)))
            for left in (wal_of(folder.database), folder.path / f"{folder.database.name}-shm"):
                left.unlink(missing_ok=True)
            trial.database.rename(folder.database)
    finally:  # also where the disk is full
        for left in beside.iterdir():
            left.unlink()
        beside.rmdir()
    return found


async def _renewed(config: Config, folder: DataFolder, made: float) -> Counter[Became]:
    store = await open_store(config, folder, PLAYABLE.values())
    try:
        with store.sentences():
            if store.nodes.count() > 1:
                raise StartupError("Nodes are running on this database: stop them first.")
            return await renew_draws(store, PLAYABLE, secrets.token_bytes, made)
    finally:
        await store.close()
