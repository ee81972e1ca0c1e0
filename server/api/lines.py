"""What a program sends, cut into lines; what is too long is dropped, what is too much waits.

Nothing is taken from the network while enough waits here: `pause` and `resume` stop and go on
reading. What a line says is `server.api.requests`' business.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum


class Dropped(Enum):
    """Instead of a line: the beginning of one that is too long, or more of it."""

    BEGINNING = 1
    MORE = 2


class ApiLines:
    """Lines of at most `most` bytes, their ends not counted."""

    def __init__(self, most: int, pause: Callable[[], None], resume: Callable[[], None]) -> None:
        self._most = most
        self._pause = pause
        self._resume = resume
        self._waiting = bytearray()
        self._paused = False
        self._dropping = False
        self._no_more = False

    @property
    def ended(self) -> bool:
        """Everything was taken, and no more will come."""
        return self._no_more and not self._waiting

    @property
    def waiting(self) -> bool:
        """The program sent more without waiting for its answer."""
        return bool(self._waiting)

    def feed(self, data: bytes) -> None:
        """Bytes from the program, in any chopping."""
        self._waiting += data
        if not self._paused and len(self._waiting) > self._most:
            self._paused = True
            self._pause()

    def end(self) -> None:
        """The program sends no more; what it sent without a line end is a line."""
        self._no_more = True

    def take(self) -> bytes | Dropped | None:
        """The next line without its end; None: there is none yet."""
        taken = self._cut()
        if self._paused and len(self._waiting) <= self._most:
            self._paused = False
            self._resume()
        return taken

    def _cut(self) -> bytes | Dropped | None:
        end = self._waiting.find(b"\n", 0, self._most + 1)
        if end < 0 and len(self._waiting) > self._most:
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
        """Forgets what is here of a line, its end excepted."""
        end = self._waiting.find(b"\n")
        del self._waiting[: end if end >= 0 else None]
        before, self._dropping = self._dropping, True
        return Dropped.MORE if before else Dropped.BEGINNING
