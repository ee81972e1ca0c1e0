"""Bots, clocks and standing answers have one node that acts for them, and another one when it is lost."""

from __future__ import annotations

from engine.plans import Branch, Condition, Link, Plan
from server.host.port import HostPort
from server.log.entries import Entry
from tests.server.cluster.hosts import SimulatedNodes, two_nodes
from tests.server.simulation import ADA, BERT, ReceivedSnapshots
from tests.server.toy import Roll

WITHIN = 5.0
"""Seconds in which another node has taken over."""


async def game(nodes: SimulatedNodes, port: HostPort, **wish: str) -> str:
    """A running game of one player and a bot."""
    table = await port.open_table("toy", 2, {"goal": "99"}, **wish)
    await port.add_bot(table, "first")
    await port.start(table)
    await nodes.told()
    return table


def acting(nodes: SimulatedNodes, table: str) -> str:
    (name,) = [name for name, one in nodes.at.items() if one.lobby.nodes.duties.acts_for(table)]
    return name


async def entries(nodes: SimulatedNodes, table: str) -> tuple[Entry, ...]:
    return await nodes.joined.journal.read(table)


async def test_a_bot_answers_once_on_whichever_node_its_player_is() -> None:
    nodes = await two_nodes()
    for name in ("one", "two"):
        port = nodes.enter(name, ADA)
        table = await game(nodes, port)
        for _ in range(6):
            for ask in nodes.at[name].lobby.table(table).state.asks:
                if ask.seat == 1:
                    await port.submit(table, ask.id, Roll())
            await nodes.told()
        answered = [entry.ask for entry in await entries(nodes, table) if entry.by == "bot"]
        assert answered
        assert len(answered) == len(set(answered))
    assert not any("in vain" in what and number for what, number in nodes.joined.attempts.items())


async def test_the_bots_of_a_lost_node_are_taken_over_within_seconds() -> None:
    """By a node where nobody has looked at the table."""
    nodes = SimulatedNodes()
    await nodes.start("one", "two", "three")
    while True:
        port = nodes.enter("one", ADA)
        table = await game(nodes, port)
        if acting(nodes, table) != "one":
            break
    for one in nodes.at.values():
        one.pace.clear()
    while True:
        (ask,) = nodes.at["one"].lobby.table(table).state.asks
        if ask.seat == 2:
            break
        await port.submit(table, ask.id, Roll())
        await nodes.told()
    before = len(await entries(nodes, table))
    await nodes.kill(acting(nodes, table))
    for one in nodes.at.values():
        one.pace.set()
    await nodes.time.pass_by(WITHIN)
    after = await entries(nodes, table)
    assert len(after) > before
    assert after[before].by == "bot"


async def begun(port: HostPort) -> list[str]:
    """Several games of one player and a bot; nobody has moved yet."""
    tables = []
    for _ in range(5):
        tables.append(await port.open_table("toy", 2, {"goal": "99"}))
        await port.add_bot(tables[-1], "first")
        await port.start(tables[-1])
    return tables


async def waiting_for_bots(nodes: SimulatedNodes, tables: list[str]) -> list[str]:
    """Those of the tables at which it is the bot's turn and where nobody has moved, by what is stored."""
    logs = {table: await entries(nodes, table) for table in tables}
    asks = {table: nodes.at["one"].lobby.table(table).state.asks for table in tables}
    return [table for table in tables if asks[table][0].seat == 2 and logs[table][-1].kind == "start"]


async def test_a_bot_moves_first_at_a_table_that_had_begun_when_its_node_was_told_of_it() -> None:
    """No entry comes any more that would say so: all wait for the bot."""
    nodes = SimulatedNodes(delay=lambda: None)
    await nodes.start("one", "two")
    for one in nodes.at.values():
        one.pace.clear()
    tables = await begun(nodes.enter("one", ADA))
    for summary in await nodes.joined.journal.open_tables():
        nodes.at["two"].lobby.opened_elsewhere(summary)
    nodes.joined.nodes["two"]._read = len(nodes.joined.log)
    waiting = await waiting_for_bots(nodes, tables)
    assert "two" in {acting(nodes, table) for table in waiting}
    for one in nodes.at.values():
        one.pace.set()
    await nodes.told()
    assert await waiting_for_bots(nodes, tables) == []


async def test_a_node_that_starts_acts_at_once_for_bots_that_somebody_waits_for() -> None:
    """Its own duties never change, and no entry comes."""
    nodes = SimulatedNodes()
    await nodes.start("one")
    nodes.at["one"].pace.clear()
    tables = await begun(nodes.enter("one", ADA))
    waiting = await waiting_for_bots(nodes, tables)
    await nodes.start("two")
    assert "two" in {acting(nodes, table) for table in waiting}
    nodes.at["one"].pace.set()
    await nodes.told()
    assert await waiting_for_bots(nodes, tables) == []


