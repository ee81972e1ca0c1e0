"""What Linux tells of a TCP connection's round trips."""

from __future__ import annotations

import struct

from msgspec import Struct

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
