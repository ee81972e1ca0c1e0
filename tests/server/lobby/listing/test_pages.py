"""Whoever looks at the lobby is sent what they look at: a page of tables, counts, what is their own."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from engine.game import Refused
from server.host.port import HostPort
from server.lobby.listing.viewers import LobbyPace
from server.settings.limits import Limits
from tests.server.simulation import ADA, BERT, CY, GUEST, ReceivedSnapshots, Simulation
from tui.host.pictures import LobbySnapshot
from tui.host.table_search import FIRST_PAGE, PAGE_SIZE, TableSearch

MANY = 2 * PAGE_SIZE + 5
DEEDS = ("open", "sit", "leave", "bot", "start", "private", "follow", "come", "say", "name")


async def crowded(tables: int = MANY) -> tuple[Simulation, HostPort, list[str]]:
    """A host with tables of Ada's, the newest last; a while after the last was opened."""
    stage = Simulation(limits=Limits(own_tables=1000))
    ada = stage.port(ADA)
    opened = []
    for _ in range(tables):
        opened.append(await ada.open_table("toy", 3, {}))
        await stage.time.pass_by(1)
    await stage.time.pass_by(20)
    return stage, ada, opened


def follow(stage: Simulation, search: TableSearch = FIRST_PAGE) -> ReceivedSnapshots:
    """What Bert is sent who looks at a page."""
    seen = ReceivedSnapshots()
    stage.port(BERT).follow_lobby(seen.see, search)
    return seen


def ids(lobby: LobbySnapshot) -> list[str]:
    return [table.id for table in lobby.tables]


async def test_one_page_is_sent_with_the_number_of_all_tables() -> None:
    stage, _, opened = await crowded()
    lobby = follow(stage).last
    assert ids(lobby) == opened[::-1][:PAGE_SIZE]
    assert (lobby.found, lobby.total, lobby.first) == (MANY, MANY, 0)


async def test_nobody_is_woken_by_a_change_off_their_page() -> None:
    """Not even later; who looks at that page is."""
    stage, _, opened = await crowded()
    here, there = follow(stage), follow(stage, replace(FIRST_PAGE, skip=2 * PAGE_SIZE))
    await stage.port(CY).sit(opened[0])
    await stage.time.pass_by(30)
    assert len(here) == 1
    assert [seat.name for seat in there.last.tables[-1].seats] == ["Ada", "Cyril", ""]


async def test_others_changes_come_every_two_seconds_at_most() -> None:
    """The first at once; then the page as it is after two seconds, however much has changed."""
    stage, ada, opened = await crowded()
    seen = follow(stage)
    for table in opened[-5:]:
        await stage.port(CY).sit(table)
        await stage.time.pass_by(0.3)
    assert len(seen) == 2
    await stage.time.pass_by(0.5)
    assert len(seen) == 2
    await stage.time.pass_by(0.5)
    assert len(seen) == 3
    assert [table.seats[1].name for table in seen.last.tables[:5]] == ["Cyril"] * 5
    for _ in range(20):
        await ada.add_bot(opened[-1], "first")
        await ada.remove_bot(opened[-1])
        await ada.add_bot(opened[-2], "first")
        await ada.remove_bot(opened[-2])
        await stage.time.pass_by(0.5)
    assert len(seen) <= 3 + 10 / 2 + 1


async def test_counts_come_every_ten_seconds() -> None:
    """The first at once; then not before ten seconds have passed."""
    stage, _, _ = await crowded(1)
    seen = follow(stage)
    stage.host.enter(BERT)
    await stage.time.pass_by(0.1)
    assert (seen.last.here, seen.last.people) == (1, ("Bert",))
    stage.host.enter(GUEST)
    stage.enter(CY)
    await stage.time.pass_by(9.8)
    assert len(seen) == 2
    await stage.time.pass_by(0.2)
    assert len(seen) == 3
    assert (seen.last.here, seen.last.people) == (3, ("Bert", "Heron-7", "Cyril"))


async def test_a_page_and_counts_of_the_same_moment_come_together() -> None:
    """A new table is on the page, and one more: that is one snapshot."""
    stage, ada, _ = await crowded()
    seen = follow(stage)
    new = await ada.open_table("toy", 3, {})
    await stage.time.pass_by(1)
    assert len(seen) == 2
    assert (ids(seen.last)[0], seen.last.total) == (new, MANY + 1)


async def test_what_is_ones_own_comes_at_once() -> None:
    """One's table, wherever it stands in the list, and what others do there; one's name; not theirs."""
    stage, _, opened = await crowded()
    bert, seen, others = stage.port(BERT), follow(stage), ReceivedSnapshots()
    stage.port(CY).follow_lobby(others.see)
    await stage.port(CY).sit(opened[-1])  # the others' changes wait from here on
    await stage.time.pass_by(0.1)
    told = len(others)
    await bert.sit(opened[0])
    await stage.time.pass_by(0.1)
    assert ids(seen.last)[0] == opened[0]
    assert seen.last.tables[0].your_seat == 2
    await bert.rename("Bertram")
    await stage.time.pass_by(0.1)
    assert seen.last.you == "Bertram"
    await stage.port(CY).sit(opened[0])
    await stage.time.pass_by(0.1)
    assert [seat.name for seat in seen.last.tables[0].seats] == ["Ada", "Bertram", "Cyril"]
    new = await bert.open_table("toy", 2, {}, private=True)
    await stage.time.pass_by(0.1)
    assert ids(seen.last)[:2] == [new, opened[0]]
    assert len(others) == told + 1, "Cyril was told of his own seat, and of nothing else"


