"""Heartbeats, one at a time."""

from __future__ import annotations

from server.postgres.connection import Postgres
from server.postgres_nodes.membership import Membership
from tests.server.nodes.stages import PACE


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
