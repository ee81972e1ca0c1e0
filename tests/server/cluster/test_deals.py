"""The deal of the day on several nodes: one seed a day, one attempt for each player, wherever they come."""

from __future__ import annotations

import asyncio

import pytest

from server.identity.accounts import Player
from server.store.deals import DealStore
from server.store.sqlite.memory import MemorySql
from tests.server.cluster.hosts import SimulatedNodes, two_nodes
from tests.server.journals import add_ended_game
from tests.server.simulation import refusal
from tests.three_games import THREE

EVE = Player("eve", "Eve")

pytestmark = pytest.mark.usefixtures("quick_stewards")


async def nodes_with_eve() -> SimulatedNodes:
    """Eve has played a game to its end, some time ago."""
    nodes = await two_nodes(games=THREE, deals=DealStore(MemorySql()))
    await nodes.accounts.add(EVE, "SHA256:eve", 0.0)
    await add_ended_game(nodes.at["one"].journal, EVE.id)
    return nodes


async def test_both_nodes_commit_to_the_same_seeds() -> None:
    """Even if both are asked at once."""
    nodes = await nodes_with_eve()
    here, there = nodes.enter("one", EVE), nodes.enter("two", EVE)
    shown = await asyncio.gather(here.daily(), there.daily())
    assert shown[0] == shown[1]
    assert len({deal.commitment for deal in shown[0]}) == 3


async def test_an_attempt_goes_on_and_ends_on_another_node() -> None:
    nodes = await nodes_with_eve()
    here, there = nodes.enter("one", EVE), nodes.enter("two", EVE)
    table = await here.play_daily("court")
    assert await there.play_daily("court") == table
    await nodes.kill("one")
    await nodes.told()
    assert (await there.daily())[0].state == "running"
    await there.end_table(table)
    assert (await refusal(there.play_daily("court"))).code == "daily-played"


async def test_two_nodes_asked_at_once_open_one_table() -> None:
    nodes = await nodes_with_eve()
    ports = nodes.enter("one", EVE), nodes.enter("two", EVE)
    first, second = await asyncio.gather(*(port.play_daily("court") for port in ports))
    await nodes.told()
    assert first == second
    assert [table.state.stage for table in nodes.tables(first)] == ["running", "running"]
