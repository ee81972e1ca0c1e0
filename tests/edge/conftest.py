"""One host in a process of its own for the tests of a module: default limits, but shorter times."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bench._host import SeatedPlayer, furnish, seats
from tests.e2e.host import QUICK, LiveHost
from tests.terminal import PtyTerminals

SETTINGS = QUICK | {
    "CROWNHOUSE_LIMITS_PACKETS_PER_SECOND": "10",
    "CROWNHOUSE_LIMITS_PACKETS_TIME": "1",
    "CROWNHOUSE_LIMITS_SLOW_TIME": "4",
    "CROWNHOUSE_LIMITS_WAITING_TIME": "2",
}
"""A test does not wait as long as a host on the public network may; and a host on a busy machine, which takes
few packets a second, has to notice that too many come.
"""
TABLES = 6


@pytest.fixture(scope="module")
def people() -> list[SeatedPlayer]:
    """Everybody with a seat at the host."""
    return seats(TABLES)


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory, people: list[SeatedPlayer]) -> Iterator[LiveHost]:
    """The host, on tables in mid-game."""
    path, terminals = tmp_path_factory.mktemp("edge"), PtyTerminals()
    furnish(path / "data", len(people), people)
    host = LiveHost(path, terminals, SETTINGS)
    host.start()
    yield host
    host.close()
    terminals.close()