async def test_a_node_that_started_while_nobody_was_there_acts_for_who_comes_back() -> None:
    """To another node: its own tables sleep, and no entry comes that would wake them."""
    nodes = SimulatedNodes()
    await nodes.start("one")
    nodes.at["one"].pace.clear()
    port, leave = nodes.at["one"].enter(ADA)
    tables = await begun(port)
    waiting = await waiting_for_bots(nodes, tables)
    leave()
    await nodes.start("two")
    await nodes.told()
    assert "two" in {acting(nodes, table) for table in waiting}
    nodes.enter("one", ADA)
    nodes.at["one"].pace.set()
    await nodes.told()
    assert await waiting_for_bots(nodes, tables) == []


async def test_a_clock_runs_out_on_the_node_that_acts() -> None:
    nodes = await two_nodes()
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    table = await ada.open_table("toy", 2, {"goal": "99"}, clock="1m")
    await nodes.told()
    await bert.join(table)
    await nodes.told()
    await ada.start(table)
    await nodes.kill({"one": "two", "two": "one"}[acting(nodes, table)])
    (left,) = nodes.at.values()
    await nodes.time.pass_by(70.0)
    late = [entry for entry in await entries(nodes, table) if entry.by == "timeout"]
    assert len(late) == 1
    assert left.lobby.table(table).state.seq >= late[0].seq


async def test_a_clock_is_taken_over_with_its_node() -> None:
    nodes = await two_nodes()
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    table = await ada.open_table("toy", 2, {"goal": "99"}, clock="1m")
    await nodes.told()
    await bert.join(table)
    await nodes.told()
    await ada.start(table)
    await nodes.told()
    began = nodes.time.now
    await nodes.kill(acting(nodes, table))
    await nodes.time.pass_by(60.0 + WITHIN)
    late = [entry for entry in await entries(nodes, table) if entry.by == "timeout"]
    assert late
    assert late[0].time - began <= 60.0 + WITHIN


async def test_a_node_that_resigns_leaves_its_bots_to_the_others() -> None:
    nodes = await two_nodes()
    port = nodes.enter("one", ADA)
    table = await game(nodes, port)
    nodes.joined.nodes["one"].nodes.duties.resign()
    assert acting(nodes, table) == "two"
    for _ in range(4):
        for ask in nodes.at["one"].lobby.table(table).state.asks:
            if ask.seat == 1:
                await port.submit(table, ask.id, Roll())
        await nodes.told()
    assert [entry.by for entry in await entries(nodes, table) if entry.kind == "move"].count("bot") >= 2


async def test_a_table_is_read_at_once_when_its_node_reaches_the_store_again() -> None:
    """Whoever looks at it waits for no pause that had grown meanwhile, whichever node acts for it."""
    nodes = SimulatedNodes()
    await nodes.start("one")
    port = nodes.enter("one", ADA)
    tables = await begun(port)
    await nodes.start("two")
    table = next(table for table in tables if acting(nodes, table) == "one")
    bert, seen = nodes.enter("two", BERT), ReceivedSnapshots()
    nodes.joined.cut("two")
    bert.follow_table(table, seen.see)
    await nodes.time.pass_by(60)
    assert not seen
    nodes.joined.mend("two")
    await nodes.time.pass_by(0.5)
    assert seen.last.info.stage == "running"


async def test_what_was_planned_is_answered_by_another_node_than_it_was_made_on() -> None:
    """The plan lies in the table's log."""
    nodes = SimulatedNodes()
    await nodes.start("one", "two", "three")
    table = await nodes.enter("one", ADA).open_table("toy", 2, {"goal": "99"})
    await nodes.told()
    await nodes.enter("two", BERT).sit(table)
    await nodes.told()
    await nodes.enter("one", ADA).start(table)
    await nodes.told()
    (ask,) = nodes.at["one"].lobby.table(table).state.asks
    mover, planner = (ADA, BERT) if ask.seat == 1 else (BERT, ADA)
    when = Condition(({"type": "rolled", "seat": ask.seat},))
    acts = acting(nodes, table)
    await nodes.enter(acts, planner).plan(table, Plan((Link((Branch(when, "roll"),)),)))
    await nodes.told()
    await nodes.kill(acts)
    await nodes.time.pass_by(WITHIN)
    await nodes.enter(next(iter(nodes.at)), mover).submit(table, ask.id, Roll())
    await nodes.told()
    *_, used, answer = await entries(nodes, table)
    assert (used.kind, used.by, answer.kind, answer.by) == ("plan", "host", "move", "player")
    assert used.seat == answer.seat != ask.seat
