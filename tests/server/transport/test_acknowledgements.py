"""Answers of clients to what is asked behind a frame: they tell of the whole way, not of a balancer's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_GLOBAL_REQUEST

from server.transport import acknowledgements
from server.transport.acknowledgements import SILENCE, Acknowledgement, Acknowledgements
from server.transport.line_speed import SLOW_FROM, LineSpeed
from tests.server.running_host import LIMITS, running_host
from tests.server.sessions.test_session import terminal
from tests.waiting import WITHIN

BALANCER = 0.001
"""The round trip to what stands in front of the client, which the network tells."""


class FakeFarClient:
    """A client behind a balancer and the loop's clock: the network takes everything at once, answers come
    when they are told to.
    """

    def __init__(self) -> None:
        self.now, self.unsent, self.in_flight = 100.0, 0, 0
        self.speed = LineSpeed()
        self.timers: list[Callable[[], object]] = []
        self._asked: list[Acknowledgement] = []
        loop: Any = self
        self.acknowledgements = Acknowledgements(self, loop)

    def time(self) -> float:
        return self.now

    def call_later(self, _: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        self.timers.append(call)
        return asyncio.TimerHandle(0.0, call, (), asyncio.get_running_loop())

    def ask(self, _: bytes, waiter: Acknowledgement) -> None:
        self._asked.append(waiter)

    def answers(self, after: float) -> None:
        self.now += after
        self._asked.pop(0).set_result(None)


@pytest.mark.parametrize(("takes", "slow"), [(0.6, True), (SLOW_FROM + 0.01, True), (0.05, False)])
async def test_a_line_is_slow_by_the_answers_of_its_client(takes: float, slow: bool) -> None:
    """Though the balancer is near."""
    client = FakeFarClient()
    reached: list[float] = []
    for _ in range(3):
        client.acknowledgements.ask(lambda: reached.append(client.now))
        client.answers(takes)
    assert client.speed.round_trip(BALANCER) == pytest.approx(takes)
    assert client.speed.is_slow(BALANCER) is slow
    assert reached == pytest.approx([100 + takes, 100 + 2 * takes, 100 + 3 * takes])


async def test_each_answer_counts_from_its_own_question() -> None:
    """Two may be under way."""
    client = FakeFarClient()
    client.acknowledgements.ask(lambda: None)
    client.now += 0.3
    client.acknowledgements.ask(lambda: None)
    client.answers(0.1)
    assert client.speed.round_trip(0.0) == pytest.approx(0.4)
    client.answers(0.3)
    assert client.speed.round_trip(0.0) == pytest.approx(0.4)


async def test_what_the_network_says_tells_nothing_of_the_client() -> None:
    """Nor does an answer that comes after the network's word counts."""
    client = FakeFarClient()
    client.acknowledgements.ask(lambda: None)
    client.now += SILENCE
    client.timers.pop()()
    client.answers(SILENCE)
    assert client.speed.round_trip(BALANCER) == BALANCER


async def test_a_real_client_is_measured_by_its_first_screen() -> None:
    """Without a keepalive."""
    async with running_host(LIMITS) as at, at.connect() as client:
        (line,) = at.ssh._connections
        answered = asyncio.Event()
        await terminal(client)
        line.acknowledgements.ask(answered.set)
        await asyncio.wait_for(answered.wait(), WITHIN)
        assert 0 < line.speed.round_trip(0.0) < 10


def _ignores(_: object, __: int, ___: int, packet: asyncssh.packet.SSHPacket) -> None:
    """Answers no global request, as no client that is known does."""
    packet.get_remaining_payload()


async def test_a_client_that_never_answers_plays_by_the_word_of_the_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a while; until then nothing counts as seen."""
    handlers = {**asyncssh.SSHClientConnection._packet_handlers, MSG_GLOBAL_REQUEST: _ignores}
    monkeypatch.setattr(asyncssh.SSHClientConnection, "_packet_handlers", handlers)
    monkeypatch.setattr(acknowledgements, "SILENCE", 0.2)
    async with running_host(LIMITS) as at, at.connect() as client:
        (line,) = at.ssh._connections
        seen = asyncio.Event()
        await terminal(client)
        began = asyncio.get_running_loop().time()
        line.acknowledgements.ask(seen.set)
        await asyncio.wait_for(seen.wait(), WITHIN)
        assert asyncio.get_running_loop().time() - began >= 0.2
        again = asyncio.Event()
        line.acknowledgements.ask(again.set)
        await asyncio.wait_for(again.wait(), WITHIN)
