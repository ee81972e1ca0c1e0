"""Several nodes are one host: what players see and do is the same on whichever node they are."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import Refused
from server.identity.accounts import Player
from server.log.entries import Entry
from server.log.table_state import TableState
from server.settings.limits import Limits
from tests.server.cluster.hosts import SimulatedNodes, two_nodes
from tests.server.cluster.joined import UnreachableError
from tests.server.simulation import ADA, BERT, CY, ReceivedSnapshots, refusal
from tests.server.toy import Roll
from tui.host.table_search import PAGE_SIZE, TableSearch

WISH = ("toy", 2, {"goal": "9"})


async def test_a_table_opened_on_one_node_is_joined_and_played_on_another() -> None:
    nodes = await two_nodes()
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    lobby = nodes.lobby_of(bert)
    table = await ada.open_table("toy", 2, {"goal": "1"})
    await nodes.told()
    (listed,) = lobby.last.tables
    assert listed.id == table
    await bert.join(listed.name)
    await nodes.told()
    await ada.start(table)
    seen = [ReceivedSnapshots(), ReceivedSnapshots()]
    ada.follow_table(table, seen[0].see)
    bert.follow_table(table, seen[1].see)
    await nodes.told()
    (ask,) = nodes.tables(table)[0].state.asks
    await (ada, bert)[ask.seat - 1].submit(table, ask.id, Roll())
    await nodes.told()
    assert [told.last.info.stage for told in seen] == ["over", "over"]
    assert [port.account().name for port in (ada, bert)] == ["Ada", "Bert"]
    assert await ada.record(table) == await bert.record(table)


async def test_nodes_fold_the_same_state() -> None:
    nodes = await two_nodes()
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    table = await ada.open_table(*WISH)
    await nodes.told()
    await bert.join(table)
    await bert.add_to_dice(table, "luck")
    await nodes.told()
    await ada.start(table)
    for port in (ada, bert):
        port.follow_table(table, lambda _: None)
    await nodes.told()
    for _ in range(4):
        (ask,) = nodes.tables(table)[0].state.asks
        await (ada, bert)[ask.seat - 1].submit(table, ask.id, Roll())
        await nodes.told()
        assert folded(nodes, table) == 1


def folded(nodes: SimulatedNodes, table: str) -> int:
    """How many different states the nodes have."""
    states: list[TableState] = []
    for one in nodes.tables(table):
        if one.state not in states:
            states.append(one.state)
    return len(states)


async def test_two_nodes_that_seat_somebody_at_once_seat_both() -> None:
    """The second one reads what the first has written, and decides again."""
    nodes = await two_nodes(delay=lambda: None)
    ada, bert, cyril = nodes.enter("one", ADA), nodes.enter("one", BERT), nodes.enter("two", CY)
    table = await ada.open_table("toy", 3, {"goal": "9"})
    await nodes.told()
    for port in (bert, cyril):
        await port.join(table)
    await nodes.told()
    assert {one.state.players for one in nodes.tables(table)} == {("ada", "bert", "cy")}


async def test_nothing_is_refused_for_what_another_node_has_not_told_yet() -> None:
    """Whoever was answered there asks here at once, before any bell: the deal after somebody sat down, and
    the next move after the one before. What is wrong on all nodes is refused as before.
    """
    nodes = await two_nodes(delay=lambda: None)
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    table = await ada.open_table("toy", 2, {"goal": "99"})
    await nodes.told()
    assert (await refusal(ada.start(table))).code == "seats-empty"
    await bert.join(table)
    await ada.start(table)
    for _ in range(4):
        ask = max((ask for one in nodes.tables(table) for ask in one.state.asks), key=lambda ask: ask.id)
        await (ada, bert)[ask.seat - 1].submit(table, ask.id, Roll())
    assert (await refusal(bert.start(table))).code == (await refusal(ada.start(table))).code


async def test_an_ended_table_leaves_every_lobby() -> None:
    nodes = await two_nodes()
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    lobby = nodes.lobby_of(bert)
    table = await ada.open_table(*WISH)
    await nodes.told()
    await ada.leave(table)
    await nodes.told()
    assert lobby.last.tables == ()


async def test_pages_and_searches_reach_the_tables_of_all_nodes() -> None:
    """Who looks at another page is told nothing, on whichever node; one's own comes at once."""
    nodes = await two_nodes(limits=Limits(own_tables=100))
    ada, bert, cyril = nodes.enter("one", ADA), nodes.enter("two", BERT), nodes.enter("two", CY)
    opened = []
    for _ in range(PAGE_SIZE + 2):
        opened.append(await ada.open_table("toy", 3, {}))
        await nodes.time.pass_by(0.1)
    await nodes.told()
    await nodes.time.pass_by(10)
    first, search = nodes.lobby_of(bert), ReceivedSnapshots()
    assert [info.id for info in first.last.tables] == opened[:1:-1]
    assert (first.last.found, first.last.here) == (PAGE_SIZE + 2, 3)
    bert.follow_lobby(search.see, TableSearch(("cyril",)))
    await ada.add_bot(opened[0], "first")
    await nodes.told()
    assert (len(first), len(search)) == (1, 1)
    await cyril.join(opened[1])
    await nodes.told()
    assert (len(first), [info.id for info in search.last.tables]) == (1, opened[1:2])
    own = nodes.lobby_of(cyril)
    assert [seat.name for seat in own.last.tables[0].seats] == ["Ada", "Cyril", ""]
    await nodes.enter("one", BERT).join(opened[1])
    await nodes.told()
    assert [seat.name for seat in own.last.tables[0].seats] == ["Ada", "Cyril", "Bert"]


