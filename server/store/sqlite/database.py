"""One SQLite file, one thread that writes it, and one commit for all jobs that wait.

A job is a function of the connection. It runs in that thread inside a savepoint, so that a failing job
undoes only its own writes. Its future is resolved on the event loop after the commit. With WAL and
synchronous=FULL, what was confirmed survives kill -9 and loss of power. At every statement the thread lets
the event loop run and waits for it, so that a job with few statements is quick (`server.start.serve` keeps
the waits short). What is stored is left to `server.store.sqlite.journal` and the other stores.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

from server.store import sql
from server.store.database.opening import open_database
from server.store.database.schema import BEGIN

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]
Committed = Callable[[], None]
Join = Callable[[], None]
StartThread = Callable[[Callable[[], None]], Join]
"""Runs a function in a new thread; calling the result waits for its end."""

MOST_IN_A_BATCH = 256
PAGES_AT_ONCE = 250
"""What one commit gives back: some milliseconds."""
PAGE_BYTES = 4096
WRITTEN_ANEW = ("audit", "bans", "letters", "reports")
"""Small tables in which rows are replaced by others without an address."""


def do_nothing() -> None:
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


class SqliteJobs(Protocol):
    """What carries out jobs, each with all of its writes or none."""

    def run(self, job: Job[T], committed: Committed = do_nothing) -> Awaitable[T]:
        """Run `job` and commit; the result is the job's, or its error. `committed` is called on the event
        loop after the commit, before the waiter goes on, and also if nobody waits any more.
        """

    def close(self) -> None:
        """Write all waiting jobs, then end."""


class Database(SqliteJobs):
    """A database that is written by one thread, made on first use. Raises what `open_database` raises."""

    def __init__(self, path: Path, start_thread: StartThread) -> None:
        self._path, self._connection = path, open_database(path)
        self._queue: SimpleQueue[_PendingJob | None] = SimpleQueue()
        self._closed = False
        self._join = start_thread(self._work)

    def run(self, job: Job[T], committed: Committed = do_nothing) -> asyncio.Future[T]:
        """Raises RuntimeError if the database is closed."""
        if self._closed:
            raise RuntimeError("the database is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put(_PendingJob(job, future, loop, committed))
        return future

    async def shrink(self) -> int:
        """Give free room of the file back, a few pages a commit: nobody waits long. Return how many bytes."""
        size, free = 0, await self.run(_free_pages)
        while free:
            left = await self.run(_give_back)
            if left >= free:  # the file was made without `GIVES_ROOM_BACK`
                break
            size, free = size + (free - left) * PAGE_BYTES, left
        await self.settle()
        return size

    async def settle(self) -> None:
        """Have the file be all there is of the database, so that what was deleted is in no log beside it, nor
        are addresses between the rows of a page.
        """
        await self.run(_write_anew)
        await asyncio.to_thread(_checkpoint, self._path)

    def close(self) -> None:
        """Write all waiting jobs, then close the file. Blocks until that is done."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._join()

    def _work(self) -> None:
        """Commit all waiting jobs together, again and again; runs in the thread."""
        more = True
        while more:
            batch, more = self._next_batch()
            for result in self._commit(batch):
                _deliver(result)
        self._connection.close()

    def _next_batch(self) -> tuple[list[_PendingJob], bool]:
        """Wait for a job. Return all waiting jobs, and False with the last batch."""
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
        """Run all jobs in one transaction; if it fails as a whole, each job in its own. The savepoint of a
        single job is its transaction.
        """
        if not batch:
            return []
        try:
            if len(batch) > 1:
                self._connection.execute(BEGIN)
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
        except Exception as error:  # noqa: BLE001  (the future passes it on to the caller)
            self._connection.execute("ROLLBACK TO job")
            result = _result(pending, error=error)
        else:
            result = _result(pending, value)
        self._connection.execute("RELEASE job")
        return result


def _free_pages(connection: sqlite3.Connection) -> int:
    (free,) = connection.execute("PRAGMA freelist_count").fetchone()
    return int(free)


def _give_back(connection: sqlite3.Connection) -> int:
    """Take some free pages off the end of the file; return how many are left."""
    connection.execute(f"PRAGMA incremental_vacuum({PAGES_AT_ONCE})").fetchall()
    return _free_pages(connection)


def _write_anew(connection: sqlite3.Connection) -> None:
    """Write tables anew: secure_delete clears pages that are given up and rows that are deleted, but a page
    whose rows were moved keeps their bytes until others lie there.
    """
    for table in WRITTEN_ANEW:
        rows = connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
        if rows:
            connection.execute(f"DELETE FROM {table}")  # noqa: S608
            marks = ", ".join("?" * len(rows[0]))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608


def _checkpoint(path: Path) -> None:
    """Have the file be as short as its write-ahead log says, and that empty. Writers wait for the second step
    alone, which has little to copy.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for how in ("PASSIVE", "TRUNCATE"):
            connection.execute(f"PRAGMA wal_checkpoint({how})").fetchall()


def _result(pending: _PendingJob, value: Any = None, error: Exception | None = None) -> _JobResult:
    return _JobResult(pending.future, pending.loop, pending.committed, value, error)


def _deliver(result: _JobResult) -> None:
    try:
        result.loop.call_soon_threadsafe(_resolve, result)
    except RuntimeError:  # the loop is closed: nobody waits for the result
        return


def _resolve(result: _JobResult) -> None:
    """Set the future's result or error, unless it was cancelled."""
    if result.error is None:
        if not result.future.done():
            result.future.set_result(result.value)
        result.committed()
    elif not result.future.done():
        result.future.set_exception(result.error)


class SqliteSql(sql.Sql):
    """The database of a host that is one process."""

    def __init__(self, database: SqliteJobs) -> None:
        self._database = database

    async def run(self, job: sql.Job[T]) -> T:
        return await self._database.run(lambda connection: sql.to_its_end(job, connection))
