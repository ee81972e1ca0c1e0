"""`crownhouse rebuild`: works out the results of all ended games from their logs, and stores them again.

It is needed once for the games of versions that stored no results. A host with a data folder of its own must
not be running; nodes that share a PostgreSQL database may be.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import TypeVar

from server.analysis.courses.trophies import TrophyFinder
from server.settings.config import Config
from server.settings.loading import BadConfig, load_with_names
from server.start.store import Store
from server.start.stores import open_store
from server.store.database.data_folder import DATABASE_FILE, DataFolder, StartupError
from server.store.journal.rebuild import rebuild
from server.telemetry.sentences import complain, counted
from tui.boards import PLAYABLE

FAILED, MISUSED = 1, 2
T = TypeVar("T")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("rebuild", help="work out all results again from the logs of the games")
    add_store_arguments(parser)
    parser.set_defaults(run=run)


def add_store_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which database is meant (`with_store`)."""
    parser.add_argument("--data", metavar="DIR", help="folder of the database; its host must not be running")
    parser.add_argument("--store", metavar="URL", help="a PostgreSQL database; its nodes may be running")
    parser.add_argument("--config", metavar="FILE", help="settings in TOML")


def run(arguments: argparse.Namespace) -> int:
    """Store all results again and return the exit status: 1 if the database or a log cannot be read."""
    return with_store(arguments, _rebuild, _told)


def _told(found: Counter[bool]) -> int:
    sys.stdout.write(f"{counted(found[True], 'ended table')} read, all results stored.\n")
    if found[False]:
        sys.stderr.write(f"{counted(found[False], 'log')} cannot be read: crownhouse check says more.\n")
    return FAILED if found[False] else 0


async def _rebuild(store: Store) -> Counter[bool]:
    """Return how many logs could be read, and how many could not. Trophies follow, once all is rated."""
    found = Counter([done async for done in rebuild(store.journal, PLAYABLE)])
    finder = TrophyFinder(
        store.journal, store.stores.trophies, store.stores.deals, store.stores.cups, PLAYABLE
    )
    async for _ in finder.rebuild():
        pass
    return found


def with_store(
    arguments: argparse.Namespace, work: Callable[[Store], Awaitable[T]], tell: Callable[[T], int]
) -> int:
    """Tell what is made of the store that is meant, or why it cannot be used. Returns the exit status."""
    given = {"data": arguments.data, "store": arguments.store}
    flags = {name: value for name, value in given.items() if value is not None}
    try:
        config = load_with_names(flags, os.environ, arguments.config).config
        os.umask(0o077)
        logging.basicConfig(level=logging.ERROR)
        found = asyncio.run(_opened(config, work))
    except BadConfig as bad:
        return complain(MISUSED, *bad.problems)
    except StartupError as why:
        return complain(FAILED, str(why))
    return tell(found)


async def _opened(config: Config, work: Callable[[Store], Awaitable[T]]) -> T:
    if config.store_address is None and not (config.folder / DATABASE_FILE).exists():
        raise StartupError(f"There is no database in {config.folder}.")
    with closing(DataFolder(config.folder)) as folder:
        store = await open_store(config, folder, PLAYABLE.values())
        try:
            with store.sentences():
                return await work(store)
        finally:
            await store.close()
