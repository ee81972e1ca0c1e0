"""What a client has typed, on its way to the screen: handed over at once if the host has time for it,
otherwise in the session's turn. While more than MOST waits, here or at the screen, the channel is not read,
so that the client waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from server.budget.share import WorkShare
from server.transport.channel import HardenedChannel

MOST = 4096
"""Bytes that wait before the channel is read no further."""
LOOK_AGAIN = 0.05
"""Seconds until a screen that had enough is asked again."""


def _nobody(_: bytes) -> None:
    """Do nothing."""


def _nothing() -> int:
    """Return 0."""
    return 0


class TypedInput:
    """The input of one session. `deliver` gets the bytes in the order in which they came; `unread()` is how
    many of them the screen has not worked on.
    """

    def __init__(
        self,
        share: WorkShare,
        channel: HardenedChannel,
        deliver: Callable[[bytes], None],
        unread: Callable[[], int],
    ) -> None:
        self._share, self._channel = share, channel
        self._deliver, self._unread = deliver, unread
        self._waiting = bytearray()
        self._later: asyncio.TimerHandle | None = None
        self._paused = False
        self._handed = 0
        """The screen has not worked on more bytes than these."""
        self._afterwards: list[tuple[int, Callable[[], object]]] = []
        """What is to be called once so many of the waiting bytes are handed over."""

    def take(self, data: bytes) -> None:
        self._waiting += data
        if len(self._waiting) == len(data):
            self._share.do(self._hand_over)
        elif len(self._waiting) > MOST and not self._paused:
            self._paused = True
            self._channel.pause_reading()

    def then(self, call: Callable[[], object]) -> None:
        """Call something once all that was typed so far is handed over."""
        if self._waiting:
            self._afterwards.append((len(self._waiting), call))
        else:
            self._share.do(call)

    def close(self) -> None:
        """Drop what waits and all callbacks, so that nothing keeps their owners alive."""
        self._waiting.clear()
        self._afterwards.clear()
        self._deliver, self._unread = _nobody, _nothing
        if self._later:
            self._later.cancel()

    def _hand_over(self) -> None:
        if self._handed > MOST:
            self._handed = self._unread()
        if self._handed > MOST:
            self._later = asyncio.get_running_loop().call_later(LOOK_AGAIN, self._hand_over)
            return
        data, at = bytes(self._waiting), 0
        self._handed += len(data)
        self._waiting.clear()
        calls, self._afterwards = self._afterwards, []
        for end, call in calls:
            if end > at:
                self._deliver(data[at:end])
            call()
            at = end
        if at < len(data):
            self._deliver(data[at:])
        if self._paused:
            self._paused = False
            self._channel.resume_reading()
