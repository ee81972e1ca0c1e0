"""The journal of each kind of store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.start.dependencies import MeteredJournal
from server.store.journal.journal import Journal
from server.store.sqlite.database import Database
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.memory import MemoryJournal
from server.telemetry.metrics_sink import MetricsSink
from tests.server.journals import start_thread
from tests.server.store.postgres.journal_node import node_on


@pytest.fixture(params=["memory", "sqlite", "metered", "postgres"])
async def journal(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Journal]:
    made: Journal
    if request.param == "postgres":
        server = request.getfixturevalue("postgres_server")
        async with server.emptied_database() as url, node_on(url) as node:
            yield node.journal
        return
    if request.param == "memory":
        made = MemoryJournal()
    elif request.param == "metered":
        made = MeteredJournal(MemoryJournal(), MetricsSink(), asyncio.get_running_loop().time)
    else:
        made = SqliteJournal(Database(tmp_path / "host.db", start_thread))
    yield made
    await made.close()
