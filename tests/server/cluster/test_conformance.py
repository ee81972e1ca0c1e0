"""What every implementation that joins nodes keeps (`server.cluster`)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.chance import commitment
from server.cluster.audiences import NOBODY, TableAudience
from server.cluster.sessions import SharedSession
from server.cluster.shares import HeldShare
from server.cluster.signals import Signal
from server.cluster.talk import SpokenLine
from server.cluster.windows import RateWindow
from server.identity.codes import KeyOffer
from server.log.entries import Entry, Opening
from server.store.journal.journal import Conflict, RematchTaken, TableNameTaken
from tests.server.cluster.stages import NodeStage
from tui.host.pictures import ChatLine, HostLine

KEY = KeyOffer("SHA256:key", "ada")


def opening(table: str, name: str, rematch_of: str = "") -> Opening:
    return Opening(
        id=table, name=name, game="toy", rules_version=1, seats=2, options={}, owner="ada", seed=b"s" * 32,
        commitment=commitment(b"s" * 32, table), opened=1.0, rematch_of=rematch_of,
    )  # fmt: skip


def sits(seq: int, who: str) -> Entry:
    return Entry(seq=seq, kind="sit", time=float(seq), seat=seq, by="player", who=who, name=who)


def session(node: str, player: str, name: str = "", number: int = 1) -> SharedSession:
    return SharedSession(node, number, player, name or player, "192.0.2.1", 1.0)


# Tables


async def test_a_table_that_another_node_opens_is_told(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    here: list[str] = []
    there: list[Any] = []
    one.nodes.tables.follow(lambda table: here.append(table.opening.id), here.append)
    two.nodes.tables.follow(there.append, there.append)
    await one.journal.create(opening("t1", "OAK-1"), (sits(1, "ada"),))
    await stage.until(lambda: bool(there))
    assert there[0].opening == opening("t1", "OAK-1")
    assert there[0].entries == (sits(1, "ada"),)
    assert here == []


async def test_catching_up_tells_everything_that_is_durable(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    there: list[str] = []
    two.nodes.tables.follow(lambda table: there.append(table.opening.id), there.append)
    for number in range(3):
        await one.journal.create(opening(f"t{number}", f"OAK-{number}"))
    await two.nodes.tables.catch_up()
    assert set(there) == {"t0", "t1", "t2"}


async def test_whoever_hears_is_told_what_is_durable_at_one_table_or_at_all(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    there: dict[str, list[int]] = {"t1": [], "t2": [], "t3": []}

    def follow(table: str) -> None:
        two.journal.subscribe(table, lambda entries: there[table].extend(one.seq for one in entries))

    for table in there:
        await one.journal.create(opening(table, f"OAK-{table}"))
        follow(table)
    await one.journal.append("t1", 0, (sits(1, "ada"), sits(2, "bert")))
    await two.journal.hear("t1")
    assert there["t1"] == [1, 2]
    for table, seq in (("t1", 3), ("t2", 1), ("t3", 1)):
        await one.journal.append(table, seq - 1, (sits(seq, "cy"),))
    await two.journal.hear()
    assert there == {"t1": [1, 2, 3], "t2": [1], "t3": [1]}


async def test_a_table_that_another_node_retires_has_ended(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    ended: list[str] = []
    two.nodes.tables.follow(lambda _: None, ended.append)
    await one.journal.create(opening("t1", "OAK-1"))
    await two.nodes.tables.catch_up()
    await one.journal.retire("t1")
    await stage.until(lambda: "t1" in ended)


async def test_entries_of_other_nodes_come_in_order_without_gaps_and_once(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    await one.journal.create(opening("t1", "OAK-1"))
    await two.nodes.tables.catch_up()
    told: list[int] = []
    two.journal.subscribe("t1", lambda entries: told.extend(entry.seq for entry in entries))
    for seq in range(1, 6):
        await one.journal.append("t1", seq - 1, (sits(seq, "ada"),))
    with pytest.raises(Conflict):
        await two.journal.append("t1", 2, (sits(3, "bert"),))
    await two.journal.append("t1", 5, (sits(6, "bert"),))
    await one.journal.append("t1", 6, (sits(7, "ada"),))
    await stage.until(lambda: len(told) == 7)
    assert told == [1, 2, 3, 4, 5, 6, 7]


async def test_a_table_name_is_unique_over_all_nodes_until_the_table_ends(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    await one.journal.create(opening("t1", "OAK-1"))
    with pytest.raises(TableNameTaken):
        await two.journal.create(opening("t2", "OAK-1"))
    await one.journal.retire("t1")
    await two.journal.create(opening("t2", "OAK-1"))


async def test_a_table_has_one_open_rematch(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    await one.journal.create(opening("t2", "OAK-2", "t1"))
    with pytest.raises(RematchTaken):
        await two.journal.create(opening("t3", "OAK-3", "t1"))


# Sessions


async def test_sessions_of_other_nodes_come_get_other_names_and_leave(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    told: list[Any] = []
    two.nodes.sessions.follow(told.append, lambda *left: told.append(left))
    ada, again = session("one", "ada"), session("one", "ada", "Ada II")
    one.nodes.sessions.enter(ada)
    await stage.until(lambda: ada in told)
    one.nodes.sessions.enter(again)
    await stage.until(lambda: again in told)
    one.nodes.sessions.leave(again, 77.0)
    await stage.until(lambda: len(told) > 2)
    assert told[-1][0].number == 1
    assert told[-1][1] == 77.0


async def test_a_node_that_starts_later_is_told_who_is_here(stage: NodeStage) -> None:
    one = await stage.start("one")
    one.nodes.sessions.enter(session("one", "ada"))
    two = await stage.start("two")
    told: list[SharedSession] = []
    two.nodes.sessions.follow(told.append, lambda *_: None)
    await stage.until(lambda: session("one", "ada") in told)


async def test_the_sessions_of_a_lost_node_have_left(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    left: list[str] = []
    came: list[SharedSession] = []
    two.nodes.sessions.follow(came.append, lambda gone, _: left.append(gone.player))
    one.nodes.sessions.enter(session("one", "ada"))
    await stage.until(lambda: bool(came))
    await stage.lose("one")
    await stage.until(lambda: left == ["ada"])


# Talk


async def test_lines_are_heard_once_in_order_and_kept_for_nodes_that_start_later(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    lines = [
        SpokenLine("t1", "ada", ChatLine("Ada", f"line {n}", 1.0, "table", HostLine("kicked", {"player": n})))
        for n in range(120)
    ]
    there: list[SpokenLine] = []
    here: list[SpokenLine] = []
    two.nodes.talk.follow(there.append)
    one.nodes.talk.follow(here.append)
    for line in lines:
        one.nodes.talk.say(line)
    await stage.until(lambda: len(there) == 120)
    assert there == lines
    assert here == []
    late: list[SpokenLine] = []
    (await stage.start("three")).nodes.talk.follow(late.append)
    await stage.until(lambda: len(late) == 100)
    assert late == lines[20:]


async def test_the_lines_of_a_forgotten_account_are_not_kept(stage: NodeStage) -> None:
    one = await stage.start("one")
    kept = SpokenLine("", "bert", ChatLine("Bert", "hello", 2.0, "lobby"))
    one.nodes.talk.say(SpokenLine("", "ada", ChatLine("Ada", "hello", 1.0, "lobby")))
    one.nodes.talk.say(kept)
    early: list[SpokenLine] = []
    (await stage.start("two")).nodes.talk.follow(early.append)
    await stage.until(lambda: len(early) == 2)
    await one.nodes.talk.forget("ada")
    late: list[SpokenLine] = []
    (await stage.start("three")).nodes.talk.follow(late.append)
    await stage.until(lambda: bool(late))
    assert late == [kept]


# Signals


async def test_signals_reach_every_other_node_once_in_order(stage: NodeStage) -> None:
    one, two, three = [await stage.start(name) for name in ("one", "two", "three")]
    told: dict[str, list[Signal]] = {"one": [], "two": [], "three": []}
    for name, node in zip(told, (one, two, three), strict=True):
        node.nodes.signals.follow(told[name].append)
    sent = [Signal("kick", f"player {number}") for number in range(5)]
    for signal in sent:
        await one.nodes.signals.send(signal)
    await stage.until(lambda: len(told["two"]) == 5 and len(told["three"]) == 5)
    assert told == {"one": [], "two": sent, "three": sent}


async def test_a_node_that_starts_later_learns_what_stands(stage: NodeStage) -> None:
    one = await stage.start("one")
    for signal in (Signal("notice", text="Hello"), Signal("drain", text="on"), Signal("kick", "ada")):
        await one.nodes.signals.send(signal)
    await one.nodes.signals.send(Signal("notice", text="Bye"))
    two = await stage.start("two")
    late: list[Signal] = []
    two.nodes.signals.follow(late.append)
    assert set(await two.nodes.signals.standing()) == {
        Signal("drain", text="on"),
        Signal("notice", text="Bye"),
    }
    assert late == []


# Duties


async def test_each_duty_has_one_node(stage: NodeStage) -> None:
    nodes = [await stage.start(name) for name in ("one", "two", "three")]
    for number in range(50):
        await stage.until(lambda n=number: acting(nodes, f"table {n}") == 1)
    for node in nodes:
        assert any(node.nodes.duties.acts_for(f"table {number}") for number in range(50))


async def test_the_duties_of_a_lost_node_go_to_another_and_that_is_told(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    changes: list[float] = []
    mine = [f"table {number}" for number in range(20) if one.nodes.duties.acts_for(f"table {number}")]
    two.nodes.duties.follow(lambda: changes.append(stage.now()))
    lost = stage.now()
    await stage.lose("one")
    await stage.until(lambda: all(map(two.nodes.duties.acts_for, mine)))
    assert stage.now() - lost <= 5.0
    assert changes


async def test_a_node_that_resigns_has_no_duties(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    one.nodes.duties.resign()
    await stage.until(lambda: all(two.nodes.duties.acts_for(f"table {number}") for number in range(20)))
    assert not any(one.nodes.duties.acts_for(f"table {number}") for number in range(20))


def acting(nodes: list[Any], duty: str) -> int:
    return sum(node.nodes.duties.acts_for(duty) for node in nodes)


# Names, codes, windows, shares


async def test_of_two_nodes_one_gets_a_name(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    now = stage.now()
    got = await asyncio.gather(
        one.nodes.names.claim({"ada", "4da"}, now), two.nodes.names.claim({"ada"}, now)
    )
    assert sorted(got) == [False, True]
    assert await two.nodes.names.claim({"bert"}, now)


async def test_a_claim_of_several_skeletons_is_whole_or_not_at_all(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    now = stage.now()
    assert await one.nodes.names.claim({"ada"}, now)
    assert not await two.nodes.names.claim({"ada", "bert"}, now)
    assert await one.nodes.names.claim({"bert"}, now)


async def test_a_released_name_is_free_again_on_all_nodes(stage: NodeStage) -> None:
    """Six seconds later, by the clock of who claims it."""
    one, two = await stage.start("one"), await stage.start("two")
    assert await one.nodes.names.claim({"ada"}, stage.now())
    one.nodes.names.release({"ada"})
    began = stage.now()
    while not await two.nodes.names.claim({"ada"}, stage.now() + 6.0):
        tried = stage.now()
        await stage.until(lambda tried=tried: stage.now() > tried + 0.05)
        assert tried < began + 6.0


async def test_a_code_is_taken_once(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    now = stage.now()
    await one.nodes.codes.offer(KEY, "AAAA", now + 60)
    await one.nodes.codes.offer(KEY, "BBBB", now + 60)
    assert await two.nodes.codes.take("AAAA", now) is None
    taken = await asyncio.gather(two.nodes.codes.take("BBBB", now), one.nodes.codes.take("BBBB", now))
    assert sorted(taken, key=bool) == [None, KEY]


async def test_a_code_holds_for_its_time(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    now = stage.now()
    await one.nodes.codes.offer(KEY, "AAAA", now - 1)
    assert await two.nodes.codes.take("AAAA", now) is None


async def test_who_typed_a_tables_code_knows_it_on_every_node(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    await one.journal.create(opening("t1", "OAK-1"))
    await one.nodes.codes.know("t1", "ada")
    await one.nodes.codes.know("t1", "ada")
    assert list(await two.nodes.codes.known_to("ada")) == ["t1"]
    assert not await two.nodes.codes.known_to("bert")


async def test_actions_are_counted_over_all_nodes(stage: NodeStage) -> None:
    nodes = [(await stage.start(name)).nodes for name in ("one", "two", "three")]
    now = stage.now()
    own, shared = RateWindow("chat", "ada", 5, 10.0), RateWindow("chat", "192.0.2.1", 20, 10.0)
    full = await asyncio.gather(*(node.windows.count((shared, own), now) for node in nodes for _ in range(4)))
    assert full.count(None) == 5
    refused = next(filter(None, full))
    assert refused.window == own
    assert 0 < refused.wait <= 10.0


async def test_a_refused_action_is_counted_nowhere(stage: NodeStage) -> None:
    one = (await stage.start("one")).nodes
    now = stage.now()
    wide, narrow = RateWindow("chat", "192.0.2.1", 3, 10.0), RateWindow("chat", "ada", 1, 10.0)
    for _ in range(5):
        await one.windows.count((wide, narrow), now)
    other = RateWindow("chat", "bert", 9, 10.0)
    assert await one.windows.count((wide, other), now) is None
    assert await one.windows.count((wide, other), now) is None
    full = await one.windows.count((wide, other), now)
    assert full
    assert full.window == wide


async def test_a_window_that_a_lost_node_filled_stays_full(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    window = RateWindow("accounts", "192.0.2.1", 1, 86_400.0)
    assert await one.nodes.windows.count((window,), stage.now()) is None
    await stage.lose("one")
    assert await two.nodes.windows.count((window,), stage.now())


async def test_shares_are_counted_over_all_nodes(stage: NodeStage) -> None:
    nodes = [(await stage.start(name)).nodes for name in ("one", "two", "three")]
    wanted = [HeldShare("tables", "192.0.2.1", f"t{number}", 4, lasting=True) for number in range(9)]
    full = await asyncio.gather(
        *(nodes[number % 3].shares.take(share) for number, share in enumerate(wanted))
    )
    assert full.count(None) == 4
    held = wanted[full.index(None)]
    assert await nodes[0].shares.take(held) is None
    nodes[0].shares.give_back("tables", held.holder)
    assert await nodes[1].shares.take(HeldShare("tables", "192.0.2.2", "other", 4, lasting=True)) is None


async def test_of_shares_that_are_taken_together_all_are_or_none(stage: NodeStage) -> None:
    """Nine at once, of two addresses: the whole has room for six, each address for four."""
    nodes = [(await stage.start(name)).nodes for name in ("one", "two", "three")]

    def session_of(number: int) -> tuple[HeldShare, HeldShare]:
        holder = f"{number % 3} {number}"
        return (HeldShare("sessions", f"192.0.2.{number % 2}", holder, 4), HeldShare("all", "", holder, 6))

    full = await asyncio.gather(*(nodes[number % 3].shares.take(*session_of(number)) for number in range(9)))
    assert full.count(None) == 6
    assert {share.what for share in full if share} <= {"sessions", "all"}
    held = next(number for number, share in enumerate(full) if share is None)
    assert await nodes[held % 3].shares.take(*session_of(held)) is None  # it has both already
    assert await nodes[0].shares.take(
        HeldShare("sessions", "192.0.2.9", "a", 0), HeldShare("all", "", "a", 9)
    ) == HeldShare("sessions", "192.0.2.9", "a", 0)
    after = HeldShare("sessions", "192.0.2.9", "z", 4), HeldShare("all", "", "z", 6)
    assert await nodes[0].shares.take(*after) == after[1]
    assert await nodes[held % 3].shares.take(*after, instead=f"{held % 3} {held}") is None
    assert await nodes[0].shares.take(*session_of(held)) == session_of(held)[1]
    beyond = [HeldShare("all", "", f"b{number}", 9) for number in range(4)]
    assert [await nodes[0].shares.take(share) for share in beyond] == [None, None, None, beyond[3]]


async def test_the_parts_of_all_nodes_are_the_whole_once_all_know_of_all(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    three = await stage.start("three")
    nodes = [one.nodes, two.nodes, three.nodes]
    assert [node.part().of(20) for node in nodes] == [7, 6, 7]  # by name
    await stage.lose("two")
    assert sum(node.part().of(20) for node in nodes) <= 20
    await stage.until(lambda: one.nodes.count() == three.nodes.count() == 2)
    assert [one.nodes.part().of(20), three.nodes.part().of(20)] == [10, 10]


async def test_what_a_lost_node_held_lapses_unless_it_lasts(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    assert await one.nodes.shares.take(HeldShare("tables", "192.0.2.1", "t1", 1, lasting=True)) is None
    assert await one.nodes.shares.take(HeldShare("sessions", "192.0.2.1", "one 1", 1)) is None
    left: list[Any] = []
    came: list[SharedSession] = []
    two.nodes.sessions.follow(came.append, lambda *gone: left.append(gone))
    one.nodes.sessions.enter(session("one", "ada"))
    await stage.until(lambda: bool(came))
    await stage.lose("one")
    await stage.until(lambda: bool(left))
    assert await two.nodes.shares.take(HeldShare("tables", "192.0.2.1", "t2", 1, lasting=True))
    assert await two.nodes.shares.take(HeldShare("sessions", "192.0.2.1", "two 1", 1)) is None


# Audiences


async def test_watchers_of_all_other_nodes_are_counted_and_the_latest_round_is_known(
    stage: NodeStage,
) -> None:
    """Not one's own; and by a node that starts later, too."""
    one, two = await stage.start("one"), await stage.start("two")
    changed: list[str] = []
    two.nodes.audiences.follow(changed.append)
    one.nodes.audiences.tell("t1", TableAudience(2, 7, 3))
    two.nodes.audiences.tell("t1", TableAudience(1, 9, 4))
    await stage.until(lambda: two.nodes.audiences.elsewhere("t1") == TableAudience(2, 7, 3))
    await stage.until(lambda: one.nodes.audiences.elsewhere("t1") == TableAudience(1, 9, 4))
    three = await stage.start("three")
    await stage.until(lambda: three.nodes.audiences.elsewhere("t1") == TableAudience(3, 9, 4))
    one.nodes.audiences.tell("t1", NOBODY)
    await stage.until(lambda: two.nodes.audiences.elsewhere("t1") == NOBODY)
    await stage.until(lambda: three.nodes.audiences.elsewhere("t1") == TableAudience(1, 9, 4))
    assert set(changed) == {"t1"}


async def test_what_a_lost_node_told_of_tables_is_gone(stage: NodeStage) -> None:
    one, two = await stage.start("one"), await stage.start("two")
    one.nodes.audiences.tell("t1", TableAudience(2, 7, 3))
    await stage.until(lambda: two.nodes.audiences.elsewhere("t1") == TableAudience(2, 7, 3))
    await stage.lose("one")
    await stage.until(lambda: two.nodes.audiences.elsewhere("t1") == NOBODY)
