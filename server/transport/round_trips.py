"""What Linux tells of a TCP connection's round trips."""

from __future__ import annotations

import struct

from msgspec import Struct

USUAL_AT, SHORTEST_AT = 68, 148
"""Where `tcpi_rtt` and `tcpi_min_rtt` are in `struct tcp_info`, each four bytes, in microseconds."""
TOLD_BYTES = SHORTEST_AT + 4
NEVER = 0xFFFFFFFF
"""What stands for a round trip that was never measured."""


class RoundTrips(Struct, frozen=True):
    """The usual and the shortest round trip to the other end, in seconds; 0 if unknown."""

    usual: float = 0.0
    shortest: float = 0.0


def round_trips(told: bytes) -> RoundTrips:
    """Return those in a `struct tcp_info`; older systems tell less."""
    return RoundTrips(_seconds(told, USUAL_AT), _seconds(told, SHORTEST_AT))


def _seconds(told: bytes, at: int) -> float:
    if len(told) < at + 4:
        return 0.0
    (micro,) = struct.unpack_from("=I", told, at)
    return 0.0 if micro == NEVER else micro / 1e6
