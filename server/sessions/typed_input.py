"""What a client has typed, on its way to the screen: handed over at once if the host has time for it,
otherwise in the session's turn. While more than MOST waits, the channel is not read, so the client waits.
"""

from __future__ import annotations

from collections.abc import Callable

from server.budget.share import WorkShare
from server.transport.channel import HardenedChannel

MOST = 4096
"""Bytes that wait before the channel is read no further."""


def _nobody(_: bytes) -> None:
    """Do nothing."""


class TypedInput:
    """The input of one session. `deliver` gets it, with the bytes in the order in which they came."""

    def __init__(self, share: WorkShare, channel: HardenedChannel, deliver: Callable[[bytes], None]) -> None:
        self._share, self._channel, self._deliver = share, channel, deliver
        self._waiting = bytearray()
        self._paused = False

    def take(self, data: bytes) -> None:
        """Take bytes from the client."""
        self._waiting += data
        if len(self._waiting) == len(data):
            self._share.do(self._hand_over)
        elif len(self._waiting) > MOST and not self._paused:
            self._paused = True
            self._channel.pause_reading()

    def then(self, call: Callable[[], None]) -> None:
        """Call something once all that was typed so far is handed over."""
        self._share.do(call)

    def close(self) -> None:
        """Drop what waits and all callbacks, so that nothing keeps their owners alive."""
        self._waiting.clear()
        self._deliver = _nobody

    def _hand_over(self) -> None:
        data = bytes(self._waiting)
        self._waiting.clear()
        self._deliver(data)
        if self._paused:
            self._paused = False
            self._channel.resume_reading()
