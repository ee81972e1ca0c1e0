"""The lines of players on several nodes: everybody sees that one is stalled, and no node gets entries that it
does not understand.
"""

from __future__ import annotations

from typing import Any

import pytest

from server.cluster.postgres.membership import Membership, Pace
from server.cluster.signals import Signal
from server.lobby.player_lines import TOLD_AGAIN
from server.log.entries import LOG_VERSION
from tests.server.cluster.hosts import SimulatedNodes, two_nodes
from tests.server.cluster.joined import LAPSE
from tests.server.log.test_clocks import TimedToy
from tests.server.log.test_line_credit import FakeLine
from tests.server.simulation import ADA, BERT, ReceivedSnapshots
from tui.host.port import Port


async def duel(nodes: SimulatedNodes) -> tuple[Port, Port, str]:
    """Ada on one node and Bert on the other, at a running game with a clock of a minute."""
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    table = await ada.open_table("toy", 2, {"goal": "99"}, clock="1m")
    await nodes.told()
    await bert.join(table)
    await nodes.told()
    await ada.start(table)
    await nodes.told()
    return ada, bert, table


def stalls(seen: ReceivedSnapshots) -> list[bool]:
    """Which seats are shown as stalled."""
    return [seat.stalled is True for seat in seen.last.info.seats]


async def test_a_line_that_is_stalled_is_shown_on_other_nodes() -> None:
    """Until it moves; a line that stalls again and again is not told each time."""
    nodes = await two_nodes(games={"toy": TimedToy()})
    _, bert, table = await duel(nodes)
    seen, line = ReceivedSnapshots(), FakeLine(nodes)
    bert.follow_table(table, seen.see)
    nodes.at["one"].lobby.lines.add(ADA.id, line)
    shown = []
    for wait in (0.0, 1.0, TOLD_AGAIN):
        await nodes.time.pass_by(wait)
        line.stall()
        await nodes.told()
        shown.append(stalls(seen))
        line.move()
        await nodes.told()
        assert stalls(seen) == [False, False]
    assert shown == [[True, False], [False, False], [True, False]]


async def test_a_player_whose_node_is_lost_is_away_and_not_stalled() -> None:
    nodes = await two_nodes(games={"toy": TimedToy()})
    _, bert, table = await duel(nodes)
    seen, line = ReceivedSnapshots(), FakeLine(nodes)
    bert.follow_table(table, seen.see)
    nodes.at["one"].lobby.lines.add(ADA.id, line)
    line.stall()
    await nodes.told()
    assert stalls(seen) == [True, False]
    await nodes.kill("one")
    await nodes.time.pass_by(LAPSE)
    await nodes.told()
    assert stalls(seen) == [False, False]


async def test_an_older_node_ignores_what_it_does_not_know() -> None:
    """A kind of signal that was added later changes nothing there."""
    nodes = await two_nodes()
    unknown: Any = "of tomorrow"
    await nodes.at["one"].lobby.tell(Signal(unknown, ADA.id, "on"))
    await nodes.told()
    assert nodes.at["two"].lobby.broadcaster.notice == nodes.at["one"].lobby.broadcaster.notice


@pytest.mark.parametrize("alike", [True, False])
async def test_credit_is_written_where_all_nodes_understand_it(alike: bool) -> None:
    """While an older node is alive, a clock runs out as it did before there was credit."""
    nodes = await two_nodes(games={"toy": TimedToy()})
    nodes.joined.alike = alike
    _, _, table = await duel(nodes)
    for name, player in (("one", ADA), ("two", BERT)):
        nodes.at[name].lobby.lines.add(player.id, FakeLine(nodes, 2.0))
    for _ in range(70):
        await nodes.time.pass_by(1.0)
    entries = await nodes.at["one"].host.dependencies.journal.read(table)
    assert any(entry.kind == "credit" for entry in entries) is alike


@pytest.mark.parametrize(
    ("others", "alike"), [([], True), ([7 + LOG_VERSION], True), ([7], False), ([0], False), ([9, 7], False)]
)
async def test_nodes_are_alike_by_the_rules_that_they_tell(others: list[int], alike: bool) -> None:
    """One that takes no duties does not tell its own: it may be an older one that is drained."""
    own = 7 + LOG_VERSION

    class Told:
        """The connection of a heartbeat."""

        async def fetch(self, *_: object) -> list[dict[str, Any]]:
            told = [("me", own), *((f"n{number}", rules) for number, rules in enumerate(others))]
            return [
                {"node": name, "beat": 1.0, "acting": rules, "age": 0.1, "is_new": False, "now": 2.0}
                for name, rules in told
            ]

    member = Membership("me", lambda *_: None, Pace(), own)
    assert not member.alike
    connection: Any = Told()
    await member.beat(connection)
    assert member.alike is alike
