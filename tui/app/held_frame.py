"""Holds frames back for a moment, so that what comes soon is sent with them: a packet of its own costs more
than most frames.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class HeldFrame:
    """Whether a frame waits. `send` sends what there is once the moment is over."""

    def __init__(self, send: Callable[[], object]) -> None:
        self._send = send
        self._timer: asyncio.TimerHandle | None = None

    @property
    def waits(self) -> bool:
        """Returns whether frames are held back now."""
        return self._timer is not None

    def hold(self, seconds: float) -> None:
        """Holds frames back for some seconds, or for what is left of the moment that has begun."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._over)

    def release(self) -> bool:
        """Holds nothing back any more; returns whether something was."""
        timer, self._timer = self._timer, None
        if timer:
            timer.cancel()
        return timer is not None

    def _over(self) -> None:
        self._timer = None
        self._send()
