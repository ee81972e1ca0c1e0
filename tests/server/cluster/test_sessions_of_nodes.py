"""Sessions in all, sessions of an address and requests of programs: counted over all nodes."""

from __future__ import annotations

import pytest

from engine.game import Refused
from server.identity.accounts import Player
from server.settings.limits import Limits
from tests.server.cluster.hosts import SimulatedNodes, two_nodes
from tests.server.cluster.joined import LAPSE
from tests.server.simulation import ADA

LIMITS = Limits(sessions=6, sessions_kept=2, sessions_per_address=3)


def guest(number: int) -> Player:
    return Player(f"guest-{number}", f"Heron-{number}")


async def begin(nodes: SimulatedNodes, name: str, number: int, address: str = "") -> None:
    await nodes.at[name].host.begin(guest(number), address)


async def test_sessions_are_those_of_all_nodes() -> None:
    """Who is new leaves the kept ones free, wherever they come; who has a seat finds one on either node."""
    nodes = await two_nodes(limits=LIMITS)
    host = nodes.at["two"].host
    await nodes.enter("one", ADA).open_table("toy", 2, {"goal": "9"})
    await nodes.told()
    for number, name in enumerate(("one", "two", "one", "two")):
        await begin(nodes, name, number)
    for name in ("one", "two"):
        with pytest.raises(Refused, match="nearly-full"):
            await begin(nodes, name, 9)
    leave = await host.begin(ADA, "")
    await nodes.at["one"].host.begin(ADA, "")
    with pytest.raises(Refused, match="sessions-full"):
        await host.begin(ADA, "")
    leave()
    await host.begin(ADA, "")


async def test_sessions_of_a_lost_node_count_until_its_claim_is_void() -> None:
    nodes = await two_nodes(limits=LIMITS)
    for number in range(4):
        await begin(nodes, "one", number)
    await nodes.kill("one")
    await nodes.time.pass_by(LAPSE - 0.5)
    with pytest.raises(Refused, match="nearly-full"):
        await begin(nodes, "two", 9)
    await nodes.time.pass_by(1.0)
    for number in range(4):
        await begin(nodes, "two", number)
    with pytest.raises(Refused, match="nearly-full"):
        await begin(nodes, "two", 9)


async def test_a_session_that_its_address_has_too_many_of_is_none_of_the_whole() -> None:
    """Refused ones use nothing up."""
    nodes = await two_nodes(limits=LIMITS)
    for number, name in enumerate(("one", "two", "one")):
        await begin(nodes, name, number, "192.0.2.1")
    for name in ("one", "two", "two"):
        with pytest.raises(Refused, match="too-many-sessions"):
            await begin(nodes, name, 8, "192.0.2.1")
    await begin(nodes, "two", 9, "192.0.2.2")


async def test_the_programs_of_a_player_may_ask_no_more_of_two_nodes_than_of_one() -> None:
    nodes = await two_nodes(limits=Limits(api_burst=100))
    for name in ("one", "one", "one", "two"):
        nodes.enter(name, ADA)
    await nodes.told()
    now = nodes.time.now
    buckets = [one.host.request_buckets.of(ADA.id) for one in nodes.at.values()]
    assert [sum(bucket.take(now) for _ in range(200)) for bucket in buckets] == [75, 25]
