"""What clients are refused is counted by its reason, wherever it is refused."""

from __future__ import annotations

import asyncio
from collections import Counter

import asyncssh
import pytest
from msgspec.structs import replace

from engine.game import Refused
from server.telemetry.metrics_sink import NoMetrics
from tests.server.running_host import LIMITS, running_host
from tests.server.sessions.test_session import Seen, terminal


class Refusals(NoMetrics):
    """Counts refusals alone."""

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()

    def refused(self, reason: str) -> None:
        self.told[reason] += 1


async def test_connections_that_are_sent_away_are_counted() -> None:
    """One for the whole queue that is full, one each for those that have waited too long."""
    told = Refusals()
    limits = replace(LIMITS, logging_in=1, waiting=2, waiting_time=0.3)
    async with running_host(limits, metrics=told) as at:
        crowd = [await asyncio.open_connection("127.0.0.1", at.port) for _ in range(4)]
        await at.until(lambda: told.told.total() == 3, "three are sent away")
        for _, writer in crowd:
            writer.close()
    assert told.told == {"queue-full": 1, "waited-too-long": 2}


async def test_sessions_tables_and_talk_that_are_refused_are_counted() -> None:
    """By the limit, or by the code of the refusal that the player reads."""
    told = Refusals()
    limits = replace(LIMITS, sessions=1, sessions_kept=0, own_tables=1, chat_lines=1)
    async with running_host(limits, metrics=told) as at, at.connect() as connection:
        await terminal(connection)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_session(Seen, term_type="xterm", encoding=None)
        port = at.screens[0].port
        await port.open_table("toy", 2, {})
        with pytest.raises(Refused, match="too-many-tables"):
            await port.open_table("toy", 2, {})
        await port.say(None, "one")
        with pytest.raises(Refused, match="too-many-lines"):
            await port.say(None, "two")
    assert told.told == {"sessions": 1, "too-many-tables": 1, "too-many-lines": 1}


async def test_guests_that_are_refused_are_counted() -> None:
    """A session that ends with a refusal counts by its code."""
    told = Refusals()
    async with running_host(LIMITS, metrics=told) as at:
        at.host.admits_guests = False
        async with at.connect() as connection:
            _, seen = await connection.create_session(Seen, term_type="xterm", encoding=None)
            await seen.ended()
    assert told.told == {"no-guests": 1}
