"""Appends to logs, many with one statement.

The primary key (table, number) is the only lock: of several that want the same place one gets it. Each append
has an id of its own, so that it is the same append however often it is sent: after every failure that may
pass it is sent again until it is known what became of it. A repetition waits for a transaction of the first
try that is still open; reading the log instead could wrongly say that nothing was added.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from uuid import UUID, uuid4

import msgspec

from server.log.entries import Entry
from server.store.journal.journal import Conflict, NotSaved
from server.store.journal.rows import ENTRY_COLUMNS, NoTable, row_of
from server.store.postgres.connection import Postgres
from server.store.postgres.failures import LoggedTrouble, NoAnswer, NothingSent, log_failure, passes
from server.store.postgres.protocols import PostgresConnection
from server.telemetry.logs import reason

log = logging.getLogger(__name__)

WRITERS = 2
"""Connections that write: while one waits for the disk, the other one gathers."""
MOST_IN_A_BATCH = 256
PATIENCE = 90.0
"""Seconds after which whoever waits for an append is told that nobody knows."""
PAUSE = 0.05
"""Seconds before a connection that was lost is opened again."""
TYPES = (
    "text", "integer", "text", "float8", "integer", "text", "integer", "text", "text", "text", "text", "text",
    "bigint", "uuid", "integer",
)  # fmt: skip
COLUMNS = ("table_id", *ENTRY_COLUMNS, "append_id", "expected")
NAMES = ", ".join(COLUMNS[:-1])
NEW_NAMES = ", ".join(f"new.{name}" for name in COLUMNS[:-1])
NEW = ", ".join(f"{name} {kind}" for name, kind in zip(COLUMNS, TYPES, strict=True))
ADD = f"""
    WITH new AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS new ({NEW})),
    first AS (
        INSERT INTO entries ({NAMES}) SELECT {NAMES} FROM new
        WHERE seq = expected + 1 AND CASE WHEN expected = 0
            THEN EXISTS (SELECT FROM tables WHERE id = new.table_id)
            ELSE EXISTS (
                SELECT FROM entries AS old WHERE old.table_id = new.table_id AND old.seq = new.expected
            ) END
        ORDER BY table_id, seq ON CONFLICT DO NOTHING RETURNING append_id
    ),
    rest AS (
        INSERT INTO entries ({NAMES})
        SELECT {NEW_NAMES} FROM new JOIN first ON first.append_id = new.append_id
        WHERE new.seq > new.expected + 1 ORDER BY new.table_id, new.seq
    )
    SELECT append_id FROM first
"""  # noqa: S608  (our own words)
"""Adds the first entry of each append if it follows on the log, and the others behind those that were added:
an append never lands in part. Sorted, so that two statements never wait for each other crosswise. Rows come
as JSON: asyncpg asks of each value of an array whether it is one.
"""
PLACES = """
    SELECT tables.id, entries.append_id
    FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS wanted (id, seq, number)
    LEFT JOIN tables ON tables.id = wanted.id
    LEFT JOIN entries ON entries.table_id = wanted.id AND entries.seq = wanted.seq ORDER BY wanted.number
