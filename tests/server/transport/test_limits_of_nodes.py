"""What each node counts by itself is divided: all nodes together let in what one host would."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.cluster.nodes import Nodes
from server.settings.current_limits import CurrentLimits, LimitsOfNodes, NodePart, limits_of_parts, node_part
from server.settings.limits import Limits
from server.transport.connection_limiter import ConnectionLimiter
from tests.server.running_host import LIMITS, running_host

NAMES = st.sets(st.text("abcdef", min_size=1, max_size=4), min_size=1, max_size=12)
DIVIDED = (
    "logging_in", "logging_in_per_address", "new_per_second", "new_at_once_per_address",
    "waiting", "waiting_per_address",
)  # fmt: skip


@given(NAMES, st.integers(0, 2000))
def test_the_parts_of_all_nodes_are_the_limit(names: set[str], limit: int) -> None:
    parts = [node_part(name, names).of(limit) for name in names]
    assert sum(parts) == limit
    assert max(parts) - min(parts) <= 1


@given(NAMES, st.integers(0, 2000), st.data())
def test_while_some_do_not_know_that_a_node_is_lost_the_limit_holds(
    names: set[str], limit: int, data: st.DataObject
) -> None:
    """It has its part until its claim is void; after that, each of the others may hear of it late."""
    lost = data.draw(st.sampled_from(sorted(names)))
    left = names - {lost}
    late = data.draw(st.sets(st.sampled_from(sorted(names))))
    assert sum(node_part(name, names if name in late else left).of(limit) for name in left) <= limit


@given(st.integers(1, 12))
def test_no_limit_is_widened_by_the_number_of_nodes(number: int) -> None:
    """As long as each node can have one; rates to the last fraction."""
    whole = Limits(new_per_second_per_address=6.0, logging_in_per_address=12, new_per_second=25)
    each = [limits_of_parts(whole, [NodePart(rank, number)]) for rank in range(number)]
    for name in DIVIDED:
        assert sum(getattr(one, name) for one in each) == getattr(whole, name), name
    assert sum(one.logging_in_kept for one in each) == whole.logging_in_kept
    assert sum(Fraction(one.new_per_second_per_address) for one in each) == pytest.approx(6.0)
    if number <= 5:
        assert sum(one.packets_per_address for one in each) == whole.packets_per_address
        assert sum(one.packets_per_second_per_address for one in each) == pytest.approx(1000.0)


def test_each_node_lets_in_one_at_least_and_what_one_client_may_send() -> None:
    """Of hundred nodes none is closed; strangers get in at each."""
    each = limits_of_parts(Limits(), [NodePart(99, 100)])
    assert {getattr(each, name) for name in DIVIDED} == {1, 5}
    assert (each.packets_per_address, each.packets_per_second_per_address) == (1000, 100.0)
    assert ConnectionLimiter(CurrentLimits(each), now=0.0).enter("stranger", 0.0)


def test_a_parent_lets_in_what_its_processes_may_together() -> None:
    """Those of a machine with two of six nodes; while none of its processes answers, next to nothing."""
    whole = Limits(logging_in=100, new_per_second_per_address=6.0)
    parts = [NodePart(0, 6), NodePart(5, 6)]
    limits = limits_of_parts(whole, parts)
    assert (limits.logging_in, limits.new_per_second_per_address) == (17 + 16, 2.0)
    assert limits_of_parts(whole, []).logging_in == 1


def test_an_address_gets_no_more_of_three_nodes_than_of_one_also_when_one_is_lost() -> None:
    """Logging in, at once and a second; what a lost node let in counts until the others know."""
    whole = CurrentLimits(Limits(logging_in_per_address=10, new_at_once_per_address=20))
    alive = {name: {"a", "b", "c"} for name in "abc"}
    doors = {
        name: ConnectionLimiter(
            LimitsOfNodes(whole, lambda name=name: (node_part(name, alive[name]),)), now=0.0
        )
        for name in "abc"
    }

    def let_in(names: str, now: float) -> int:
        return sum(doors[name].enter("192.0.2.1", now) for name in names for _ in range(50))

    assert let_in("abc", 0.0) == 10
    assert let_in("abc", 1.0) == 0
    alive["a"] = {"a", "b"}  # c is lost, and its claim void: a knows, b not yet
    assert let_in("ab", 4.0) == 1
    alive["b"] = {"a", "b"}
    assert let_in("ab", 4.1) == 2
    assert sum(doors[name]._inside.total() for name in "ab") == 10


def test_changed_limits_and_parts_hold_at_once() -> None:
    whole, parts = CurrentLimits(Limits(waiting=10)), [NodePart(0, 2)]
    limits = LimitsOfNodes(whole, lambda: tuple(parts))
    assert limits.now.waiting == 5
    assert limits.now is limits.now
    whole.now = Limits(waiting=20)
    assert limits.now.waiting == 10
    parts[:] = [NodePart()]
    assert limits.now == whole.now


async def test_a_node_lets_in_its_part_and_reads_its_part_of_an_address() -> None:
    """The listener of one of four nodes: of packets at once, and of what may log in."""
    nodes = Nodes(part=lambda: NodePart(0, 4))
    async with running_host(LIMITS, nodes=nodes) as at, at.connect():
        (connection,) = at.ssh._connections
        assert connection._budgets[1].left <= LIMITS.packets_per_address / 4
        assert at.ssh._acceptor._limits.now.waiting == LIMITS.waiting / 4
