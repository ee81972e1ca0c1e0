"""One SQLite file, one thread that writes it, and one commit for everything that waits.

A job is a function of the connection; it runs in that thread, inside a savepoint, so that a
failing job takes back its own writes and nobody else's. Its future is resolved on the event
loop after the commit. WAL with synchronous=FULL: what was acknowledged survives kill -9 and
loss of power. At every statement the thread gives way to the event loop's and has to wait for it:
few statements are what makes a job quick (and `server.cli.serve` keeps the waits short). What is
stored is the business of `server.storage.sqlite_journal` and `server.storage.sqlite_accounts`.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from server.storage.migrations import MIGRATIONS, migrate

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]
Committed = Callable[[], None]
Join = Callable[[], None]
StartThread = Callable[[Callable[[], None]], Join]
"""Runs a function in a thread of its own; what it returns waits for the end of it."""

SCHEMA_VERSION = 3
MOST_IN_A_BATCH = 256
SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, rules_version INTEGER NOT NULL,
    seats INTEGER NOT NULL, options TEXT NOT NULL, owner TEXT NOT NULL, seed BLOB NOT NULL,
    commitment TEXT NOT NULL, opened REAL NOT NULL, private INTEGER NOT NULL, code TEXT NOT NULL,
    clock TEXT NOT NULL, rematch_of TEXT NOT NULL, ended INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX open_tables ON tables (opened) WHERE NOT ended;
CREATE TABLE entries (
    "table" TEXT NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL, kind TEXT NOT NULL,
    time REAL NOT NULL, seat INTEGER NOT NULL, "by" TEXT NOT NULL, ask INTEGER NOT NULL,
    who TEXT NOT NULL, name TEXT NOT NULL, move TEXT NOT NULL, draws TEXT NOT NULL, note TEXT NOT NULL,
    PRIMARY KEY ("table", seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX seatings ON entries ("table", seq) WHERE kind <> 'move';
CREATE INDEX seated ON entries (who) WHERE kind IN ('sit', 'keep');
CREATE TABLE results (
    player TEXT NOT NULL, "table" TEXT NOT NULL REFERENCES tables (id), ended REAL NOT NULL,
    PRIMARY KEY (player, "table")
) STRICT, WITHOUT ROWID;
CREATE INDEX latest ON results (player, ended);
CREATE TABLE accounts (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, skeleton TEXT NOT NULL UNIQUE, created REAL NOT NULL
) STRICT;
CREATE TABLE keys (
    fingerprint TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    added REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE bans (
    what TEXT PRIMARY KEY, name TEXT NOT NULL, since REAL NOT NULL, until REAL, address INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE settings (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, setting TEXT NOT NULL,
    value TEXT NOT NULL, PRIMARY KEY (account, setting)
) STRICT, WITHOUT ROWID;
CREATE TABLE ignored (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, other TEXT NOT NULL,
    name TEXT NOT NULL, PRIMARY KEY (account, other)
) STRICT, WITHOUT ROWID;
CREATE TABLE outages (began REAL NOT NULL, ended REAL NOT NULL) STRICT;
CREATE TABLE life (sign REAL NOT NULL) STRICT;
"""


class WrongSchema(Exception):  # noqa: N818
    """The file was written by another version of crownhouse. `found` is its schema's number."""

    def __init__(self, found: int) -> None:
        super().__init__(found)
        self.found = found


def _nobody_else() -> None:
    """Only whoever waits hears of it."""


class _Waiting(NamedTuple):
    job: Job[Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    told: Committed


class _Outcome(NamedTuple):
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    told: Committed
    value: Any = None
    error: Exception | None = None


class Database:
    """Opens (and on first use makes) the file. Raises WrongSchema and sqlite3.Error."""

    def __init__(self, path: Path, start_thread: StartThread) -> None:
        self._connection = _connect(path)
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._closed = False
        self._join = start_thread(self._work)

    def run(self, job: Job[T], told: Committed = _nobody_else) -> asyncio.Future[T]:
        """Has `job` run and committed; its result, or what it raised. `told` is called on the event loop
        as soon as it is committed, before whoever waits hears of it and also when nobody waits any more.
        """
        if self._closed:
            raise RuntimeError("the database is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put(_Waiting(job, future, loop, told))
        return future

    def close(self) -> None:
        """Writes what waits, then closes the file. Blocks until that is done."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._join()

    def _work(self) -> None:
        """The thread: takes whatever waits and commits it at once."""
        more = True
        while more:
            batch, more = self._next_batch()
            for outcome in self._commit(batch):
                _tell(outcome)
        self._connection.close()

    def _next_batch(self) -> tuple[list[_Waiting], bool]:
        """Waits for a first job; with False behind the last batch there will be."""
        batch: list[_Waiting] = []
        item = self._queue.get()
        while item is not None:
            batch.append(item)
            if len(batch) == MOST_IN_A_BATCH:
                return batch, True
            try:
                item = self._queue.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _commit(self, batch: Sequence[_Waiting]) -> list[_Outcome]:
        """Everything in one transaction; where that fails as a whole, each job in its own. A job alone
        needs no other transaction than its savepoint.
        """
        if not batch:
            return []
        try:
            if len(batch) > 1:
                self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [self._attempt(waiting) for waiting in batch]
            if len(batch) > 1:
                self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if len(batch) == 1:
                return [_outcome(batch[0], error=error)]
            return [outcome for waiting in batch for outcome in self._commit([waiting])]
        return outcomes

    def _attempt(self, waiting: _Waiting) -> _Outcome:
        """Runs a job. Raises sqlite3.Error where the whole transaction is gone with it."""
        self._connection.execute("SAVEPOINT job")
        try:
            value = waiting.job(self._connection)
        except Exception as error:  # noqa: BLE001  (it is the caller's: it travels with the future)
            self._connection.execute("ROLLBACK TO job")
            self._connection.execute("RELEASE job")
            return _outcome(waiting, error=error)
        self._connection.execute("RELEASE job")
        return _outcome(waiting, value)


def _outcome(waiting: _Waiting, value: Any = None, error: Exception | None = None) -> _Outcome:
    return _Outcome(waiting.future, waiting.loop, waiting.told, value, error)


def _tell(outcome: _Outcome) -> None:
    try:
        outcome.loop.call_soon_threadsafe(_resolve, outcome)
    except RuntimeError:  # the loop is closed: nobody waits any more
        return


def _resolve(outcome: _Outcome) -> None:
    """Whoever waits goes on at the loop's next turn, if they were not cancelled meanwhile."""
    if outcome.error is None:
        if not outcome.future.done():
            outcome.future.set_result(outcome.value)
        outcome.told()
    elif not outcome.future.done():
        outcome.future.set_exception(outcome.error)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # what is forgotten leaves nothing behind
        _make_schema(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _make_schema(connection: sqlite3.Connection) -> None:
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    if found == SCHEMA_VERSION:
        return
    if found in MIGRATIONS:
        migrate(connection, found, SCHEMA_VERSION)
        return
    if found != 0:
        raise WrongSchema(found)
    connection.executescript(f"BEGIN;{SCHEMA};PRAGMA user_version = {SCHEMA_VERSION};COMMIT")
