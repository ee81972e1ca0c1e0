"""The input of a client before a screen reads it, and the input of commands that have no screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

FIRST_INPUT = 1.0
"""Seconds to wait for the end of an empty input before a table is opened for it."""
INPUT_TIMEOUT = 20.0
"""Seconds within which the input of a command must end."""
LINE_TIMEOUT = 300.0
"""Seconds within which the next line of a program must come."""
EARLY_INPUT_LIMIT = 4096
"""Bytes of input from a terminal that are kept before there is a screen."""


class EarlyInput:
    """Keeps the input. `ended`: the client sends no more."""

    def __init__(self) -> None:
        self.ended = False
        self._data = bytearray()
        self._began = asyncio.Event()
        """Set once the first bytes have come or the input has ended."""

    def add(self, data: bytes) -> None:
        """Keep bytes of a pipe, which is read no further until somebody needs more."""
        self._data += data
        self._began.set()

    def add_typed(self, data: bytes) -> None:
        """Keep bytes of a terminal, up to EARLY_INPUT_LIMIT of them."""
        self._data += data[: EARLY_INPUT_LIMIT - len(self._data)]

    def end(self) -> None:
        """Note that the client sends no more."""
        self.ended = True
        self._began.set()

    def pass_on(self, feed: Callable[[bytes], None]) -> None:
        """Pass the kept bytes on, if there are any."""
        if self._data:
            feed(bytes(self._data))

    async def is_empty(self) -> bool:
        """Return True if the input ends without a byte; waits for either for FIRST_INPUT seconds."""
        if not self._data:
            with suppress(TimeoutError):
                async with asyncio.timeout(FIRST_INPUT):
                    await self._began.wait()
        return self.ended and not self._data

    async def whole(self, most: int, read_more: Callable[[], None]) -> bytes:
        """Return the input up to its end, or what comes in INPUT_TIMEOUT; little more than `most` bytes.
        `read_more` is called to read on.
        """
        await self._read(INPUT_TIMEOUT, read_more, lambda: len(self._data) > most)
        return bytes(self._data)

    async def line(self, read_more: Callable[[], None]) -> str | None:
        """Return the next line; None: the input has ended, none has come in LINE_TIMEOUT, or it is longer
        than EARLY_INPUT_LIMIT. `read_more` is called to read on.
        """
        most = EARLY_INPUT_LIMIT
        await self._read(LINE_TIMEOUT, read_more, lambda: b"\n" in self._data or len(self._data) > most)
        line, end, _ = self._data.partition(b"\n")
        if len(line) > most or not (end or (line and self.ended)):
            return None
        del self._data[: len(line) + 1]
        return line.decode("utf-8", "replace").strip()

    async def _read(self, within: float, read_more: Callable[[], None], enough: Callable[[], bool]) -> None:
        """Read on until there is enough, the input ends, or so many seconds are over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while not (self.ended or enough()):
                    self._began.clear()
                    read_more()
                    await self._began.wait()
