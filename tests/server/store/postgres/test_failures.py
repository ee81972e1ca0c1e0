"""What becomes of a connection after an error, and of statements that delete, without a server."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any
from unittest.mock import AsyncMock

import asyncpg
import pytest

from server.cluster.postgres.nodes import SWEEPS, PostgresNodes
from server.store.postgres.failures import CUT_OFF, NothingSent, UnfitServer, log_failure, spoils_connection


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


@pytest.mark.parametrize(
    ("error", "level", "why"),
    [
        (asyncpg.AdminShutdownError("terminating connection"), "WARNING", "terminating connection"),
        (asyncpg.ReadOnlySQLTransactionError("cannot execute INSERT"), "WARNING", "cannot execute INSERT"),
        (asyncpg.InsufficientPrivilegeError("permission denied"), "WARNING", "permission denied"),
        (asyncpg.InterfaceError("connection is closed"), "WARNING", "connection is closed"),
        (UnfitServer("fsync is off."), "WARNING", "fsync is off"),
        (NothingSent("db/games: no answer in time"), "WARNING", "db/games: no answer in time"),
        (TimeoutError(), "WARNING", "no answer in time"),
        (asyncpg.ConnectionDoesNotExistError(), "WARNING", "ConnectionDoesNotExistError"),
        (asyncpg.InternalClientError("cannot switch to state 12"), "WARNING", CUT_OFF),
        (KeyError("seat"), "ERROR", "'seat'"),
        (AttributeError("no such thing"), "ERROR", "no such thing"),
    ],
)
def test_a_fault_of_the_program_alone_has_a_trace(
    error: Exception, level: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What a database or the way to it does is a warning, in words."""
    log_failure(logging.getLogger("store"), "it failed", error, appends=2)
    (said,) = caplog.records
    assert (said.levelname, said.message, vars(said)["why"], vars(said)["appends"]) == (
        level, "it failed", why, 2,
    )  # fmt: skip
    assert bool(said.exc_info) is (level == "ERROR")


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
