"""The input of a terminal. It is passed on at once if a person could have typed or pasted it; the rest is
dropped. A client without a terminal waits instead (`server.transport.line.InputThrottle`).

The screen gets the end of a bracketed paste even if the client's was dropped. If its beginning is dropped,
everything up to its end is dropped too, so that pasted text is never read as keys.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from server.settings.current_limits import CurrentLimits
from tui.host.token_bucket import Rate, TokenBucket

PASTE_START, PASTE_END = b"\x1b[200~", b"\x1b[201~"
WHOLE = 64
"""Bytes that are passed on together or dropped together, so that the sequence of a key is never cut."""
SILENCE = 0.25
"""Seconds without input after which a flood is over and input is passed on again."""
LOST_END = 30.0
"""Seconds without input after which the end of a paste counts as lost and input is read as keys again."""


def _nobody(*_: object) -> None:
    """Do nothing."""


class TerminalInput:
    """Passes a terminal's input on. `deliver` gets the bytes; `ended` is called when no more come; `dropped`
    is called once for each flood.
    """

    def __init__(
        self,
        limits: CurrentLimits,
        deliver: Callable[[bytes], None],
        ended: Callable[[], None],
        dropped: Callable[[], None],
    ) -> None:
        self._time = asyncio.get_running_loop().time
        self._deliver = deliver
        self._ended = ended
        self._dropped = dropped
        self._bucket = TokenBucket(
            lambda: Rate(limits.now.input_per_second, limits.now.paste_bytes), self._time()
        )
        """A token for each byte."""
        self._tail = b""
        """The last bytes of the input, in which a paste mark may have begun."""
        self._pasting = self._told_paste = False
        """True if the client is within a paste; true if the screen has got its beginning."""
        self._flooding = False
        self._last = self._time()

    def take(self, data: bytes) -> None:
        now = self._time()
        if self._bucket.left < len(data):
            self._bucket.wait(now)
        if now - self._last > SILENCE:
            self._flooding = False
        if now - self._last > LOST_END:
            self._pasting = self._told_paste = False
        self._last = now
        count = self._allowed(data)
        if count:
            self._bucket.spend(count)
            self._follow(data[:count])
            self._told_paste = self._pasting
            self._deliver(data[:count])
        if count < len(data):
            self._drop(data[count:])

    def end(self) -> None:
        """Note that the client sends nothing more."""
        self._ended()

    def close(self) -> None:
        """Drop all callbacks, so that nothing keeps their owners alive."""
        self._deliver = self._ended = self._dropped = _nobody

    def _allowed(self, data: bytes) -> int:
        """Return how many of the bytes are passed on."""
        if self._flooding or (self._pasting and not self._told_paste):
            return 0
        left = int(self._bucket.left)
        if len(data) <= left:
            return len(data)
        return 0 if len(data) <= WHOLE else max(0, left)

    def _drop(self, data: bytes) -> None:
        self._follow(data)
        if self._told_paste and not self._pasting:
            self._told_paste = False
            self._deliver(PASTE_END)
        if not self._flooding:
            self._flooding = True
            self._dropped()

    def _follow(self, data: bytes) -> None:
        """Note whether a paste begins or ends."""
        seen = self._tail + data
        if b"~" in data:  # the last of both marks
            begun, ended = seen.rfind(PASTE_START), seen.rfind(PASTE_END)
            if begun != ended:
                self._pasting = begun > ended
        self._tail = seen[1 - len(PASTE_START) :]
