"""A node of the journal in a process of its own: writers append to all tables, listeners hear everything.

`python -m tests.chaos.journal_node URL NODE UNTIL FACTS` writes facts into the file FACTS, one a line, each
as soon as it is known; `tests.chaos.journal_verdict` compares them with what is stored. UNTIL is by the
monotonic clock, which all processes of a machine share.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from server.log.entries import Entry
from server.store.database.data_folder import StartupError
from server.store.journal.journal import Conflict, NotSaved, Unsure
from server.store.postgres.connection import Postgres, open_postgres
from server.store.postgres.doorbell import PostgresDoorbell
from server.store.postgres.journal import PostgresJournal

TABLES = 12
WRITERS = 4
RATE = 8.0
"""Appends a second of one writer."""
QUIET = 8.0
"""Seconds after the last append in which every node has to hear of everything."""
PATIENCE = 8.0
"""Seconds after which an append is unsure."""


class NodeFacts:
    """What a node knows, as lines in a file that outlives it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", buffering=1)

    def note(self, *words: object) -> None:
        self._file.write(" ".join(map(str, words)) + "\n")


class ChaosJournalNode:
    """The writers and listeners of one node."""

    def __init__(self, name: str, journal: PostgresJournal, facts: NodeFacts, until: float) -> None:
        self._name, self._journal, self._facts, self._until = name, journal, facts, until
        self._known = [0] * TABLES
        self._rng = Random()

    async def run(self) -> None:
        """Append until the time is up, then wait until everything has been heard."""
        self._facts.note("opened", f"{time.monotonic():.4f}")
        for table in range(TABLES):
            self._journal.subscribe(f"t{table}", lambda entries, table=table: self._hear(table, entries), 0)
        async with asyncio.TaskGroup() as writers:
            for writer in range(WRITERS):
                writers.create_task(self._write(writer))
        await asyncio.sleep(QUIET)
        for table, known in enumerate(self._known):
            self._facts.note("end", f"t{table}", known)

    def _hear(self, table: int, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if entry.seq != self._known[table] + 1:
                self._facts.note("gap", f"t{table}", self._known[table], entry.seq)
            self._known[table] = entry.seq
            self._facts.note("told", f"t{table}", entry.seq, entry.note, f"{time.monotonic():.4f}")

    async def _write(self, writer: int) -> None:
        number = 0
        while time.monotonic() < self._until:
            await asyncio.sleep(self._rng.expovariate(RATE))
            number += 1
            await self._append(self._rng.randrange(TABLES), f"{self._name}.{writer}.{number}")

    async def _append(self, table: int, token: str) -> None:
        """Append one or two entries, again and again until they are stored, refused, or nobody knows."""
        size = self._rng.choice((1, 1, 1, 2))
        began = time.monotonic()
        while True:
            known = self._known[table]
            entries = [
                Entry(seq=known + 1 + part, kind="beforehand", seat=1, note=f"{token}/{part}/{size}")
                for part in range(size)
            ]
            self._facts.note("try", token)
            try:
                await self._journal.append(f"t{table}", known, entries)
            except Conflict:
                self._facts.note("conflict", token)
            except NotSaved as error:
                self._facts.note("refused", token, repr(error.__cause__))
                return
            except Unsure:
                self._facts.note("unsure", token)
                return
            else:
                now = time.monotonic()
                self._facts.note(
                    "stored", token, f"t{table}", known + 1, size, f"{now:.4f}", f"{now - began:.4f}"
                )
                return


async def main(url: str, name: str, until: float, path: Path) -> None:
    """Run the node; a database that is not there yet is waited for."""
    facts = NodeFacts(path)
    database = await _open(url, until)
    if database is None:
        return
    doorbell = PostgresDoorbell(database)
    await doorbell.open()
    journal = PostgresJournal(database, doorbell)
    journal.open()
    await ChaosJournalNode(name, journal, facts, until).run()
    await journal.close()
    await doorbell.close()
    await database.close()


async def _open(url: str, until: float) -> Postgres | None:
    while time.monotonic() < until:
        with suppress(StartupError):
            return await open_postgres(url, patience=PATIENCE)
        await asyncio.sleep(0.2)
    return None


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3]), Path(sys.argv[4])))
