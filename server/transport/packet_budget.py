"""How many packets a client may have handled: some at once, then so many a second.

A connection asks with the time before each packet; one budget may be shared by all connections of an
address. What happens to a client that asks for more is left to `server.transport.hardened`.
"""

from __future__ import annotations


class PacketBudget:
    """A bucket of packets that fills with time. It may be overdrawn by packets that cost more than one."""

    def __init__(self, per_second: float, burst: int, now: float) -> None:
        self._per_second = per_second
        self._burst = float(burst)
        self._left = self._burst
        self._filled = now

    def wait(self, now: float) -> float:
        """Seconds until a packet may be handled; 0: now."""
        self._left = min(self._burst, self._left + max(0.0, now - self._filled) * self._per_second)
        self._filled = now
        return 0.0 if self._left >= 1 else (1 - self._left) / self._per_second

    def spend(self, packets: float = 1) -> None:
        """A packet is handled; `packets`: what it costs."""
        self._left -= packets

    @property
    def left(self) -> float:
        """Packets that may be handled at once, as of the last `wait`."""
        return self._left

    @property
    def is_rested(self) -> bool:
        """Whether half of the burst is there again: nobody who is ordinary stays below that."""
        return self._left >= self._burst / 2
