"""A line says what is still on its way to its client, and gives up on one that takes nothing."""

from __future__ import annotations

import asyncio
import socket
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits
from server.transport.line import IN_FLIGHT_LIMIT, SLOWEST, InputThrottle, Progress, SshLine
from server.transport.line_speed import LineSpeed, RoundTrips
from tests.server.running_host import LIMITS, running_host
from tests.server.sessions.test_session import terminal
from tests.waiting import WITHIN


class FakeNetwork:
    """A channel and its connection in one: what is on its way is told."""

    def __init__(self) -> None:
        self.held = self.unsent = self.in_flight = 0
        self.sent: list[bytes] = []
        self.trips, self.speed = RoundTrips(), LineSpeed()

    def get_write_buffer_size(self) -> int:
        return self.held

    def has_unread(self, most: int) -> bool:
        return self.unsent + self.in_flight > most

    def round_trips(self) -> RoundTrips:
        return self.trips

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.sent.append(data)


class Ears:
    """What the screen and its session hear of their line."""

    def __init__(self, network: FakeNetwork, limits: Limits = LIMITS) -> None:
        self.taken, self.slow = asyncio.Event(), asyncio.Event()
        both: Any = network
        self.line = SshLine(both, both, CurrentLimits(limits), lambda _: None, self.slow.set, self.taken.set)


async def test_a_client_keeps_up_while_little_is_on_its_way() -> None:
    """In the channel, in the process, in the kernel or on the network: it all counts."""
    network = FakeNetwork()
    line = Ears(network).line
    network.held = network.unsent = network.in_flight = IN_FLIGHT_LIMIT // 3
    assert line.keeps_up()
    for place in ("held", "unsent", "in_flight"):
        setattr(network, place, IN_FLIGHT_LIMIT + 1)
        assert not line.keeps_up()
        setattr(network, place, 0)
    line.close()


async def test_the_screen_hears_when_its_client_has_caught_up() -> None:
    """Once, though it asked several times; and only because it asked."""
    network = FakeNetwork()
    ears = Ears(network)
    network.in_flight = 4000
    assert not ears.line.keeps_up()
    assert not ears.line.keeps_up()
    network.in_flight = 0
    await asyncio.wait_for(ears.taken.wait(), WITHIN)
    assert ears.line._poll_timer is None


async def test_a_client_that_takes_nothing_more_is_given_up() -> None:
    """However little it holds back."""
    network = FakeNetwork()
    ears = Ears(network, replace(LIMITS, slow_time=0.1))
    network.in_flight = 4000
    assert not ears.line.keeps_up()
    network.in_flight = 3999
    await asyncio.wait_for(ears.slow.wait(), WITHIN)
    assert not ears.taken.is_set()
    ears.line.write(b"more")
    assert network.sent == []


async def test_what_a_long_line_carries_may_be_under_way() -> None:
    """A frame that arrives as one on a line with a long round trip does not hold back the next ones; on a
    line that takes long for it, they wait as ever.
    """
    network = FakeNetwork()
    network.trips = RoundTrips(1.5, 1.5)
    line = Ears(network).line
    for network.trips, held in ((RoundTrips(1.5, 1.5), False), (RoundTrips(0.0, 0.0), True)):
        network.speed.carried = 0
        line.write(b"x" * 2000)
        loop = asyncio.get_running_loop()
        network.speed.arrived(loop.time() + 1.6, network.trips.shortest)
        network.in_flight = 2000
        assert line.keeps_up() is not held
        network.in_flight = 0
    assert line.is_slow() is False
    network.trips = RoundTrips(0.6, 0.6)
    assert line.is_slow()
    line.close()


class FakeTrickle(FakeNetwork):
    """A client that takes one byte between any two looks at it."""

    @property
    def in_flight(self) -> int:
        self.left -= 1
        return self.left

    @in_flight.setter
    def in_flight(self, count: int) -> None:
        self.left = count


async def test_a_client_that_takes_a_trickle_is_given_up() -> None:
    """As soon as one that takes nothing: no byte begins its time anew."""
    network = FakeTrickle()
    ears = Ears(network, replace(LIMITS, slow_time=0.1))
    network.in_flight = 100_000
    assert not ears.line.keeps_up()
    await asyncio.wait_for(ears.slow.wait(), WITHIN)
    assert network.left > 100_000 - SLOWEST
    assert not ears.taken.is_set()


@pytest.mark.parametrize(
    ("waiting", "a_second", "lasts"),
    [
        (4_000, 0, 30),  # nothing
        (4_000, 1, 30),  # a trickle
        (4_000, 66, 30),  # not quite half of it in 30 seconds
        (4_000, 67, None),
        (1_000_000, SLOWEST - 1, 30),
        (1_000_000, SLOWEST, None),  # slow enough for hours
    ],
)
def test_a_client_has_to_take_half_or_a_slow_lines_worth(
    waiting: int, a_second: int, lasts: int | None
) -> None:
    """In each `slow_time`, even of a megabyte. `lasts`: the second at which that is known."""
    progress = Progress(waiting, now=100)
    ended = None
    for second in range(1, 300):
        left = max(0, waiting - a_second * second)
        if left > IN_FLIGHT_LIMIT and not progress.enough(left, 100 + second, 30):
            ended = second
            break
    assert ended == lasts


def test_a_client_cannot_keep_a_frame_waiting_by_taking_less_and_less() -> None:
    """Half of it each time is soon next to nothing."""
    left, now = 100_000, 0.0
    progress = Progress(left, now)
    while left > IN_FLIGHT_LIMIT:
        left, now = left - min(left // 2, 30 * SLOWEST), now + 30
        assert progress.enough(left, now, 30)
    assert now < 600


def test_what_comes_meanwhile_does_not_hide_what_is_taken() -> None:
    """Another session of the same connection may write: the least that waited counts."""
    progress = Progress(4000, now=0)
    assert progress.enough(1500, 10, 30)
    assert progress.enough(6000, 30, 30)
    assert progress.enough(6000, 59, 30)
    assert not progress.enough(6000, 60, 30)


async def test_what_a_real_client_has_not_confirmed_is_known() -> None:
    """Bytes in the kernel's hands count as well: a client that stops reading is seen at once."""
    async with running_host() as at, at.connect() as connection:
        seen = await terminal(connection, window=2**20)
        line = at.screens[0].line
        assert line.keeps_up()
        sock: socket.socket = connection._transport.get_extra_info("socket")
        connection._transport.pause_reading()
        assert sock.fileno() > 0
        line.write(b"x" * 300_000)
        assert not line.keeps_up()
        connection._transport.resume_reading()
        await at.until(lambda: at.screens[0].drains, "the screen was told")
        await at.until(line.keeps_up, "everything is taken")
        seen.type("e")
        await seen.see("key 'e'")


@pytest.mark.parametrize("piece", [1, 7, 4096, 84_000])
async def test_a_line_that_nobody_can_read_costs_no_time(piece: int) -> None:
    """Of 84 KB without a line end 4 KiB reach the reader, and what is typed then reaches it at once."""
    got = bytearray()
    channel: Any = SimpleNamespace(pause_reading=lambda: None, resume_reading=lambda: None)
    throttle = InputThrottle(channel, CurrentLimits(Limits()), got.extend, lambda: None)
    sent = b"x" * 84_000 + b"\nlook\r\nwho\n"
    for at in range(0, len(sent), piece):
        throttle.take(sent[at : at + piece])
    assert bytes(got) == b"x" * 4096 + b"\nlook\r\nwho\n"
    throttle.close()
