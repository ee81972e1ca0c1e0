"""Rings reach every node, its own included, and are carried together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack

import pytest

from server.store.postgres.connection import Postgres
from server.store.postgres.doorbell import MOST_BYTES, PostgresDoorbell, _messages
from tests.server.store.postgres.test_journal_nodes import until
from tests.waiting import WITHIN


@pytest.fixture
async def doorbells(postgres: Postgres) -> AsyncIterator[Sequence[PostgresDoorbell]]:
    async with AsyncExitStack() as stack:
        made = [PostgresDoorbell(postgres) for _ in range(2)]
        for doorbell in made:
            await doorbell.open()
            stack.push_async_callback(doorbell.close)
        yield made


async def test_a_ring_reaches_the_listeners_of_its_topic_on_every_node(
    doorbells: Sequence[PostgresDoorbell],
) -> None:
    told: list[tuple[int, str, int]] = []
    for node, doorbell in enumerate(doorbells):
        doorbell.subscribe("talk", lambda key, number, node=node: told.append((node, key, number)))  # type: ignore[misc]
    doorbells[0].ring("log", "t1", 3)
    doorbells[0].ring("talk", "t1", 7)
    await until(lambda: len(told) == 2)
    assert sorted(told) == [(0, "t1", 7), (1, "t1", 7)]


async def test_rings_of_a_key_that_are_carried_together_are_one(
    doorbells: Sequence[PostgresDoorbell],
) -> None:
    told: list[int] = []
    doorbells[1].subscribe("log", lambda _, number: told.append(number))
    for number in range(100):
        doorbells[0].ring("log", "t1", number)
    await until(lambda: bool(told) and told[-1] == 99)
    assert len(told) <= 2


async def test_whoever_has_left_is_not_called(doorbells: Sequence[PostgresDoorbell]) -> None:
    left, stayed = [], []
    leave = doorbells[0].subscribe("log", lambda *ring: left.append(ring))
    doorbells[0].subscribe("log", lambda *ring: stayed.append(ring))
    leave()
    doorbells[0].ring("log", "t1", 1)
    await until(lambda: bool(stayed))
    assert left == []


async def test_a_listener_that_fails_harms_no_other(doorbells: Sequence[PostgresDoorbell]) -> None:
    told: list[str] = []
    doorbells[0].subscribe("log", lambda *_: 1 / 0 and None)
    doorbells[0].subscribe("log", lambda key, _: told.append(key))
    doorbells[0].ring("log", "t1")
    await until(lambda: told == ["t1"])


async def test_missed_rings_are_told_of_whenever_the_line_comes_back(
    postgres: Postgres, doorbells: Sequence[PostgresDoorbell]
) -> None:
    missed = asyncio.Event()
    doorbells[0].when_missed(missed.set)
    await postgres.fetch("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'LISTEN%'")
    async with asyncio.timeout(WITHIN):
        await missed.wait()


def test_more_rings_than_a_notification_takes_are_several() -> None:
    words = [f"log/table{number}/7" for number in range(2000)]
    messages = list(_messages(words))
    assert all(len(message.encode()) <= MOST_BYTES for message in messages)
    assert " ".join(messages).split() == words
    assert len(messages) > 1


def test_there_is_a_message_although_nobody_rings() -> None:
    assert list(_messages([])) == [""]
