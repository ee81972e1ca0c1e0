"""What becomes of a connection after an error, and of statements that delete, without a server."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from unittest.mock import AsyncMock

import asyncpg
import pytest

from server.cluster.postgres.nodes import SWEEPS, PostgresNodes
from server.store.postgres.failures import spoils_connection


@pytest.mark.parametrize(
    ("error", "spoils"),
    [
        (asyncpg.SerializationError(), False),
        (asyncpg.DeadlockDetectedError(), False),
        (asyncpg.ConnectionDoesNotExistError(), True),
        (asyncpg.AdminShutdownError(), True),
        (OSError(), True),
        (ValueError(), False),
    ],
)
def test_what_was_rolled_back_leaves_its_connection_well(error: Exception, spoils: bool) -> None:
    assert spoils_connection(error) == spoils


def test_statements_that_delete_get_as_much_as_they_ask_for() -> None:
    """The time before which something is old, or nothing."""

    class FakeDatabase:
        def __init__(self) -> None:
            self.done: list[tuple[str, tuple[float, ...]]] = []

        def clock(self) -> float:
            return 1000.0

        async def execute(self, statement: str, *arguments: float) -> None:
            self.done.append((statement, arguments))

    nodes: Any = object.__new__(PostgresNodes)
    nodes._database, nodes._signals, nodes._address_seconds = FakeDatabase(), AsyncMock(), 0
    asyncio.run(nodes.sweep())
    assert [statement for statement, _ in nodes._database.done] == [statement for statement, _ in SWEEPS]
    for (statement, arguments), (_, age) in zip(nodes._database.done, SWEEPS, strict=True):
        assert len(arguments) == len(set(re.findall(r"\$\d", statement))), statement
        assert arguments == (() if age is None else (1000.0 - age,))
