"""How fast a window asks its host about what it does not know yet, so that nobody uses it up."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable

A_SECOND = 2.0
WAITING = 32
NO = 60.0
"""Seconds for which a "no" is remembered."""
MOST_REMEMBERED = 10_000


class Busy(Exception):  # noqa: N818
    """Too many wait already."""


class Questions:
    """The queue for questions about ids, names and days that nobody has told the window of."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._next = 0.0
        self._waiting = 0
        self._no: OrderedDict[Hashable, float] = OrderedDict()

    def is_no(self, what: Hashable) -> bool:
        """Return whether the host has lately said that there is none."""
        return self._no.get(what, 0.0) > self._clock()

    def note_no(self, what: Hashable) -> None:
        """Remember that there is none."""
        self._no[what] = self._clock() + NO
        self._no.move_to_end(what)
        if len(self._no) > MOST_REMEMBERED:
            self._no.popitem(last=False)

    async def turn(self) -> None:
        """Wait until a question may be asked. Raises Busy."""
        if self._waiting >= WAITING:
            raise Busy
        at = max(self._next, self._clock())
        self._next = at + 1 / A_SECOND
        self._waiting += 1
        try:
            await asyncio.sleep(at - self._clock())
        finally:
            self._waiting -= 1
