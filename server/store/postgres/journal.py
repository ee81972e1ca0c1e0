"""The journal of a host of several nodes: every node appends to every log, in one PostgreSQL database.

How entries are added is left to `server.store.postgres.appends`, how they reach the listeners on other nodes
to `server.store.postgres.tails`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any
from uuid import uuid4

from server.log.entries import Entry, Opening, TableSummary
from server.store import dice_counts
from server.store.journal.journal import (
    COUNTED,
    Conflict,
    Listener,
    NotSaved,
    RematchTaken,
    TableNameTaken,
    Unsure,
)
from server.store.journal.rows import (
    ENTRY_COLUMNS,
    OPENING_COLUMNS,
    DamagedLog,
    NoTable,
    Seatings,
    check_numbers,
    entry_of,
    opening_row,
)
from server.store.postgres.appends import PATIENCE, AppendWriters, PendingAppend, add_all, what_became
from server.store.postgres.connection import Job, Postgres
from server.store.postgres.doorbell import PostgresDoorbell
from server.store.postgres.failures import StoreUnreachable, log_failure
from server.store.postgres.protocols import PostgresConnection
from server.store.postgres.sql import PostgresSql, PostgresTransaction
from server.store.postgres.tails import POLL, TOPIC, PostgresTails
from server.store.sql import marks
from server.store.stored_journal import HAS_TABLE, StoredJournal, note_counted
from tui.host.port import Release

log = logging.getLogger(__name__)

OPENING = ", ".join(OPENING_COLUMNS)
ENTRY = ", ".join(f"entries.{column}" for column in ENTRY_COLUMNS)
ADD_TABLE = f"""
    INSERT INTO tables ({OPENING}, creation) VALUES ({marks(len(OPENING_COLUMNS) + 1)})
    ON CONFLICT DO NOTHING RETURNING true
"""  # noqa: S608  (our own words)
CREATION = "SELECT creation FROM tables WHERE id = $1"
LENGTH = "SELECT ended, length FROM tables WHERE id = $1"
READ = f"SELECT {ENTRY} FROM entries WHERE table_id = $1 AND seq > $2 ORDER BY seq"  # noqa: S608  (likewise)
LAST = "SELECT seq, time FROM entries WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1"
WANTED = "($1::text[] IS NULL OR id = ANY ($1))"
OPEN_TABLES = f"""
    SELECT coalesce(last.seq, 0), last.time, (SELECT count(*) FROM entries WHERE table_id = id), {OPENING}
    FROM tables LEFT JOIN LATERAL ({LAST}) AS last ON true WHERE NOT ended AND {WANTED}
    ORDER BY opened, number
"""  # noqa: S608  (likewise)
SEATINGS = f"""
    SELECT entries.table_id, {ENTRY} FROM tables JOIN entries ON table_id = id
    WHERE NOT ended AND kind <> 'move' AND {WANTED} ORDER BY table_id, seq
