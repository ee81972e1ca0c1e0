"""Heartbeats, one at a time."""

from __future__ import annotations

from server.cluster.postgres.membership import Membership
from server.store.postgres.connection import Postgres
from tests.server.cluster.stages import PACE


def no_clock(*_: float) -> None:
    """Adjust nothing."""


async def test_a_node_takes_duties_when_the_others_have_seen_it(postgres: Postgres) -> None:
    """From its second heartbeat on; at once if nobody else takes any. So nothing is done by two nodes."""
    connection = await postgres.connect()
    one, two = (Membership(name, no_clock, PACE) for name in ("one", "two"))
    await one.begin(connection)
    await one.beat(connection)
    assert one.acting_nodes == {"one"}
    await two.begin(connection)
    await two.beat(connection)
    assert two.present == {"one", "two"}
    assert two.acting_nodes == {"one"}
    await one.beat(connection)
    await two.beat(connection)
    assert one.acting_nodes == two.acting_nodes == {"one", "two"}
    await connection.close()


async def test_who_follows_is_told_when_a_node_is_back_before_it_was_seen_to_be_away(
    postgres: Postgres,
) -> None:
    """A bot that was asked meanwhile was left to others; nothing else would ask it again."""
    now, told = 0.0, list[bool]()
    connection = await postgres.connect()
    node = Membership("one", no_clock, PACE, monotonic=lambda: now)
    await node.begin(connection)
    await node.beat(connection)
    node.follow(lambda: told.append(node.is_reached()))
    now += PACE.cautious - 0.01
    await node.beat(connection)
    assert told == []
    now += PACE.cautious + 0.01
    await node.beat(connection)
    assert told == [False, True]
    await connection.close()