"""


class PendingAppend:
    """Entries that are to be added to a log of length `expected`. Its future is done when it is known what
    became of them: None, or Conflict, NoTable, NotSaved, Unsure.
    """

    __slots__ = ("deadline", "entries", "expected", "future", "id", "is_sent", "table")

    def __init__(self, table: str, expected: int, entries: Sequence[Entry], deadline: float) -> None:
        self.table, self.expected, self.entries, self.deadline = table, expected, entries, deadline
        self.id: UUID = uuid4()
        self.is_sent = False
        """Whether it may have reached the server."""
        self.future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def finish(self, error: Exception | None = None) -> None:
        """Tell whoever waits."""
        if self.future.done():
            return
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(error)

    def refuse(self, why: BaseException) -> None:
        """Tell whoever waits that the server refuses the statement."""
        failure = NotSaved(self.table)
        failure.__cause__ = why
        self.finish(failure)

    def give_up(self, why: BaseException) -> None:
        """Tell whoever waits that time is up, and whether anything may have been added."""
        failure = (NoAnswer if self.is_sent else NothingSent)(f"{self.table}: {reason(why)}")
        failure.__cause__ = why
        self.finish(failure)


async def add_all(connection: PostgresConnection, appends: Sequence[PendingAppend]) -> set[UUID]:
    """Add appends, all with one statement, and return the ids of those that were added now. Raises what
    asyncpg raises, OSError.
    """
    rows = [
        dict(zip(COLUMNS, (*row_of(one.table, entry), one.id, one.expected), strict=True))
        for one in sorted(appends, key=lambda one: (one.table, one.expected))
        for entry in one.entries
    ]
    for one in appends:
        one.is_sent = True
    return {row["append_id"] for row in await connection.fetch(ADD, msgspec.json.encode(rows).decode())}


async def what_became(
    connection: PostgresConnection, appends: Sequence[PendingAppend]
) -> dict[UUID, Exception | None]:
    """Return of appends that were not added now what became of them: None, they were added before; or
    Conflict or NoTable. Raises what asyncpg raises, OSError.
    """
    tables, places = [one.table for one in appends], [one.expected + 1 for one in appends]
    found = await connection.fetch(PLACES, tables, places)
    return {one.id: _became(one, table, there) for one, (table, there) in zip(appends, found, strict=True)}


def _became(one: PendingAppend, table: str | None, there: UUID | None) -> Exception | None:
    """Return what became of an append that was not added now: `there` is the append that has its place."""
    if there == one.id:
        return None  # it was added before, and the answer was lost
    return NoTable(one.table) if table is None else Conflict(one.table)


class AppendWriters:
    """Connections that add what is waiting, in batches."""

    def __init__(self, database: Postgres, *, patience: float = PATIENCE) -> None:
        self._database = database
        self._patience = patience
        self._waiting: list[PendingAppend] = []
        self._trouble = LoggedTrouble(log, "entries could not be written", "entries are written again")
        self._something = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Begin to write."""
        self._tasks = [asyncio.create_task(self._write_on()) for _ in range(WRITERS)]

    async def close(self) -> None:
        """Stop; appends that are under way must have been waited for."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def pending(self, table: str, expected: int, entries: Sequence[Entry]) -> PendingAppend:
        """Return an append that has not been sent, with the time that there is for it."""
        return PendingAppend(table, expected, entries, time.monotonic() + self._patience)

    async def write(self, one: PendingAppend) -> None:
        """Add entries and return when they are durable. Raises Conflict, NoTable, NotSaved, Unsure."""
        self._waiting.append(one)
        self._something.set()
        await one.future

    async def _write_on(self) -> None:
        connection: PostgresConnection | None = None
        try:
            while True:
                batches = [await self._next_batch()]
                while batches:
                    batch = batches.pop(0)
                    try:
                        if connection is None or connection.is_closed():
                            connection = await self._database.connect()
                        await _add(connection, batch)
                        self._trouble.succeeded()
                    except Exception as error:  # noqa: BLE001  (what waits is answered whatever happens)
                        if passes(error):
                            if connection:
                                connection.terminate()
                            connection = None
                            await asyncio.sleep(PAUSE)
                        batches = [*self._left_after(error, batch), *batches]
        finally:
            if connection:
                connection.terminate()

    async def _next_batch(self) -> list[PendingAppend]:
        while not self._waiting:
            self._something.clear()
            await self._something.wait()
        batch, self._waiting = self._waiting[:MOST_IN_A_BATCH], self._waiting[MOST_IN_A_BATCH:]
        return batch

    def _left_after(self, error: Exception, batch: Sequence[PendingAppend]) -> list[list[PendingAppend]]:
        """Answer those that a failure was final for, or whose time is up. Return the others, to be tried
        again: each by itself if the statement was refused, since one of them is at fault.
        """
        if not passes(error):
            log_failure(log, "entries are refused", error, appends=len(batch))
            if len(batch) > 1:
                return [[one] for one in batch]
            batch[0].refuse(error)
            return []
        self._trouble.failed(error)
        now = time.monotonic()
        for one in (*batch, *self._waiting):
            if min(one.deadline, self._database.ends) <= now:
                one.give_up(error)
        self._waiting = [one for one in self._waiting if not one.future.done()]
        left = [one for one in batch if not one.future.done()]
        return [left] if left else []


async def _add(connection: PostgresConnection, batch: Sequence[PendingAppend]) -> None:
    added = await add_all(connection, batch)
    left = [one for one in batch if one.id not in added]
    results = await what_became(connection, left) if left else {}
    for one in batch:
        one.finish(results.get(one.id))
