"""A disk in a simulation: the host's real SQLite stores, written late, refused or cut off in the middle.

SQLite commits a transaction whole or not at all; so a kill leaves what was before it or what is after it,
whether or not anybody was told. A commit that was cut off in the middle leaves a torn write-ahead log.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from server.store.sqlite import database as sqlite_database
from server.store.sqlite.database import Database
from tests.simulation.loop import SimulatedLoop, between

Phase = Literal["before", "torn", "after", "told", "unsure"]
PHASES: tuple[Phase, ...] = ("before", "torn", "after", "told", "unsure")
"""When in the course of a commit the host is killed: before it; in the middle; once it is durable, with
nobody told; a few steps after the writers were told; or a few steps after they were told that it failed
although it is durable, as after a failed fsync.
"""
TICK = 1e-6
BLOCK = 512
SPARED = ("ROLLBACK", "PRAGMA", "SELECT")
"""Statements that do not fail, whatever the disk does."""


class KillPoint(NamedTuple):
    """The commit of a life (1 is the first) at which the host is killed."""

    commit: int
    phase: Phase
    steps: int = 0
    """For "told" and "unsure": how many callbacks are still run."""


class Image(NamedTuple):
    """What is on the disk: the database and its write-ahead log."""

    database: bytes
    wal: bytes

    def write(self, path: Path) -> None:
        path.write_bytes(self.database)
        wal_of(path).write_bytes(self.wal)


def wal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


class Disk:
    """The disk of one life of a host. `committed` is called when something has become durable."""

    def __init__(
        self, path: Path, loop: SimulatedLoop, rng: Random, kill: KillPoint | None, *, calm: bool = False
    ) -> None:
        self._path, self._loop, self._rng, self._kill = path, loop, rng, kill
        self._calm = calm
        self._busy = False
        self._last_delivery = 0.0
        self._trouble = (0.0, 0.0, 0.0)
        """From when until when statements fail, and how many of them."""
        self.commits = 0
        self.committed: Callable[[], None] = lambda: None
        self.attempted: Callable[[Any], None] = lambda _: None
        """Called with the row of every entry that somebody tries to write."""
        self.image: Image | None = None
        """What a kill left."""
        self.frozen = False
        self.checkpoint = rng.choice((10, 40, 1000))
        """After so many pages the log is copied into the database and begins anew."""
        self.database = SteppedDatabase(path, self)

    def wake(self) -> None:
        """Something waits to be written."""
        if not self._busy and not self.frozen:
            self._busy = True
            slow = not self._calm and self._rng.random() < 0.02
            seconds = between(self._rng, 0.05, 4.0) if slow else between(self._rng, 0.0002, 0.02)
            self._loop.call_later(seconds, self._commit)

    def in_trouble(self) -> bool:
        """Whether this statement fails."""
        began, ends, share = self._trouble
        return began <= self._loop.time() < ends and self._rng.random() < share

    def have_trouble(self, after: float) -> tuple[float, float, float]:
        """Fail for a while, a little or altogether; from when until when, and how much."""
        began = self._loop.time() + after
        share = self._rng.choice((0.25, 0.95))
        self._trouble = began, began + between(self._rng, 0.1, 8.0), share
        return self._trouble

    def read(self) -> Image:
        """What is on the disk now."""
        wal = wal_of(self._path)
        return Image(self._path.read_bytes(), wal.read_bytes() if wal.exists() else b"")

    def drain(self) -> None:
        """Write all that waits, at the end of a life that was not killed."""
        more = True
        while more:
            batch, more = self.database._next_batch()
            self._deliver(self.database._commit(batch))
            self.committed()

    def _commit(self) -> None:
        self.commits += 1
        here = self._kill if self._kill and self._kill.commit == self.commits else None
        if here and here.phase == "before":
            self._die(self.read())
            return
        before = self.read() if here and here.phase == "torn" else None
        batch, _ = self.database._next_batch()
        results = self.database._commit(batch)
        if before is not None:
            self._die(self._torn(before, self.read()))
            return
        self.committed()
        if here and here.phase == "after":
            self._die(self.read())
            return
        if here and here.phase == "unsure":
            error = sqlite3.OperationalError("disk I/O error")
            results = [result._replace(value=None, error=result.error or error) for result in results]
            self.frozen, self.image = True, self.read()
        self._busy = False
        seconds = between(self._rng, 0.0001, 0.01)
        self._last_delivery = max(self._last_delivery + TICK, self._loop.time() + seconds)
        self._loop.call_at(self._last_delivery, self._deliver, results, here)
        if not self.database._queue.empty():
            self.wake()

    def _deliver(self, results: Any, here: KillPoint | None = None) -> None:
        for result in results:
            sqlite_database._deliver(result)
        if here:
            self._loop.kill(here.steps)

    def _torn(self, before: Image, after: Image) -> Image:
        """A commit that was cut off: some of the bytes of the log are new. SQLite writes the database itself
        only after the log was synced, so such a commit (a checkpoint) is not torn.
        """
        if before.database != after.database or before.wal == after.wal:
            return after
        cut = self._rng.randint(_first_difference(before.wal, after.wal), len(after.wal))
        return Image(after.database, after.wal[:cut] + before.wal[cut:])

    def _die(self, image: Image) -> None:
        self.frozen, self.image = True, image
        self._loop.kill()


def _first_difference(one: bytes, other: bytes) -> int:
    """The number of bytes that two texts have in common, in whole blocks."""
    most = min(len(one), len(other))
    blocks = range(0, most, BLOCK)
    return next(
        (place for place in blocks if one[place : place + BLOCK] != other[place : place + BLOCK]), most
    )


class SteppedDatabase(Database):
    """The host's database without its thread: a `Disk` says when it commits."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self._disk = disk
        super().__init__(path, lambda _: disk.drain)
        self.real = self._connection
        self.real.execute(f"PRAGMA wal_autocheckpoint = {disk.checkpoint}")
        self._connection = FaultyConnection(self._connection, disk)  # type: ignore[assignment]

    def run(self, job: Any, committed: Any = sqlite_database.do_nothing) -> Any:
        future = super().run(job, committed)
        self._disk.wake()
        return future


class FaultyConnection:
    """A connection to a database on a disk that may fail."""

    def __init__(self, connection: sqlite3.Connection, disk: Disk) -> None:
        self._connection, self._disk = connection, disk

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        self._look(sql, parameters)
        return self._connection.execute(sql, *parameters)

    def executemany(self, sql: str, rows: Any) -> sqlite3.Cursor:
        rows = list(rows)
        for row in rows:
            self._look(sql, (row,))
        return self._connection.executemany(sql, rows)

    def _look(self, sql: str, parameters: Any) -> None:
        statement = sql.lstrip()
        if statement.startswith("INSERT INTO entries"):
            self._disk.attempted(parameters[0])
        if not statement.startswith(SPARED) and self._disk.in_trouble():
            raise sqlite3.OperationalError("disk I/O error")


def make_file(folder: Path) -> Path:
    """A database with nothing in it, to begin with."""
    path = folder / "empty.db"
    Database(path, lambda _: lambda: None)._connection.close()
    return path


def scratch() -> Path | None:
    """A folder in memory, where there is one: what a simulated disk keeps need not reach a real one."""
    return Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else None  # noqa: S108  (made with mkdtemp)
