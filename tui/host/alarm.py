"""Wakes a screen or plain mode once, when the times it shows are out of date.

asyncio keeps a cancelled timer, and with it the context it was made in (the whole app of a session that is
long gone), until its time has come: an hour, or days. So an alarm is made in an empty context and refers to
nothing once it is stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context


class Alarm:
    """`ring` is called from the event loop; it should only post."""

    def __init__(self, ring: Callable[[], object]) -> None:
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self.seconds: float | None = None
        """The seconds it was set to last."""

    def set(self, seconds: float | None) -> None:
        """Calls `ring` once after this many seconds; None: never."""
        self.stop()
        self.seconds = seconds
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._handle = loop.call_later(seconds, self._ring, context=Context())

    def stop(self) -> None:
        if self._handle:
            self._handle.cancel()
            self._handle = None
