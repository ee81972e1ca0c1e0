"""How fast a session's lines are obeyed: a burst at once, then so many a second. Pure but for its count."""

from __future__ import annotations

A_SECOND = 20.0
BURST = 100


class Pace:
    """Lines that may be obeyed; more come with the time."""

    def __init__(self, now: float) -> None:
        self._left, self._counted = float(BURST), now

    def wait(self, now: float) -> float:
        """Seconds until the next line may be obeyed; 0: now, and it is counted."""
        self._left = min(float(BURST), self._left + max(0.0, now - self._counted) * A_SECOND)
        self._counted = now
        if self._left < 1:
            return (1 - self._left) / A_SECOND
        self._left -= 1
        return 0.0
