"""`crownhouse check DATA`: checks the whole database of a host, which may be running, and changes nothing. Of
PostgreSQL, `check --store URL` says how that is done.

Exit status 0: nothing is damaged; 1: something is, with a sentence for each problem; 2: wrong arguments.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.game import AnyGame, printable, with_rules
from engine.registry import GAMES
from server.log.fold import replay
from server.log.table_state import BrokenLog, opened
from server.settings.store_address import StoreAddress, without_password
from server.store.database.data_folder import DATABASE_FILE
from server.store.database.file_check import CHECK_SAYS_MORE, read_only
from server.store.database.schema import LOST_REFERENCES, SCHEMA_VERSION, UnusableDatabase, version_of
from server.store.journal.rows import DamagedLog
from server.store.sqlite.journal import find_opening, read_log
from server.telemetry.sentences import counted

TABLES = "SELECT id, name, ended FROM tables ORDER BY opened, rowid"
RETIRED = """
    SELECT NOT EXISTS (SELECT 1 FROM game_results WHERE table_id = ?1)
        AND NOT EXISTS (SELECT 1 FROM entries WHERE table_id = ?1 AND kind = 'end')
"""
"""Whether a table that has ended was ended by an operator or its owner because its log is damaged."""
DAMAGED, MISUSED = 1, 2
MOST = 100
"""The most problems reported by SQLite that are printed."""
COUNTS = (
    "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM entries), (SELECT count(*) FROM accounts)"
)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "check",
        help="look for damage in a host's database, without changing it",
        usage="%(prog)s [-h] (DATA | --store URL)",  # some versions of Python say that both can be left out
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "data", type=Path, nargs="?", metavar="DATA", help="the data folder, or a database or backup"
    )
    what.add_argument("--store", metavar="URL", help="a PostgreSQL database: says how it is checked")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print all problems and return the exit status."""
    if arguments.store is not None:
        return _check_postgres(arguments.store)
    path = arguments.data / DATABASE_FILE if arguments.data.is_dir() else arguments.data
    damaged = False
    try:
        with read_only(path) as connection:
            for sentence in _findings(connection):
                damaged = True
                sys.stderr.write(f"{printable(sentence)}\n")
            if not damaged:
                tables, entries, accounts = connection.execute(COUNTS).fetchone()
                found = (
                    counted(tables, "table"),
                    counted(entries, "entry", "entries"),
                    counted(accounts, "account"),
                )
                sys.stdout.write(f"{path}: {', '.join(found)}, all well.\n")
    except UnusableDatabase as why:
        damaged = True
        said = str(why).removesuffix(CHECK_SAYS_MORE)
        sys.stderr.write(f"{printable(f'The database {path} {said}.')}\n")
    except sqlite3.Error as error:
        damaged = True
        sys.stderr.write(f"{printable(f'The database {path} cannot be read: {error}.')}\n")
    return DAMAGED if damaged else 0


def _check_postgres(url: str) -> int:
    """Say how a PostgreSQL database is checked, and return the exit status for wrong arguments."""
    try:
        address = without_password(StoreAddress(url))
    except ValueError as problem:
        sys.stderr.write(f"--store: {problem}.\n")
    else:
        sys.stderr.write(
            f"The database at {address} belongs to PostgreSQL: check it with pg_amcheck, and copy it with"
            " pg_dump, which reads every row.\n"
        )
    return MISUSED


def _findings(connection: sqlite3.Connection) -> Iterator[str]:
    for (found,) in connection.execute(f"PRAGMA integrity_check({MOST})").fetchall():
        if found != "ok":
            yield " ".join(str(found).split())
    for table, _, other, _ in connection.execute(LOST_REFERENCES).fetchmany(MOST):
        yield f"table {table} refers to {other} that are not there"
    if version_of(connection) == SCHEMA_VERSION:
        yield from check_logs(connection, GAMES)
    else:
        sys.stdout.write("An older database: its logs are checked once a host has brought it up to date.\n")


def check_logs(connection: sqlite3.Connection, games: Mapping[str, AnyGame]) -> Iterator[str]:
    """Yield a sentence for each table whose log is damaged, but for those that were ended for it. Only the
    logs of open tables are checked against the rules: from ended ones, players may have been deleted.
    """
    for table, name, ended in connection.execute(TABLES).fetchall():
        try:
            opening = find_opening(connection, table)
            entries = read_log(connection, table)
            game = with_rules(games.get(opening.game), opening.rules_version)
            if game is not None and not ended:
                replay(opened(opening), entries, game)
        except DamagedLog as why:
            if not ended or not connection.execute(RETIRED, (table,)).fetchone()[0]:
                yield f"{name} ({table}): {why}"
        except BrokenLog as why:
            yield f"{name} ({table}): {why} breaks the rules"