async def test_a_finished_game_is_listed_for_its_players_on_every_node() -> None:
    nodes = await two_nodes()
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    lobby = nodes.lobby_of(bert)
    table = await ada.open_table("toy", 2, {"goal": "1"})
    await nodes.told()
    await bert.join(table)
    await nodes.told()
    await ada.start(table)
    (ask,) = nodes.at["one"].lobby.table(table).state.asks
    await nodes.told()
    await (ada, bert)[ask.seat - 1].submit(table, ask.id, Roll())
    await nodes.told()
    assert [game.id for game in lobby.last.finished] == [table]


async def test_everybody_sees_who_is_here_on_any_node() -> None:
    nodes = await two_nodes()
    bert = nodes.enter("two", BERT)
    lobby = nodes.lobby_of(bert)
    leave = nodes.at["one"].host.enter(ADA)
    await nodes.told()
    assert set(lobby.last.people) == {"Ada", "Bert"}
    leave()
    await nodes.told()
    await nodes.time.pass_by(10)
    assert (lobby.last.people, lobby.last.here) == (("Bert",), 1)


async def test_a_player_with_sessions_on_two_nodes_is_away_when_both_have_ended() -> None:
    nodes = await two_nodes()
    leave = [nodes.at[name].host.enter(ADA) for name in ("one", "two")]
    await nodes.at["one"].port(ADA).open_table(*WISH)
    await nodes.told()
    leave[0]()
    await nodes.told()
    assert all(one.lobby.presence.away_since("ada") is None for one in nodes.at.values())
    gone = nodes.time.now
    leave[1]()
    await nodes.told()
    assert [one.lobby.presence.away_since("ada") for one in nodes.at.values()] == [gone, gone]


async def test_the_players_of_a_lost_node_are_away_on_the_others() -> None:
    nodes = await two_nodes()
    await nodes.enter("one", ADA).open_table(*WISH)
    await nodes.told()
    gone = nodes.time.now
    await nodes.kill("one")
    await nodes.time.pass_by(7.0)
    assert nodes.at["two"].lobby.presence.away_since("ada") == gone


async def test_what_is_said_is_read_on_all_nodes() -> None:
    nodes = await two_nodes()
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    lobby, table = nodes.lobby_of(bert), await ada.open_table(*WISH)
    await nodes.told()
    await bert.join(table)
    seen, news = ReceivedSnapshots(), ReceivedSnapshots()
    bert.follow_table(table, seen.see)
    bert.follow_seats(news.see)
    await nodes.told()
    await ada.say(None, "Hello, everybody")
    await ada.say(table, "Hello, Bert")
    await nodes.told()
    assert [line.text for line in lobby.last.chat] == ["Hello, everybody"]
    assert [line.text for line in seen.last.chat] == ["Hello, Bert"]
    assert [(one.kind, one.text) for one in news][-1:] == [("said", "Hello, Bert")]


