"""One SQLite file, one thread that writes it, and one commit for all jobs that wait.

A job is a function of the connection. It runs in that thread inside a savepoint, so that a failing job takes
back only its own writes. Its future is resolved on the event loop after the commit. With WAL and
synchronous=FULL, what was confirmed survives kill -9 and loss of power. At every statement the thread gives
way to the event loop and waits for it, so a job is quick if it has few statements (`server.cli.serve` keeps
the waits short). What is stored is left to `server.storage.sqlite_journal` and the other stores.
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
"""Runs a function in a new thread; the result waits for its end."""

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
    """The file was written by another version of crownhouse. `found` is the number of its schema."""

    def __init__(self, found: int) -> None:
        super().__init__(found)
        self.found = found


def _do_nothing() -> None:
    """Do nothing."""


class _PendingJob(NamedTuple):
    job: Job[Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    committed: Committed


class _JobResult(NamedTuple):
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    committed: Committed
    value: Any = None
    error: Exception | None = None


class Database:
    """A database that is written by one thread, made on first use. Raises WrongSchema and sqlite3.Error."""

    def __init__(self, path: Path, start_thread: StartThread) -> None:
        self._connection = _connect(path)
        self._queue: SimpleQueue[_PendingJob | None] = SimpleQueue()
        self._closed = False
        self._join = start_thread(self._work)

    def run(self, job: Job[T], committed: Committed = _do_nothing) -> asyncio.Future[T]:
        """Run `job` and commit. The future has its result or what it raised. `committed` is called on the
        event loop after the commit, before the future's waiter goes on, and also if nobody waits any longer.
        Raises RuntimeError if the database is closed.
        """
        if self._closed:
            raise RuntimeError("the database is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put(_PendingJob(job, future, loop, committed))
        return future

    def close(self) -> None:
        """Write what is waiting, then close the file. Blocks until that is done."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._join()

    def _work(self) -> None:
        """Take whatever waits and commit it together; runs in the thread."""
        more = True
        while more:
            batch, more = self._next_batch()
            for result in self._commit(batch):
                _deliver(result)
        self._connection.close()

    def _next_batch(self) -> tuple[list[_PendingJob], bool]:
        """Wait for a job. Return the jobs that wait, and False after the last batch."""
        batch: list[_PendingJob] = []
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

    def _commit(self, batch: Sequence[_PendingJob]) -> list[_JobResult]:
        """Run all jobs in one transaction; if it fails as a whole, each job in its own. A single job needs no
        other transaction than its savepoint.
        """
        if not batch:
            return []
        try:
            if len(batch) > 1:
                self._connection.execute("BEGIN IMMEDIATE")
            results = [self._attempt(pending) for pending in batch]
            if len(batch) > 1:
                self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if len(batch) == 1:
                return [_result(batch[0], error=error)]
            return [result for pending in batch for result in self._commit([pending])]
        return results

    def _attempt(self, pending: _PendingJob) -> _JobResult:
        """Run a job. Raises sqlite3.Error if the whole transaction is lost with it."""
        self._connection.execute("SAVEPOINT job")
        try:
            value = pending.job(self._connection)
        except Exception as error:  # noqa: BLE001  (it is the caller's: it travels with the future)
            self._connection.execute("ROLLBACK TO job")
            self._connection.execute("RELEASE job")
            return _result(pending, error=error)
        self._connection.execute("RELEASE job")
        return _result(pending, value)


def _result(pending: _PendingJob, value: Any = None, error: Exception | None = None) -> _JobResult:
    return _JobResult(pending.future, pending.loop, pending.committed, value, error)


def _deliver(result: _JobResult) -> None:
    try:
        result.loop.call_soon_threadsafe(_resolve, result)
    except RuntimeError:  # the loop is closed: nobody waits any longer
        return


def _resolve(result: _JobResult) -> None:
    """Set the future's result or error, unless it was cancelled."""
    if result.error is None:
        if not result.future.done():
            result.future.set_result(result.value)
        result.committed()
    elif not result.future.done():
        result.future.set_exception(result.error)


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
