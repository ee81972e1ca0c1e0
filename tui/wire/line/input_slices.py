"""Hands on what a client has sent in small slices, each in a turn of the event loop of its own.

A packet may bring thousands of keys, which take long to tell apart. A slice ends before an ESC, so that the
sequence of a key is rarely cut, and what comes later waits behind what came before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

SLICE = 64
"""Bytes that are handed on together."""
LONGEST_SEQUENCE = 16
"""Bytes before the end of a slice in which an ESC may have begun a key."""


def _nobody(_: bytes) -> None:
    """Does nothing."""


class InputSlices:
    """What one client has sent. `deliver` gets it, a slice at a time."""

    def __init__(self, deliver: Callable[[bytes], object]) -> None:
        self._deliver = deliver
        self._waiting = bytearray()
        self._next: asyncio.Handle | None = None
        self._afterwards: list[Callable[[], object]] = []

    def __len__(self) -> int:
        """Returns how many bytes wait."""
        return len(self._waiting)

    def take(self, data: bytes) -> None:
        """Takes bytes from the client: few are handed on at once, if none wait."""
        if self._next is None and len(data) <= SLICE:
            self._deliver(data)
            return
        self._waiting += data
        if self._next is None:
            self._go_on()

    def then(self, call: Callable[[], object]) -> None:
        """Calls something once all that has come so far is handed on."""
        if self._next is None:
            call()
        else:
            self._afterwards.append(call)

    def close(self) -> None:
        """Drops what waits, and all callbacks, so that nothing keeps their owners alive."""
        self._deliver = _nobody
        self._waiting.clear()
        self._afterwards.clear()
        if self._next:
            self._next.cancel()

    def _go_on(self) -> None:
        self._next = None
        end = _end_of_slice(self._waiting)
        data = bytes(self._waiting[:end])
        del self._waiting[:end]
        if self._waiting:
            self._next = asyncio.get_running_loop().call_soon(self._go_on)
        self._deliver(data)
        if self._next is None:
            calls, self._afterwards = self._afterwards, []
            for call in calls:
                call()


def _end_of_slice(data: bytearray) -> int:
    if len(data) <= SLICE:
        return len(data)
    begun = data.rfind(b"\x1b", SLICE - LONGEST_SEQUENCE, SLICE)
    return begun if begun > 0 else SLICE