async def test_players_are_told_of_their_seats_on_whichever_node_they_are() -> None:
    nodes = await two_nodes()
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    table = await ada.open_table("toy", 2, {"goal": "99"})
    await nodes.told()
    await bert.join(table)
    news = ReceivedSnapshots()
    bert.follow_seats(news.see)
    await nodes.told()
    await ada.start(table)
    await nodes.told()
    for _ in range(4):
        (ask,) = nodes.at["one"].lobby.table(table).state.asks
        await (ada, bert)[ask.seat - 1].submit(table, ask.id, Roll())
        await nodes.told()
    assert {"began", "turn"} <= {one.kind for one in news}


async def test_table_names_stay_apart() -> None:
    """Two nodes that choose the same name: the second table gets another one."""
    nodes = await two_nodes(delay=lambda: None)
    ports = [nodes.enter("one", ADA), nodes.enter("two", BERT)]
    tables = [await port.open_table(*WISH) for port in ports for _ in range(3)]
    await nodes.told()
    assert len({nodes.tables(table)[0].opening.name for table in tables}) == 6


async def test_a_game_has_one_rematch_whoever_asks_first() -> None:
    nodes = await two_nodes(delay=lambda: None)
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    table = await ada.open_table("toy", 2, {"goal": "1"})
    await nodes.told()
    await bert.join(table)
    await nodes.told()
    await ada.start(table)
    for port in (ada, bert):
        port.follow_table(table, lambda _: None)
    await nodes.told()
    (ask,) = nodes.tables(table)[0].state.asks
    await (ada, bert)[ask.seat - 1].submit(table, ask.id, Roll())
    await nodes.told()
    first = await ada.rematch(table)
    assert await bert.rematch(table) == first
    await nodes.told()
    assert nodes.tables(first)[0].state.players == ("ada", "bert")


async def test_limits_hold_over_all_nodes() -> None:
    """An address that comes by several nodes may do no more."""
    limits = replace(Limits(), chat_lines_per_address=2, tables_per_address=2, code_guesses_per_address=2)
    nodes = await two_nodes(limits=limits)
    ports = [
        nodes.enter(("one", "two")[number % 2], Player(f"guest-{number}", f"Heron-{number}"), "192.0.2.7")
        for number in range(3)
    ]
    for port in ports[:2]:
        await port.say(None, "hello")
        await port.open_table(*WISH)
        assert (await refusal(port.join("NOPE-7"))).code == "no-table"
    assert (await refusal(ports[2].say(None, "hello"))).code == "too-many-lines"
    assert (await refusal(ports[2].open_table(*WISH))).code == "too-many-tables-here"
    assert (await refusal(ports[2].join("NOPE-7"))).code == "too-many-tries"


async def test_a_table_can_be_joined_before_its_node_was_heard() -> None:
    nodes = await two_nodes(delay=lambda: None)
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    table = await ada.open_table(*WISH)
    assert await bert.join(table) == table
    assert nodes.tables(table)[1].state.players == ("ada", "bert")


async def test_a_private_table_is_known_to_who_typed_its_code_on_every_node() -> None:
    nodes = await two_nodes()
    ada = nodes.enter("one", ADA)
    table = await ada.open_table(*WISH, private=True)
    code = nodes.at["one"].lobby.table(table).opening.code
    await nodes.told()
    bert, leave = await nodes.at["two"].come("SHA256:bert", "Bert")
    assert await bert.watch(code) == table
    leave()
    again, _ = await nodes.at["one"].come("SHA256:bert", "Bert")
    assert [info.id for info in nodes.lobby_of(again).last.tables] == [table]


