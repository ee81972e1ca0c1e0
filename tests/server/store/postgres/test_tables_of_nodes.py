"""One table on several nodes, over PostgreSQL: all of them are at the same position, whoever moved, and those
who
answer at once all get their turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from typing import Any

import pytest

from engine.chance import commitment
from engine.game import Refused
from server.log import requests
from server.log.entries import Opening
from server.table.table import Table
from tests.server.journals import opening
from tests.server.running_postgres import RunningPostgres
from tests.server.store.postgres.answer_cutter import answer_cutter
from tests.server.store.postgres.journal_node import JournalNode, node_on
from tests.server.store.postgres.test_journal_nodes import added, both_writers_write, until
from tests.server.table.test_table import SEED, play, table_of, watch
from tests.server.toy import Roll

NODES = 6


@pytest.fixture
async def nodes(postgres_url: str) -> AsyncIterator[Sequence[JournalNode]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(node_on(postgres_url)) for _ in range(NODES)]


def opened(table: str, seats: int) -> Opening:
    return Opening(
        table, f"KIWI-{table}", "toy", 1, seats, {"goal": 99}, "p0", SEED, commitment(SEED, table), 1.0
    )


async def table_on(nodes: Sequence[JournalNode], table: Opening) -> list[Table]:
    """A new table, as each node has it."""
    await nodes[0].journal.create(table)
    return [table_of(node.journal, table) for node in nodes]


def position(table: Table) -> tuple[Any, ...]:
    playthrough = table.state.playthrough
    return (table.state.seq, table.state.holders, playthrough and playthrough.asks, table.state.draws)


async def test_whoever_moves_all_nodes_are_at_the_same_position(nodes: Sequence[JournalNode]) -> None:
    tables = await table_on(nodes[:3], opened("t1", 2))
    await tables[0].write(requests.sit("p0", "Ada"))
    await tables[1].write(requests.sit("p1", "Bert"))
    await until(lambda: tables[0].state.seq == 2)
    await tables[0].write(requests.start("p0"))
    eyes = [watch(table, "p0") for table in tables]
    for turn in range(12):
        await until(lambda: len({table.state.seq for table in tables}) == 1)
        await play(tables[turn % 3], Roll())
    await until(lambda: len({table.state.seq for table in tables}) == 1)
    assert len({position(table) for table in tables}) == 1
    assert eyes[0].events == eyes[1].events == eyes[2].events != []


async def test_all_who_answer_at_once_on_as_many_nodes_get_their_turn(nodes: Sequence[JournalNode]) -> None:
    for number in range(5):
        tables = await table_on(nodes, opened(f"t{number}", NODES))
        await asyncio.gather(
            *(table.write(requests.sit(f"p{who}", f"Name {who}")) for who, table in enumerate(tables))
        )
        await until(lambda tables=tables: {table.state.seq for table in tables} == {NODES})  # type: ignore[misc]
        assert len({position(table) for table in tables}) == 1
        assert {holder.who for holder in tables[0].state.holders} == {f"p{who}" for who in range(NODES)}


async def test_a_table_whose_node_lost_the_store_is_where_the_others_are_afterwards(
    postgres_server: RunningPostgres, postgres_url: str
) -> None:
    """Its player is told that nobody knows; the move was saved, and the others have gone on meanwhile."""
    async with (
        answer_cutter(postgres_server.socket) as cutter,
        node_on(cutter.url(postgres_url), patience=0.3, deaf=True, poll=3600) as cut_off,
        node_on(postgres_url, poll=0.05) as other,
    ):
        await cut_off.journal.create(opening())
        await both_writers_write(cut_off.journal)
        here, there = await table_on([cut_off, other], opened("t2", 2))
        await here.write(requests.sit("p0", "Ada"))
        await here.write(requests.sit("p1", "Bert"))
        await here.write(requests.start("p0"))
        await until(lambda: there.state.seq == 3)
        eyes = watch(here, "p0")

        def lose(answer: bytes) -> bool:
            cutter.is_closed = cutter.is_closed or added(answer)
            return cutter.is_closed

        cutter.loses = lose
        with pytest.raises(Refused, match="unsure"):
            await play(here, Roll())
        assert (here.asleep, eyes.last.saving) == (True, "saving")
        await until(lambda: there.state.seq == 4)
        await play(there, Roll())
        cutter.loses, cutter.is_closed = lambda _: False, False
        await here.reading.begin()
        await here.reading.begin()
        assert position(here) == position(there)
        assert eyes.last.saving == ""
        await play(here, Roll())