async def test_a_table_that_one_left_is_never_shown_as_it_was_before() -> None:
    """Also if something else is sent in the moment until one is told what changed of one's own."""
    stage, ada, opened = await crowded()
    bert, seen = stage.port(BERT), follow(stage)
    await bert.sit(opened[-1])
    await stage.time.pass_by(3)
    seen.clear()
    await ada.say(None, "hello")
    await stage.time.pass_by(0.05)
    await bert.leave(opened[-1])
    await stage.time.pass_by(5)
    assert seen
    shown = [next(table for table in lobby.tables if table.id == opened[-1]) for lobby in seen]
    assert [[seat.name for seat in table.seats] for table in shown] == [["Ada", "", ""]] * len(shown)


async def test_after_paging_nothing_is_missed() -> None:
    """A page is sent as it is when one turns to it, although others who look at it wait for theirs."""
    stage, ada, opened = await crowded()
    second = replace(FIRST_PAGE, skip=PAGE_SIZE)
    before = follow(stage, second)
    await stage.port(CY).sit(opened[PAGE_SIZE - 1])
    await stage.time.pass_by(0.1)
    new = await ada.open_table("toy", 3, {})
    after = follow(stage, second)
    now = [*opened, new][::-1]
    assert ids(after.last) == now[PAGE_SIZE : 2 * PAGE_SIZE]
    assert ids(before.last) != ids(after.last)
    await stage.time.pass_by(2)
    assert ids(before.last) == ids(after.last)
    last = follow(stage, replace(FIRST_PAGE, skip=50 * PAGE_SIZE))
    assert ids(last.last) == now[2 * PAGE_SIZE :]


async def test_a_page_that_changes_back_is_shown_so_to_all() -> None:
    """Also to somebody who came when it was different."""
    stage, ada, opened = await crowded(3)
    first = follow(stage)
    await ada.add_bot(opened[0], "first")
    await stage.time.pass_by(0.1)
    await ada.add_bot(opened[1], "first")
    second = follow(stage)
    await ada.remove_bot(opened[1])
    await stage.time.pass_by(3)
    assert first.last.tables == second.last.tables


async def test_search_reaches_all_tables() -> None:
    """By parts of names, and stage; whoever searches hears of what begins or ceases to fit alone."""
    stage, ada, opened = await crowded()
    await stage.port(CY).sit(opened[3])
    found = follow(stage, TableSearch(("cyr", "toy")))
    assert ids(found.last) == [opened[3]]
    assert (found.last.found, found.last.total) == (1, MANY)
    await stage.time.pass_by(5)
    told = len(found)
    await ada.add_bot(opened[4], "first")
    await stage.time.pass_by(20)
    assert len(found) == told
    await stage.port(CY).sit(opened[4])
    await stage.time.pass_by(2)
    assert ids(found.last) == [opened[3], opened[4]], "those with a free seat are first"
    assert not stage.port(BERT).find_tables(TableSearch(stage="running")).tables
    name = stage.lobby.table(opened[7]).opening.name.casefold()
    assert opened[7] in [table.id for table in stage.port(BERT).find_tables(TableSearch((name,))).tables]


async def test_a_large_crowd_is_sent_to_in_batches() -> None:
    """So that others of the host's tasks have their turn; each is told once."""
    stage, _, opened = await crowded(1)
    crowd = [follow(stage) for _ in range(350)]
    await stage.port(CY).sit(opened[0])
    await stage.time.pass_by(0.1)
    assert [len(one) for one in crowd] == [2] * 350


@pytest.mark.parametrize("seed", range(12))
async def test_at_rest_everybody_has_what_a_newcomer_is_sent(seed: int) -> None:
    """Whatever players have done, and whenever somebody turned a page."""
    chance = Random(seed)
    stage = Simulation(limits=Limits(own_tables=1000), pace=LobbyPace(crowd=2, batch=2))
    players = (ADA, BERT, CY, GUEST)
    ports = [stage.port(player) for player in players]
    leave = {player: stage.host.enter(player) for player in players}
    pages = [TableSearch(skip=skip, count=3) for skip in (0, 3, 30)]
    searches = [*pages, TableSearch(("ad",), count=2), TableSearch(stage="running"), TableSearch(newest=True)]
    seen: list[tuple[HostPort, TableSearch, ReceivedSnapshots]] = []
    for _ in range(60):
        player, port = chance.choice(list(zip(players, ports, strict=True)))
        tables = [*stage.lobby.tables]
        table = chance.choice(tables).opening.id if tables else ""
        try:
            match chance.choice(DEEDS):
                case "open":
                    await port.open_table("toy", chance.choice((2, 3)), {"goal": "99"})
                case "private":
                    await port.open_table("toy", 2, {"goal": "99"}, private=True)
                case "sit":
                    await port.join(table)
                case "leave":
                    await port.leave(table)
                case "bot":
                    await port.add_bot(table, "first")
                case "start":
                    await port.start(table)
                case "follow":
                    seen.append((port, chance.choice(searches), ReceivedSnapshots()))
                    port.follow_lobby(seen[-1][2].see, seen[-1][1])
                case "come":
                    leave.pop(player, stage.host.enter(player))()
                case "say":
                    await port.say(None, f"line {chance.random()}")
                case "name":
                    await port.rename(f"{player.name}-{chance.randrange(9)}")
        except Refused:
            pass
        await stage.time.pass_by(chance.choice((0.0, 0.05, 0.5, 3.0)))
    await stage.time.pass_by(15)
    for port, search, told in seen:
        newcomer = ReceivedSnapshots()
        port.follow_lobby(newcomer.see, search)()
        assert told.last == newcomer.last
        assert all(one != other for one, other in pairwise(told)), "nothing is sent twice"
