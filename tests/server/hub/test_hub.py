"""Processes at a hub, beyond what all joined nodes keep (`tests/server/nodes/test_conformance.py`)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.nodes.sessions import SharedSession
from server.storage.journal import Conflict, NotSaved, Unsure
from tests.server.journals import entry, opening
from tests.server.nodes.hub_stage import HubStage


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[HubStage]:
    made = HubStage(tmp_path, lapse=0.3)
    yield made
    await made.close()


async def test_a_listener_that_comes_late_is_given_what_it_missed(stage: HubStage) -> None:
    """It has read the log, but others wrote before it listened."""
    one, two = await stage.start("one"), await stage.start("two")
    await one.journal.create(opening(), [entry(1)])
    assert len(await two.journal.read("t1")) == 1
    for seq in (2, 3):
        await one.journal.append("t1", seq - 1, [entry(seq)])
    await two.nodes.tables.catch_up()
    told: list[int] = []
    two.journal.subscribe("t1", lambda entries: told.extend(one.seq for one in entries), after=1)
    await one.journal.append("t1", 3, [entry(4)])
    await stage.until(lambda: len(told) == 3)
    assert told == [2, 3, 4]


async def test_what_was_in_the_way_of_an_append_is_told_before_the_conflict(stage: HubStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    await one.journal.create(opening(), [entry(1)])
    await two.nodes.tables.catch_up()
    await one.journal.append("t1", 1, [entry(2)])
    await two.nodes.tables.catch_up()
    told: list[int] = []
    two.journal.subscribe("t1", lambda entries: told.extend(one.seq for one in entries), after=1)
    with pytest.raises(Conflict):
        await two.journal.append("t1", 1, [entry(2)])
    assert told == [2]


async def test_of_many_processes_that_append_at_once_one_succeeds(stage: HubStage) -> None:
    nodes = [await stage.start(name) for name in ("one", "two", "three")]
    await nodes[0].journal.create(opening())
    told: dict[int, list[str]] = {number: [] for number in range(3)}
    for number, node in enumerate(nodes):
        await node.nodes.tables.catch_up()
        node.journal.subscribe("t1", lambda new, it=told[number]: it.extend(one.name for one in new))
    for seq in range(1, 21):
        tries = [
            node.journal.append("t1", seq - 1, [entry(seq, name=f"{n}")]) for n, node in enumerate(nodes)
        ]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(one) for one in results if one] == [Conflict, Conflict]
    stored = [one.name for one in await nodes[0].journal.read("t1")]
    await stage.until(lambda: all(len(names) == 20 for names in told.values()))
    assert list(told.values()) == [stored] * 3


async def test_an_append_whose_hub_is_lost_is_unsure_and_the_next_is_not_saved(stage: HubStage) -> None:
    one = await stage.start("one")
    await one.journal.create(opening())
    waiting = asyncio.ensure_future(one.journal.append("t1", 0, [entry(1)]))
    await asyncio.sleep(0)
    _, link = stage.links["one"]
    link._transport.abort()  # type: ignore[union-attr]
    with pytest.raises(Unsure):
        await waiting
    with pytest.raises(NotSaved):
        await one.journal.append("t1", 0, [entry(1)])


async def test_a_process_that_hangs_loses_its_duties_and_keeps_its_sessions(stage: HubStage) -> None:
    """When it answers again, it has duties again."""
    looking = asyncio.ensure_future(stage.hub.keep_looking())
    one, two = await stage.start("one"), await stage.start("two")
    left: list[SharedSession] = []
    two.nodes.sessions.follow(lambda _: None, lambda session, _: left.append(session))
    one.nodes.sessions.enter(SharedSession("one", 1, "ada", "Ada", "192.0.2.1", 1.0))
    node, _ = stage.links["one"]
    assert node._beating
    node._beating.cancel()
    tables = [f"table {number}" for number in range(20)]
    await stage.until(lambda: all(map(two.nodes.duties.acts_for, tables)))
    assert two.nodes.count() == 2
    assert left == []
    node._beating = asyncio.ensure_future(node._beat_on())
    await stage.until(lambda: any(map(one.nodes.duties.acts_for, tables)))
    await stage.until(lambda: not all(map(two.nodes.duties.acts_for, tables)))
    looking.cancel()


async def test_who_follows_is_told_when_a_process_that_stood_still_reaches_the_hub_again(
    stage: HubStage,
) -> None:
    """A bot that was asked meanwhile was left to others; nothing else would ask it again."""
    one = await stage.start("one")
    node, _ = stage.links["one"]
    told: list[bool] = []
    one.nodes.duties.follow(lambda: told.append(node.is_reached()))
    await stage.until(node.is_reached)
    clock = node._monotonic
    node._monotonic = lambda: clock() + 5.0
    await stage.until(lambda: bool(told))
    assert told == [True]


async def test_only_a_time_without_any_process_is_an_outage(stage: HubStage) -> None:
    for name in ("one", "two"):
        await stage.start(name)
    first, second = (stage.links[name][1].remote("outages") for name in ("one", "two"))
    assert list(await first.begin(10.0)) == []
    await first.record_heartbeat(20.0)
    assert list(await second.begin(50.0)) == []
    await stage.lose("one")
    await stage.start("three")
    assert list(await stage.links["three"][1].remote("outages").begin(70.0)) == []
    await stage.links["three"][1].remote("outages").record_heartbeat(80.0)
    await stage.lose("two")
    await stage.lose("three")
    await stage.start("four")
    (outage,) = await stage.links["four"][1].remote("outages").begin(90.0)
    assert (outage.began, outage.ended) == (80.0, 90.0)
