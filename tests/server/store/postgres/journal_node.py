"""A node's journal on PostgreSQL, with its own connections and doorbell."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from server.store.postgres.connection import Postgres, open_postgres
from server.store.postgres.doorbell import PostgresDoorbell
from server.store.postgres.journal import PostgresJournal
from server.store.postgres.tails import POLL


class JournalNode(NamedTuple):
    """What a node has of the journal."""

    database: Postgres
    doorbell: PostgresDoorbell
    journal: PostgresJournal


@asynccontextmanager
async def node_on(
    url: str,
    *,
    patience: float = 20.0,
    silence: float = 3.0,
    poll: float = POLL,
    deaf: bool = False,
    **told: Callable[[str], None],
) -> AsyncIterator[JournalNode]:
    """Join the nodes on a database, which has the present schema. Times are in seconds; a deaf node has a
    doorbell that neither rings nor is heard; `told` as the journal takes it.
    """
    database = await open_postgres(url, patience=patience)
    doorbell = PostgresDoorbell(database, silence=silence, heartbeat=silence / 3)
    if not deaf:
        await doorbell.open()
    journal = PostgresJournal(database, doorbell, patience=patience, poll=poll, **told)
    journal.open()
    try:
        yield JournalNode(database, doorbell, journal)
    finally:
        await journal.close()
        await doorbell.close()
        await database.close()
