"""One address names the primary and its synchronous standby: when the primary is lost and the standby takes
over, nodes find it by themselves, and everything that was confirmed is there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote

import pytest

from server.store.database.data_folder import StartupError
from server.store.postgres import connection
from server.store.postgres.connection import Postgres, open_postgres
from server.store.postgres.hosts import each_host
from tests.chaos.servers import PostgresPair
from tests.server.journals import entry, opening
from tests.server.running_postgres import RunningPostgres
from tests.server.store.postgres.journal_node import node_on
from tests.waiting import WITHIN

TABLES = [f"t{number}" for number in range(10)]
SOME = 20
"""Entries of each table before the failover, and after it."""


def address(*folders: Path) -> str:
    """As docs/scaling.md says it, with sockets' folders instead of machines."""
    hosts = ",".join(quote(str(folder), safe="") for folder in folders)
    return f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write"


@pytest.fixture
async def pair() -> AsyncIterator[PostgresPair]:
    pair = PostgresPair()
    try:
        await pair.add_standby()
        yield pair
    finally:
        await asyncio.to_thread(pair.remove)


async def test_appends_go_on_at_the_standby_without_a_loss(pair: PostgresPair) -> None:
    """They are under way when the primary is killed: none is refused, lost or doubled."""
    assert pair.standby
    confirmed: dict[str, int] = dict.fromkeys(TABLES, 1)
    goals = dict.fromkeys(TABLES, SOME)
    grown, is_done = asyncio.Event(), False

    async def write_on(table: str) -> None:
        while not is_done:
            seq = confirmed[table] + 1
            await node.journal.append(table, seq - 1, [entry(seq)])
            confirmed[table] = seq
            grown.set()

    async def reach_goals() -> None:
        while any(confirmed[table] < goals[table] for table in TABLES):
            grown.clear()
            await grown.wait()

    async with node_on(address(pair.primary.folder, pair.standby.folder)) as node, asyncio.timeout(WITHIN):
        for table in TABLES:
            await node.journal.create(opening(table), [entry(1)])
        writing = [asyncio.create_task(write_on(table)) for table in TABLES]
        await reach_goals()
        assert await pair.fail_over()
        goals = {table: number + SOME for table, number in confirmed.items()}
        await reach_goals()
        is_done = True
        await asyncio.gather(*writing)
        for table in TABLES:
            assert [one.seq for one in await node.journal.read(table)] == list(range(1, confirmed[table] + 1))


async def test_a_machine_that_is_gone_does_not_keep_nodes_from_the_next_one(
    postgres_server: RunningPostgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It refuses nothing, it only never answers; once another was found, that one is asked first."""
    monkeypatch.setattr(connection, "CONNECT_SECONDS", 1.0)
    asked = 0

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        await reader.read()
        writer.close()

    async with await asyncio.start_unix_server(say_nothing, tmp_path / ".s.PGSQL.5432"):
        database = Postgres(address(tmp_path, postgres_server.folder))
        for _ in range(3):
            await (await database.connect()).close()
        assert asked == 1
        with pytest.raises(StartupError, match="Cannot use the database"):
            await open_postgres(address(tmp_path, tmp_path))


def test_each_host_has_an_address_of_its_own() -> None:
    """With user, password and options; what has only one host, or lists of ports, stays as it is."""
    rest = "house?target_session_attrs=read-write"
    assert each_host(f"postgresql://me:pass@10.0.0.5,10.0.0.6:5433,[::1]:5/{rest}") == [
        f"postgresql://me:pass@{host}/{rest}" for host in ("10.0.0.5", "10.0.0.6:5433", "[::1]:5")
    ]
    for whole in (
        "postgresql://me@10.0.0.5/house", "postgresql://me@/house?host=/a,/b", "postgresql://[::1/house",
        "postgresql://a,b/house?port=1,2",
    ):  # fmt: skip
        assert each_host(whole) == [whole]
