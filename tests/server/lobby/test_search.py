"""Looking for a game: two who look end at one table, and nobody's search leaves a table behind."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from server.budget.slices import AT_ONCE
from server.host.port import HostPort
from server.identity.accounts import Player
from server.log.entries import Outcome
from server.table.filling import BOTS_AFTER
from tests.server.cluster.hosts import two_nodes
from tests.server.journals import entry, opening
from tests.server.simulation import ADA, BERT, CY, Simulation, finished, refusal, settled
from tui.host.pictures import TableInfo


def info(stage: Simulation, table: str) -> TableInfo:
    return stage.lobby.table(table).public


async def test_two_who_look_play_at_once() -> None:
    """The game begins by itself, with a clock."""
    stage = Simulation()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    table = await ada.match("toy")
    assert info(stage, table).searching
    assert await ada.match("toy") == table
    assert await bert.match() == table
    await stage.time.pass_by(1.0)
    assert info(stage, table).stage == "running"
    assert info(stage, table).clock != "none"


async def test_two_who_look_at_the_same_moment_end_at_one_table() -> None:
    stage = Simulation()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    first, second = await asyncio.gather(ada.match("toy"), bert.match("toy"))
    assert first == second
    assert len(stage.lobby.tables) == 1


async def test_among_many_tables_others_have_their_turn() -> None:
    """A search that looks at many open tables is no longer a piece of work than one that looks at few."""

    async def turns(tables: int) -> int:
        stage, taken = Simulation(), 0
        for number in range(tables):
            await stage.enter(Player(f"host{number}", f"Host{number}"))[0].open_table("toy", 2, {})
        search = asyncio.ensure_future(stage.enter(ADA)[0].match("toy"))
        while not search.done():
            taken += 1
            await asyncio.sleep(0)
        assert ADA.id in stage.lobby.table(search.result()).state.players
        return taken

    assert await turns(3 * AT_ONCE) >= await turns(1) + 3


async def test_a_bot_joins_after_a_while() -> None:
    """Not before, and the weakest of the game for who is new to it."""
    stage = Simulation()
    ada, _ = stage.enter(ADA)
    table = await ada.match("toy")
    assert info(stage, table).bots_at == stage.time.now + BOTS_AFTER
    await stage.time.pass_by(BOTS_AFTER - 1)
    assert info(stage, table).stage == "open"
    await stage.time.pass_by(1.5)
    assert info(stage, table).stage == "running"
    bots = stage.lobby.dependencies.games["toy"].bots
    assert [seat.bot for seat in info(stage, table).seats] == ["", next(iter(bots))]


async def test_who_wants_people_alone_waits_for_them() -> None:
    """They do not join a search that bots will join either."""
    stage = Simulation()
    (ada, _), (bert, _), (cy, _) = [stage.enter(who) for who in (ADA, BERT, CY)]
    table = await ada.match("toy", bots=False)
    assert info(stage, table).bots_at is None
    await stage.time.pass_by(600.0)
    assert info(stage, table).stage == "open"
    assert await bert.match("toy") == table
    await stage.time.pass_by(1.0)
    other = await cy.match("toy")
    assert other != table


async def test_who_goes_leaves_no_table_behind() -> None:
    """Whether they stand up, look for something else, or lose their connection."""
    stage = Simulation()
    ada, leave = stage.enter(ADA)
    await ada.leave(await ada.match("toy"))
    assert not stage.lobby.tables
    await ada.match("toy")
    await ada.match("toy", bots=False)
    assert len(stage.lobby.tables) == 1
    leave()
    await stage.time.pass_by(BOTS_AFTER + 1)
    assert [table.state.stage for table in stage.lobby.tables] == ["open"]
    await stage.time.pass_by(120.0)
    assert not stage.lobby.tables


async def test_people_who_opened_a_table_are_joined() -> None:
    """A public one where somebody is who does not ignore the seeker; not one that begins later or by days."""
    stage = Simulation()
    (ada, _), (bert, _), (cy, _) = [stage.enter(who) for who in (ADA, BERT, CY)]
    by_days = await ada.open_table("toy", 2, {}, clock="1d")
    private = await ada.open_table("toy", 2, {}, private=True)
    table = await ada.open_table("toy", 2, {})
    await ada.ignore("Cyril", True)
    assert await cy.match("toy") not in {by_days, private, table}
    await cy.leave(next(stage.host.searches.own("cy")).opening.id)
    assert await bert.match("toy") == table


async def test_who_has_played_often_gets_the_usual_bot_and_the_last_game() -> None:
    stage = Simulation()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    for _ in range(10):
        await finished(stage, ada, bert)
    table = stage.lobby.table(await ada.match())
    assert table.opening.matching == list(stage.lobby.dependencies.games["toy"].bots)[-1]
    assert (await refusal(bert.match("chess"))).code == "unknown-game"


@pytest.mark.parametrize(("games", "bot"), [(9, "cheat"), (10, "failing")])
async def test_the_bot_that_joins_is_rated_like_who_searches_on_this_host(games: int, bot: str) -> None:
    """The toy's bots were never measured: it is the one that has played enough here."""
    stage = Simulation()
    outcome = Outcome("played", ("Ada", "Bert", "Bot"), (1, 3, 2), ("ada", "bert", ""), ("", "", "failing"))
    end = replace(entry(1, "end"), note=msgspec.json.encode(outcome).decode())
    for number in range(games):
        await stage.journal.create(replace(opening(f"t{number}"), options={"rated": "on"}), [end])
    bert, _ = stage.enter(BERT)
    assert stage.lobby.table(await bert.match("toy")).opening.matching == bot


async def test_seekers_at_the_same_moment_on_two_nodes_end_at_one_table() -> None:
    """And it begins, on the node that acts for it."""
    nodes = await two_nodes()
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    await nodes.told()
    searches = [asyncio.ensure_future(port.match("toy")) for port in (ada, bert)]
    await settled()
    await nodes.time.pass_by(1.0)
    first, second = await asyncio.gather(*searches)
    assert first == second
    await nodes.told()
    assert [table.state.stage for table in nodes.tables(first)] == ["running", "running"]


async def test_many_seekers_on_two_nodes_share_tables_without_a_rest() -> None:
    """Ten who look at once play at five tables."""
    nodes = await two_nodes()

    ports: list[HostPort] = [
        nodes.enter("one" if n % 2 else "two", Player(f"p{n}", f"Otter-{n}")) for n in range(10)
    ]
    await nodes.told()
    searches = [asyncio.ensure_future(port.match("toy")) for port in ports]
    await settled()
    await nodes.time.pass_by(5.0)
    tables = await asyncio.gather(*searches)
    await nodes.told()
    assert sorted(tables.count(table) for table in set(tables)) == [2] * 5
