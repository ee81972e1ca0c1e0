"""What a line carries in a round trip, and whether it is slow: from what was sent and answered."""

from __future__ import annotations

import socket
import struct

import pytest

from server.transport.line_speed import (
    LOOK_INTERVAL,
    MEASURED_FROM,
    MOST_CARRIED,
    NEVER,
    TOLD_BYTES,
    LineSpeed,
    RoundTrips,
    round_trips,
)


def carried(rate: float, delay: float, *sizes: int) -> int:
    """What is known of a line of so many bytes a second and this round trip, after frames of these sizes."""
    speed, now = LineSpeed(), 0.0
    for size in sizes:
        speed.sent(size, 0, now)
        now += delay + size / rate
        speed.arrived(now, delay)
        now += 10.0
    return speed.carried


@pytest.mark.parametrize("rate", [30, 120, 960, 2500, 50_000])
@pytest.mark.parametrize("delay", [0.2, 0.6, 1.5])
@pytest.mark.parametrize("size", [300, 900, 2400, 4600])
def test_never_more_than_a_line_carries_in_a_round_trip(rate: float, delay: float, size: int) -> None:
    """And all of it where enough was sent to know it; a short line carries what a look lets through."""
    found, truth = carried(rate, delay, size), rate * delay
    assert found <= max(truth, rate * 2 * LOOK_INTERVAL) + 1
    assert found >= min(size, truth) - 1


def test_the_most_is_bounded() -> None:
    """However much arrives at once."""
    assert carried(1e9, 1.5, 100_000) == MOST_CARRIED


def test_a_line_that_has_become_slower_carries_less() -> None:
    """And one that is quick again more."""
    speed = LineSpeed()
    for took, expected in ((1.6, 2400), (11.5, 360), (1.6, 2400)):
        speed.sent(2400, 0, 0.0)
        speed.arrived(took, 1.5)
        assert speed.carried == expected


def test_what_is_small_or_behind_others_tells_nothing() -> None:
    """Nor do two lots that are on their way together."""
    speed = LineSpeed()
    speed.sent(MEASURED_FROM - 1, 0, 0.0)
    assert not speed.is_measured
    speed.sent(2000, 10, 0.0)
    assert not speed.is_measured
    speed.sent(2000, 0, 0.0)
    assert speed.is_measured
    speed.sent(40, 2000, 0.1)
    speed.arrived(2.0, 1.5)
    assert speed.carried == 0


def test_a_line_becomes_slow_and_quick_again() -> None:
    """By what the network tells, with some distance between the two."""
    speed = LineSpeed()
    assert [speed.is_slow(trip) for trip in (0.05, 0.19, 0.2, 0.16, 0.14, 0.19)] == [
        False, False, True, True, False, False,
    ]  # fmt: skip


def test_a_client_behind_a_balancer_is_slow_by_its_answers() -> None:
    """The network tells of the balancer; later answers of the client count in turn."""
    speed = LineSpeed()
    speed.answered(1.5)
    assert speed.is_slow(0.0002)
    assert speed.round_trip(0.0002) == 1.5
    for _ in range(12):
        speed.answered(0.01)
    assert not speed.is_slow(0.0002)


def test_the_round_trips_of_a_connection_are_read() -> None:
    """Those that Linux tells of a real one; what it does not tell is unknown."""
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        told = client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TOLD_BYTES)
        found = round_trips(told)
        assert 0 < found.shortest <= 5
        assert 0 < found.usual <= 5
    assert round_trips(told[:60]) == RoundTrips()
    assert round_trips(bytes(68) + struct.pack("=I", 1_500_000) + bytes(76) + struct.pack("=I", NEVER)) == (
        RoundTrips(1.5, 0.0)
    )
