"""Cuts the bytes of a program into lines. A line that is too long is dropped.

While enough bytes or lines wait here, the network is not read: `pause` and `resume` stop and continue
reading. The meaning of a line is left to `server.sessions.api.parsing`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

MOST_LINES = 16
"""Lines that wait before no more are read."""


class Dropped(Enum):
    """The value for a line that is too long, or for a part of it."""

    BEGINNING = 1
    MORE = 2


class ApiLines:
    """A buffer of bytes that returns lines of at most `most()` bytes, without their line ends."""

    def __init__(
        self, most: Callable[[], int], pause: Callable[[], None], resume: Callable[[], None]
    ) -> None:
        self._most = most
        self._pause = pause
        self._resume = resume
        self._waiting = bytearray()
        self._paused = False
        self._dropping = False
        self._no_more = False

    @property
    def ended(self) -> bool:
        """True once every line was returned and the program sends no more."""
        return self._no_more and not self._waiting

    @property
    def waiting(self) -> bool:
        """True if the program has sent another line without waiting for an answer."""
        return bool(self._waiting)

    def feed(self, data: bytes) -> None:
        """Add bytes from the program; a line may come in any number of parts."""
        self._waiting += data
        if not self._paused and self._is_full:
            self._paused = True
            self._pause()

    @property
    def _is_full(self) -> bool:
        return len(self._waiting) > self._most() or self._waiting.count(b"\n") > MOST_LINES

    def end(self) -> None:
        """Note that the program sends no more; a last line without a line end counts as a line."""
        self._no_more = True

    def take(self) -> bytes | Dropped | None:
        """Return the next line without its end, or None if there is none yet."""
        taken = self._cut()
        if self._paused and not self._is_full:
            self._paused = False
            self._resume()
        return taken

    def _cut(self) -> bytes | Dropped | None:
        end = self._waiting.find(b"\n", 0, self._most() + 1)
        if end < 0 and len(self._waiting) > self._most():
            return self._drop()
        if end < 0 and not (self._no_more and self._waiting):
            return None
        line = bytes(self._waiting if end < 0 else self._waiting[:end])
        del self._waiting[: len(line) + 1]
        if self._dropping:
            self._dropping = False
            return Dropped.MORE
        return line

    def _drop(self) -> Dropped:
        """Drop the bytes of a line that has not ended yet, up to its end."""
        end = self._waiting.find(b"\n")
        del self._waiting[: end if end >= 0 else None]
        before, self._dropping = self._dropping, True
        return Dropped.MORE if before else Dropped.BEGINNING
