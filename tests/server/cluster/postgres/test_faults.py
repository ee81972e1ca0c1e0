"""What nodes on PostgreSQL go through: they are lost and come back, connections are cut, the server stops.

What holds without faults is claimed by `tests/server/cluster/test_conformance.py`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from server.cluster.postgres import nodes
from server.cluster.postgres.host_key import shared_host_key
from server.cluster.postgres.nodes import PostgresNodes
from server.cluster.sessions import SharedSession
from server.cluster.shares import HeldShare
from server.cluster.signals import Signal
from server.cluster.talk import SpokenLine
from server.cluster.windows import RateWindow
from server.store.outages import Outage
from server.store.postgres.connection import Postgres, open_postgres
from tests.server.cluster.stages import PACE, PostgresStage
from tests.server.journals import entry, opening
from tests.server.running_postgres import RunningPostgres
from tests.server.store.postgres.journal_node import node_on
from tui.host.pictures import ChatLine

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = $1"
ADA = SharedSession("one", 1, "ada", "Ada", "192.0.2.1", 1.0)
SHARE = HeldShare("sessions", "192.0.2.1", "one 1", 1)
OTHER = HeldShare("sessions", "192.0.2.1", "two 1", 1)


@pytest.fixture
async def stage(postgres_url: str) -> AsyncIterator[PostgresStage]:
    made = PostgresStage(postgres_url)
    yield made
    await made.close()


def line(text: str) -> SpokenLine:
    return SpokenLine("", "ada", ChatLine("Ada", text, 1.0, "lobby"))


async def test_a_node_that_counted_as_lost_tells_everything_again(
    stage: PostgresStage, postgres: Postgres
) -> None:
    """Who starts then is told of its sessions; its shares are held again, whatever the limit."""
    one, two = await stage.start("one"), await stage.start("two")
    one.nodes.sessions.enter(ADA)
    assert await one.nodes.shares.take(SHARE) is None
    await postgres.execute("DELETE FROM nodes WHERE node = 'one'")
    three = await stage.start("three")
    came: list[SharedSession] = []
    three.nodes.sessions.follow(came.append, lambda *_: None)
    await stage.until(lambda: ADA in came)
    assert await two.nodes.shares.take(OTHER)


async def test_what_is_told_while_connections_are_cut_arrives(
    stage: PostgresStage, postgres: Postgres
) -> None:
    """Each line and each signal once and in order, however often all connections are cut."""
    one, two = await stage.start("one"), await stage.start("two")
    heard: list[str] = []
    signalled: list[str] = []
    two.nodes.talk.follow(lambda spoken: heard.append(spoken.line.text))
    two.nodes.signals.follow(lambda signal: signalled.append(signal.about))
    (name,) = (await postgres.fetch("SELECT current_database()"))[0]
    for number in range(12):
        one.nodes.talk.say(line(str(number)))
        if number % 3 == 0:
            await postgres.execute(CUT, name)
        await one.nodes.signals.send(Signal("kick", str(number)))
    everything = [str(number) for number in range(12)]
    await stage.until(lambda: heard == everything and signalled == everything)


async def test_time_in_which_no_node_reaches_the_store_is_an_outage() -> None:
    """Running nodes are told of it before they have duties again; nobody is lost for it."""
    server = RunningPostgres()
    stage = PostgresStage(await server.make_database())
    try:
        one, two = await stage.start("one"), await stage.start("two")
        told: list[Any] = []
        left: list[str] = []
        two.nodes.sessions.follow(lambda _: None, lambda session, _: left.append(session.player))
        stage.node("one").outages.follow(told.append)
        one.nodes.duties.follow(lambda: told.append(one.nodes.duties.acts_for("table")))
        one.nodes.sessions.enter(ADA)
        server.stop()
        began = time.time()
        await stage.until(lambda: time.time() > began + 2 * PACE.lapse)
        assert not one.nodes.is_reached()
        assert not one.nodes.duties.acts_for("table")
        server.start()
        await stage.until(lambda: one.nodes.is_reached() and two.nodes.is_reached())
        await stage.until(lambda: any(map(one.nodes.duties.acts_for, map(str, range(50)))))
        (outage,) = next(found for found in told if found and isinstance(found, list))
        assert outage.began <= began
        assert outage.ended >= began + 2 * PACE.lapse
        assert left == []
    finally:
        await stage.close()
        server.remove()


async def test_a_node_that_lost_touch_is_reached_once_it_has_read_what_it_missed(
    stage: PostgresStage, postgres_url: str
) -> None:
    """Neither the doorbell nor a poll tells it of entries that another node has stored meanwhile."""
    one, heard, back = await stage.start("one"), list[int](), list[list[int]]()
    await one.journal.create(opening(), [entry(1)])
    one.journal.subscribe("t1", lambda entries: heard.extend(each.seq for each in entries), after=1)
    one.nodes.duties.follow(lambda: back.append([*heard]) if one.nodes.is_reached() else None)
    async with node_on(postgres_url, deaf=True) as two:
        connection = await two.database.connect()
        async with connection.transaction():
            await connection.execute("LOCK TABLE life IN EXCLUSIVE MODE")
            await stage.until(lambda: not one.nodes.is_reached())
            await two.journal.append("t1", 1, [entry(2), entry(3)])
        await stage.until(lambda: bool(back))
        connection.terminate()
    assert back[0] == [2, 3]


async def test_nodes_that_start_at_once_note_one_outage(stage: PostgresStage, postgres: Postgres) -> None:
    """From the last heartbeat of any node; a node that starts beside others notes none."""
    await stage.start("one")
    await stage.lose("one")
    await postgres.execute("UPDATE life SET sign = sign - 1000")
    await asyncio.gather(stage.start("two"), stage.start("three"))
    found: Sequence[Outage] = await stage.node("two").outages.begin(0.0)
    assert len(found) == 1
    assert 1000 <= found[0].ended - found[0].began < 1060
    await stage.start("four")
    assert await stage.node("four").outages.begin(0.0) == found


async def test_nodes_with_newer_rules_act_for_all_tables(stage: PostgresStage) -> None:
    """While an upgrade goes on: an older node could not play the tables of newer ones. Older nodes act again
    when the newer ones are gone.
    """
    older = await stage.start("older", rules=7)
    tables = [f"table {number}" for number in range(20)]
    await stage.until(lambda: all(map(older.nodes.duties.acts_for, tables)))
    newer = await stage.start("newer", rules=8)
    await stage.until(lambda: all(map(newer.nodes.duties.acts_for, tables)))
    await stage.until(lambda: not any(map(older.nodes.duties.acts_for, tables)))
    newer.nodes.duties.resign()
    await stage.until(lambda: all(map(older.nodes.duties.acts_for, tables)))


async def test_a_line_that_is_said_after_a_crash_is_heard() -> None:
    """What was unlogged is gone then, and its numbers begin again; who is here is told anew."""
    server = RunningPostgres()
    stage = PostgresStage(await server.make_database())
    try:
        one, two = await stage.start("one"), await stage.start("two")
        heard: list[str] = []
        two.nodes.talk.follow(lambda spoken: heard.append(spoken.line.text))
        one.nodes.sessions.enter(ADA)
        for number in range(5):
            one.nodes.talk.say(line(str(number)))
        await stage.until(lambda: len(heard) == 5)
        server.kill()
        server.start()
        one.nodes.talk.say(line("after"))
        await stage.until(lambda: heard[5:] == ["after"])
        three = await stage.start("three")
        came: list[SharedSession] = []
        three.nodes.sessions.follow(came.append, lambda *_: None)
        await stage.until(lambda: ADA in came)
    finally:
        await stage.close()
        server.remove()


async def test_whoever_starts_first_makes_the_host_key(postgres: Postgres) -> None:
    """All others get it, also those who start at the same moment."""
    keys = await asyncio.gather(*(shared_host_key(postgres, lambda n=n: bytes([n])) for n in range(6)))
    assert len(set(keys)) == 1
    assert await shared_host_key(postgres, lambda: b"later") == keys[0]


async def test_tidying_up_leaves_what_is_needed(stage: PostgresStage, postgres: Postgres) -> None:
    """Standing signals, codes and claims that are valid, and the talk of the lobby stay."""
    one = await stage.start("one")
    now = stage.now()
    for text in ("on", "off"):
        await one.nodes.signals.send(Signal("drain", text=text))
    one.nodes.talk.say(line("hello"))
    assert await one.nodes.names.claim({"ada"}, now)
    assert await one.nodes.names.claim({"bert"}, now - 1000)
    await one.nodes.codes.know("no such table", "ada")
    await postgres.execute("UPDATE signals SET at = 0")
    await stage.node("one").sweep()
    assert [row[0] for row in await postgres.fetch("SELECT text FROM signals")] == ["off"]
    assert [row[0] for row in await postgres.fetch("SELECT look FROM name_claims")] == ["ada"]
    assert not await postgres.fetch("SELECT * FROM known_tables")


async def test_a_node_tidies_up_again_and_again_though_it_fails_once(
    stage: PostgresStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept: list[int] = []

    async def sweep(_: PostgresNodes) -> None:
        swept.append(len(swept))
        if len(swept) == 1:
            raise OSError

    monkeypatch.setattr(nodes, "SWEEP_PAUSE", 0.01)
    monkeypatch.setattr(PostgresNodes, "sweep", sweep)
    await stage.start("one")
    await stage.until(lambda: len(swept) > 2)


async def test_the_clock_follows_the_database_and_not_the_node(postgres_url: str) -> None:
    """A database whose clock was set is followed at the next heartbeat; a slow answer changes nothing."""
    database = await open_postgres(postgres_url)
    moment, now = time.monotonic(), database.clock()
    database.adjust_clock(moment - 5, now - 1, moment + 5)
    assert abs(database.clock() - now) < 1
    database.adjust_clock(moment, now + 3600, moment + 0.01)
    assert 3599 < database.clock() - now < 3660
    await database.close()


async def test_addresses_are_stored_for_sessions_that_last_alone(
    stage: PostgresStage, postgres: Postgres
) -> None:
    """Limits are counted by hashes; a share of a table that nobody gave back is found."""
    one, two = await stage.start("one"), await stage.start("two")
    here: list[SharedSession] = []
    gone: list[SharedSession] = []
    two.nodes.sessions.follow(here.append, lambda session, _: gone.append(session))
    one.nodes.sessions.enter(ADA)
    assert await one.nodes.shares.take(SHARE) is None
    assert await one.nodes.shares.take(HeldShare("tables", "192.0.2.1", "lost", 1, lasting=True)) is None
    assert await one.nodes.windows.count((RateWindow("chat", "192.0.2.1", 1, 10.0),), stage.now()) is None
    await stage.until(lambda: here == [ADA])
    one.nodes.sessions.leave(ADA, 2.0)
    await stage.until(lambda: gone == [ADA])
    for table in ("node_sessions", "shares", "action_windows"):
        rows = await postgres.fetch(f"SELECT {table}::text FROM {table}")  # noqa: S608
        assert rows
        assert not any("192.0.2" in row[0] for row in rows), table
    await postgres.execute("UPDATE shares SET taken = 0")
    await stage.node("two").sweep()
    assert [row[0] for row in await postgres.fetch("SELECT holder FROM shares")] == [SHARE.holder]