async def test_a_node_cut_off_from_the_store_admits_nobody_new() -> None:
    nodes = await two_nodes()
    nodes.joined.cut("one")
    with pytest.raises(Refused, match="busy"):
        await nodes.at["one"].come("SHA256:ada", "Ada")
    nodes.joined.mend("one")
    await nodes.at["one"].come("SHA256:ada", "Ada")


async def test_players_of_a_node_that_is_cut_off_see_that_their_position_may_be_old() -> None:
    """Also who looks only then; they go on when it reaches the store again."""
    nodes = await two_nodes()
    ada = nodes.enter("one", ADA)
    table, seen = await ada.open_table(*WISH), ReceivedSnapshots()
    ada.follow_table(table, seen.see)
    bert, late, lobby = nodes.enter("one", BERT), ReceivedSnapshots(), ReceivedSnapshots()
    bert.follow_lobby(lobby.see)
    nodes.joined.cut("one")
    assert seen.last.saving == "unreached"
    bert.follow_table(table, late.see)
    assert late.last.saving == "unreached"
    await nodes.time.pass_by(0.5)
    assert lobby.last.unreached
    nodes.joined.mend("one")
    assert (seen.last.saving, late.last.saving) == ("", "")
    await nodes.time.pass_by(0.5)
    assert not lobby.last.unreached
    await ada.add_bot(table, "first")
    await nodes.told()
    assert [one.state.seq for one in nodes.tables(table)] == [2, 2]


async def test_a_node_that_cannot_read_a_log_tries_again_after_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is told that a game of one of its players goes on elsewhere, and does not try without a pause."""
    nodes, tries = await two_nodes(), 0
    ada, bert = nodes.enter("one", ADA), nodes.enter("one", BERT)
    table = await ada.open_table(*WISH)
    await bert.join(table)
    nodes.enter("two", BERT)
    await nodes.told()

    async def unreadable(*_: Any) -> tuple[Entry, ...]:
        nonlocal tries
        tries += 1
        raise UnreachableError

    with monkeypatch.context() as patch:
        patch.setattr(nodes.joined.nodes["two"].journal, "read", unreadable)
        await ada.start(table)
        await nodes.time.pass_by(30)
        assert 2 <= tries <= 20
        assert nodes.tables(table)[1].asleep
    await nodes.time.pass_by(60)
    assert folded(nodes, table) == 1


async def test_names_are_in_use_while_somebody_is_here_or_has_a_seat() -> None:
    nodes = await two_nodes()
    heron, leave = await nodes.at["one"].come(None, "Heron")
    table = await heron.open_table(*WISH)
    await nodes.told()
    leave()
    await nodes.told()
    assert all("heron" in one.lobby.names for one in nodes.at.values())
    await heron.leave(table)
    await nodes.told()
    assert not any("heron" in one.lobby.names for one in nodes.at.values())


async def test_every_node_lists_how_many_watch_and_the_round() -> None:
    """Also one at which nobody is who plays there: it has not read the log. What a lost node told is told
    by the others.
    """
    nodes = SimulatedNodes()
    await nodes.start("one", "two", "three")
    ada, bert, cyril = nodes.enter("one", ADA), nodes.enter("two", BERT), nodes.enter("two", CY)
    table = await ada.open_table("toy", 2, {"goal": "30"})
    await nodes.told()
    await bert.join(table)
    await nodes.told()
    await ada.start(table)
    for _ in range(3):
        await nodes.told()
        (ask,) = nodes.tables(table)[0].state.asks
        await (ada, bert)[ask.seat - 1].submit(table, ask.id, Roll())
    cyril.follow_table(table, lambda _: None)
    leave = nodes.enter("one", CY).follow_table(table, lambda _: None)
    await nodes.told()
    shown = [(one.public.watching, one.public.round) for one in nodes.tables(table)]
    assert shown == [(2, nodes.tables(table)[0].public.round)] * 3
    assert shown[0][1] > 0
    leave()
    await nodes.told()
    assert [one.public.watching for one in nodes.tables(table)] == [1] * 3
    await nodes.kill("one")
    await nodes.time.pass_by(10)
    assert [(one.public.watching, one.public.round) for one in nodes.tables(table)] == [(1, shown[0][1])] * 2
