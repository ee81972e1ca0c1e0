"""PostgreSQL stops, crashes and comes back under appends: what was confirmed is there, and play goes on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator

import pytest

from server.store.journal.journal import Conflict
from tests.server.journals import entry, opening
from tests.server.running_postgres import RunningPostgres
from tests.server.store.postgres.journal_node import JournalNode, node_on
from tests.waiting import WITHIN

RESUMES = 5.0
"""Seconds within which an append is confirmed once PostgreSQL takes connections: a tenth of one, if nothing
else
keeps the machine busy.
"""


@pytest.fixture(scope="module")
def own_server() -> Iterator[RunningPostgres]:
    """A server that tests may stop."""
    server = RunningPostgres()
    yield server
    server.remove()


@pytest.fixture
async def node(own_server: RunningPostgres) -> AsyncIterator[JournalNode]:
    async with node_on(await own_server.make_database()) as made:
        yield made


def stop(server: RunningPostgres, how: str) -> None:
    if how == "kill":
        server.kill()
    else:
        server.stop(how)


@pytest.mark.parametrize("how", ["fast", "immediate", "kill"])
async def test_appends_wait_for_postgresql_and_go_on(
    own_server: RunningPostgres, node: JournalNode, how: str
) -> None:
    """Those under way when it goes are neither lost nor doubled, nor refused."""
    tables = [f"t{number}" for number in range(20)]
    kinds = ["move", "start"]
    for table in tables:
        await node.journal.create(opening(table), [entry(1)])
    confirmed: dict[str, int] = dict.fromkeys(tables, 1)
    back_at, resumed = 0.0, asyncio.Event()
    done = False

    async def write_on(number: int, table: str) -> None:
        while not done:
            seq = confirmed[table] + 1
            await node.journal.append(table, seq - 1, [entry(seq, kinds[number % 2])])
            confirmed[table] = seq
            if back_at:
                resumed.set()

    writing = [asyncio.create_task(write_on(number, table)) for number, table in enumerate(tables)]
    while min(confirmed.values()) < 3:  # noqa: ASYNC110  (what is waited for happens in another process)
        await asyncio.sleep(0.005)
    await asyncio.to_thread(stop, own_server, how)
    await asyncio.to_thread(own_server.start)
    back_at = time.monotonic()
    await resumed.wait()
    assert time.monotonic() - back_at < RESUMES
    done = True
    await asyncio.gather(*writing)
    for table in tables:
        assert [one.seq for one in await node.journal.read(table)] == list(range(1, confirmed[table] + 1))
        with pytest.raises(Conflict):
            await node.journal.append(table, 1, [entry(2)])
    assert (await node.journal.dice_counts()).dealt == sum(confirmed[table] - 1 for table in tables[1::2])


async def test_listeners_are_told_again_after_a_restart(
    own_server: RunningPostgres, node: JournalNode
) -> None:
    told: list[int] = []
    async with node_on(node.database.url) as other:
        await node.journal.create(opening())
        other.journal.subscribe("t1", lambda entries: told.extend(one.seq for one in entries))
        await asyncio.to_thread(own_server.stop, "immediate")
        await asyncio.to_thread(own_server.start)
        await node.journal.append("t1", 0, [entry(1)])
        async with asyncio.timeout(WITHIN):
            while told != [1]:  # noqa: ASYNC110  (likewise)
                await asyncio.sleep(0.005)
