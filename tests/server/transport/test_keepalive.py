"""Keepalives follow use: seldom on a connection that is not in use, soon again while it does not answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from tests.server.running_host import LIMITS, running_host
from tests.server.sessions.test_session import terminal

SETTINGS = replace(LIMITS, keepalive=15.0, keepalive_unused=60.0, keepalives=3)


class FakeLoop:
    """Stands for the loop of one connection's keepalives: their times are kept, and pass when told."""

    def __init__(self, connection: Any) -> None:
        self.now = 1000.0
        self.asked: list[float] = []
        self._connection = connection
        connection._cancel_keepalive_timer()
        connection._loop = self
        connection._heard = connection._used = self.now
        connection._set_keepalive_timer()

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, call: Any) -> asyncio.Handle:
        self.due, self._call = self.now + seconds, call
        return asyncio.get_running_loop().call_later(1e6, call)

    def call_soon(self, *call: Any) -> asyncio.Handle:
        return asyncio.get_running_loop().call_soon(*call)

    def passes(self, seconds: float, *, answers: bool) -> list[float]:
        """The times, from now on, at which the client was asked for a sign of life."""
        begun, self.asked = self.now, []
        while self.due <= begun + seconds and self._connection._transport:
            self.now = max(self.now, self.due)
            self._connection._keepalive_timer = None
            before = self._connection._asked
            self._call()
            if self._connection._asked != before and self._connection._transport:
                self.asked.append(self.now - begun)
                if answers:
                    self._connection._heard, self._connection._keepalive_count = self.now, 0
        return self.asked


@pytest.fixture
def quiet_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_: Any) -> None:
        """What is asked goes nowhere."""

    monkeypatch.setattr("server.transport.packets.DirectPackets._make_keepalive_request", nothing)


@pytest.mark.usefixtures("quiet_requests")
async def test_a_connection_that_is_not_used_is_asked_once_a_minute() -> None:
    """Soon after its last use, then less and less often."""
    async with running_host(SETTINGS) as at, at.connect() as client:
        await terminal(client)
        (line,) = at.ssh._connections
        clock = FakeLoop(line)
        assert clock.passes(300.0, answers=True) == [15.0, 45.0, 105.0, 165.0, 225.0, 285.0]
        line._loop = asyncio.get_running_loop()


@pytest.mark.usefixtures("quiet_requests")
async def test_one_that_does_not_answer_is_lost_within_two_minutes() -> None:
    """However long it was not in use before."""
    async with running_host(SETTINGS) as at:
        client = await at.connect()
        await terminal(client)
        (line,) = at.ssh._connections
        clock = FakeLoop(line)
        clock.passes(290.0, answers=True)
        heard = line._heard
        asked = clock.passes(300.0, answers=False)
        assert len(asked) == 3
        assert line._transport is None
        assert clock.now - heard <= 120.0
        line._loop = asyncio.get_running_loop()
        client.abort()


async def test_an_answer_tells_how_far_the_client_is() -> None:
    """Its time is that of the whole way, past balancers."""
    async with running_host(SETTINGS) as at, at.connect() as client:
        await terminal(client)
        (line,) = at.ssh._connections
        line.speed._client = None
        await line._make_keepalive_request()
        assert 0 < line.speed.round_trip(0.0) < 10
