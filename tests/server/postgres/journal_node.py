"""A node's journal on PostgreSQL, with its own connections and doorbell."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from server.postgres.appends import AppendWriters
from server.postgres.connection import Postgres, open_postgres
from server.postgres.doorbell import PostgresDoorbell
from server.postgres.journal import PostgresJournal


class JournalNode(NamedTuple):
    """What a node has of the journal."""

    database: Postgres
    doorbell: PostgresDoorbell
    journal: PostgresJournal


@asynccontextmanager
async def node_on(url: str, *, patience: float = 20.0, silence: float = 3.0) -> AsyncIterator[JournalNode]:
    """Join the nodes on a database, which has the present schema; `patience` and `silence` in seconds."""
    database = await open_postgres(url, patience=patience)
    doorbell = PostgresDoorbell(database, silence=silence)
    await doorbell.open()
    journal = PostgresJournal(database, doorbell, writers=AppendWriters(database, patience=patience))
    journal.open()
    try:
        yield JournalNode(database, doorbell, journal)
    finally:
        await journal.close()
        await doorbell.close()
        await database.close()
