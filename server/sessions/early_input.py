"""The input of a client before a screen reads it, and the input of commands that have no screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

FIRST_INPUT = 1.0
"""Seconds to wait for the end of an empty input before a table is opened for it."""
INPUT_TIMEOUT = 20.0
"""Seconds within which the input of a command must end."""
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
        with suppress(TimeoutError):
            async with asyncio.timeout(INPUT_TIMEOUT):
                while not self.ended and len(self._data) <= most:
                    self._began.clear()
                    read_more()
                    await self._began.wait()
        return bytes(self._data)
