"""How fast a client's line is: its round trip, and how many bytes it carries in one. Pure: the time is passed
in.

The network tells the round trip to the other end of the connection. The client itself may be further away,
behind a balancer or a jump host: what it answers to tells of the whole way. Bytes that were sent on an empty
line tell what it carries, once they have all arrived: what took longer than a round trip had to wait.
"""

from __future__ import annotations

import struct

from msgspec import Struct

SLOW_FROM, QUICK_BELOW = 0.2, 0.15
"""Seconds of a round trip from which a line is slow, and below which one that was slow is quick again."""
WEIGHT = 4
"""One part in so many is the newest answer of the client's round trip."""
MEASURED_FROM = 256
"""Bytes sent at once from which on they tell what the line carries."""
MOST_CARRIED = 16 * 1024
"""The most bytes that count as carried."""


LOOK_INTERVAL = 0.02
"""Seconds between two looks at what has arrived."""


class LineSpeed:
    """What is known of one line."""

    def __init__(self) -> None:
        self.carried = 0
        """Bytes that the line carries in a round trip, as far as that is known."""
        self._client: float | None = None
        """The round trip to the client itself, from its answers."""
        self._slow = False
        self._began: float | None = None
        self._size = 0

    @property
    def is_measured(self) -> bool:
        """Return whether bytes are on their way that tell what the line carries."""
        return self._began is not None

    def answered(self, seconds: float) -> None:
        """Note how long the client has taken to answer."""
        before = seconds if self._client is None else self._client
        self._client = before + (seconds - before) / WEIGHT

    def round_trip(self, network: float) -> float:
        """Return the seconds of the whole way there and back; `network`: those that the network tells."""
        return max(self._client or 0.0, network)

    def is_slow(self, network: float) -> bool:
        """Return whether the line is slow, with some distance between becoming slow and quick again."""
        self._slow = self.round_trip(network) >= (QUICK_BELOW if self._slow else SLOW_FROM)
        return self._slow

    def sent(self, size: int, under_way: int, now: float) -> None:
        """Note that bytes were sent, behind `under_way` others."""
        if self._began is not None:
            self._began = None  # two lots at once tell nothing of either
        elif under_way == 0 and size >= MEASURED_FROM:
            self._began, self._size = now, size

    def arrived(self, now: float, network: float) -> None:
        """Note that everything sent has arrived; `network` is the shortest round trip of a small packet."""
        if self._began is None:
            return
        waited, self._began = now - self._began - network, None
        if waited <= max(network, 2 * LOOK_INTERVAL):
            self.carried = max(self.carried, min(self._size, MOST_CARRIED))
        else:
            self.carried = int(self._size * network / waited)


USUAL_AT, ARRIVED_AT, SHORTEST_AT = 68, 120, 148
"""Where `tcpi_rtt` and `tcpi_min_rtt` are in `struct tcp_info`, each four bytes, in microseconds, and between
them the eight bytes of `tcpi_bytes_acked`.
"""
TOLD_BYTES = SHORTEST_AT + 4
NEVER = 0xFFFFFFFF
"""What stands for a round trip that was never measured."""


class RoundTrips(Struct, frozen=True):
    """The usual and the shortest round trip to the other end, in seconds; 0 if unknown."""

    usual: float = 0.0
    shortest: float = 0.0
    arrived: int = 0
    """Bytes that the other end has confirmed so far; 0 if unknown."""


def round_trips(told: bytes) -> RoundTrips:
    """Return those in a `struct tcp_info`; older systems tell less."""
    (arrived,) = struct.unpack_from("=Q", told, ARRIVED_AT) if len(told) >= TOLD_BYTES else (0,)
    return RoundTrips(_seconds(told, USUAL_AT), _seconds(told, SHORTEST_AT), arrived)


def _seconds(told: bytes, at: int) -> float:
    if len(told) < at + 4:
        return 0.0
    (micro,) = struct.unpack_from("=I", told, at)
    return 0.0 if micro == NEVER else micro / 1e6