"""  # noqa: S608  (likewise)
TABLES = "tables"
"""The topic of rings for tables that were opened or have ended."""
CATCH_UP_SECONDS = 5.0
"""Seconds for which an append whose fate is known, or a refusal, waits for what other nodes have written."""


def _ignore(table: str) -> None:
    """Do nothing."""


async def summaries(database: Postgres, tables: Collection[str]) -> tuple[TableSummary, ...]:
    """Those of these tables that have not ended, as `open_tables` does. Raises what `Postgres.run` raises."""

    async def job(connection: PostgresConnection) -> tuple[TableSummary, ...]:
        return await _open_tables(connection, tables)

    return await database.run(job, isolation="repeatable_read")


class PostgresJournal(StoredJournal):
    """It uses a database and a doorbell, which are left open."""

    def __init__(
        self,
        database: Postgres,
        doorbell: PostgresDoorbell,
        *,
        patience: float = PATIENCE,
        poll: float = POLL,
        when_opening: Callable[[str], None] = _ignore,
        when_unsure: Callable[[str], None] = _ignore,
    ) -> None:
        """Prepare a node's side; `patience` with an append and `poll`, between two polls, in seconds.
        `when_opening` is called with the id of each table that this node opens, before any node can read it,
        `when_unsure` with that of each table of which nobody knows whether this node has opened it.
        """
        super().__init__(PostgresSql(database))
        self._database = database
        self._doorbell = doorbell
        self._patience = patience
        self._writers = AppendWriters(database, patience=patience)
        self._tails = PostgresTails(database, doorbell, poll=poll)
        self._running: set[asyncio.Task[Any]] = set()
        self._when_opening, self._when_unsure = when_opening, when_unsure

    def open(self) -> None:
        """Begin to write and to listen."""
        self._writers.open()
        self._tails.open()

    async def create(self, opening: Opening, entries: Sequence[Entry] = ()) -> None:
        check_numbers(0, entries)
        await self._to_its_end(self._create(opening, entries))

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        check_numbers(expected, entries)
        if entries:
            await self._to_its_end(self._append(self._writers.pending(table, expected, entries)))

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        found = await self._database.fetch(LENGTH, table)
        if not found:
            raise NoTable(table)
        rows = await self._database.fetch(READ, table, after)
        _check_seq([row["seq"] for row in rows], after, found[0]["length"] or 0)
        return tuple(entry_of(table, tuple(row)) for row in rows)

    async def tails(self, after: Mapping[str, int]) -> Mapping[str, tuple[Entry, ...]]:
        return {table: tuple(tail) for table, tail in (await self._tails.read_tails(after)).items()}

    async def open_tables(self) -> tuple[TableSummary, ...]:
        return await self._database.run(_open_tables, isolation="repeatable_read")

    def subscribe(self, table: str, listener: Listener, after: int = 0) -> Release:
        return self._tails.follow(table, listener, after)

    async def catch_up(self) -> None:
        """Return after all listeners here were given what was durable before the call. Raises what
        `Postgres.fetch` raises.
        """
        await self._tails.catch_up()

    async def retire(self, table: str) -> None:
        await super().retire(table)
        self._doorbell.ring(TABLES, table)

    async def close(self) -> None:
        """Wait for all appends that are under way, then stop writing and listening."""
        while self._running:
            await asyncio.wait(self._running)
        await self._writers.close()
        await self._tails.close()

    async def _to_its_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Do work that goes on if whoever waits for it is cancelled."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        await asyncio.shield(task)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more

    async def _create(self, opening: Opening, entries: Sequence[Entry]) -> None:
        creation, one = uuid4(), self._writers.pending(opening.id, 0, entries)
        self._when_opening(opening.id)

        async def job(connection: PostgresConnection) -> None:
            if not await connection.fetchval(ADD_TABLE, *opening_row(opening), creation):
                if await connection.fetchval(CREATION, opening.id) != creation:
                    raise await _taken(connection, opening)
                return  # it was added before, and the answer was lost
            await dice_counts.count_opened(PostgresTransaction(connection), opening.id)
            if entries:
                await add_all(connection, [one])
                await note_counted(PostgresTransaction(connection), one.table, one.entries)

        try:
            await self._run(one, job)
        except Unsure:
            self._when_unsure(opening.id)
            raise
        self._doorbell.ring(TABLES, opening.id)
        if entries:
            await self._tell(one)

    async def _append(self, one: PendingAppend) -> None:
        try:
            if COUNTED.isdisjoint(entry.kind for entry in one.entries):
                await self._writers.write(one)
            else:
                # as long as others: the last move of a game outlasts what its other moves do
                await self._run(one, lambda connection: _add_counted(connection, one), self._patience)
        except Conflict:
            await self.hear(one.table)
            raise
        await self._tell(one)

    async def _run(self, one: PendingAppend, job: Job[None], patience: float | None = None) -> None:
        """Run a job that adds entries, for `patience` seconds (None: as for reads). Raises what the job
        raises, NotSaved, Unsure.
        """

        async def send(connection: PostgresConnection) -> None:
            one.is_sent = True
            await job(connection)

        try:
            await self._database.run(send, patience=patience)
        except (Conflict, NoTable, DamagedLog):
            raise
        except StoreUnreachable as error:
            raise (Unsure(one.table) if one.is_sent else NotSaved(one.table)) from error
        except Exception as error:
            raise NotSaved(one.table) from error

    async def _tell(self, one: PendingAppend) -> None:
        """Tell the listeners on all nodes what was added."""
        self._doorbell.ring(TOPIC, one.table, one.entries[-1].seq)
        if any(entry.kind == "end" for entry in one.entries):
            self._doorbell.ring(TABLES, one.table)
        if not self._tails.know(one.table, one.expected):
            await self.hear(one.table)
        self._tails.deliver(one.table, one.entries)

    async def hear(self, table: str = "") -> None:
        try:
            async with asyncio.timeout(CATCH_UP_SECONDS):
                await self._tails.catch_up(table)
        except Exception as error:  # noqa: BLE001  (they get it with a poll)
            log_failure(log, "new entries could not be read", error)


async def _add_counted(connection: PostgresConnection, one: PendingAppend) -> None:
    """Add entries of which some are counted, or end the table. Raises Conflict, NoTable."""
    if one.id in await add_all(connection, [one]):
        await note_counted(PostgresTransaction(connection), one.table, one.entries)
    elif failure := (await what_became(connection, [one]))[one.id]:
        raise failure


async def _taken(connection: PostgresConnection, opening: Opening) -> Conflict:
    """Return what is in the way of a new table: its id, its name or its rematch."""
    if await connection.fetchval(HAS_TABLE, opening.id):
        return Conflict(opening.id)
    if await connection.fetchval("SELECT true FROM tables WHERE name = $1 AND NOT ended", opening.name):
        return TableNameTaken(opening.name)
    return RematchTaken(opening.rematch_of)


def _check_seq(found: Sequence[int], after: int, length: int) -> None:
    """Raise DamagedLog unless exactly these entries follow on `after`, up to the length, if it is known."""
    last = max(found[-1] if found else after, length)
    if missing := sorted(set(range(after + 1, last + 1)) - set(found)):
        more = f" and {len(missing) - 1} more are" if len(missing) > 1 else " is"
        raise DamagedLog(f"entry {missing[0]}{more} missing")


async def _open_tables(
    connection: PostgresConnection, tables: Collection[str] | None = None
) -> tuple[TableSummary, ...]:
    """Return all open tables, or those with these ids."""
    ids = None if tables is None else list(tables)
    seatings = Seatings(await connection.fetch(SEATINGS, ids))
    return tuple(
        seatings.summary(
            row, last, changed, "" if count == last else f"entries written: {last}, there: {count}"
        )
        for last, changed, count, *row in await connection.fetch(OPEN_TABLES, ids)
    )
