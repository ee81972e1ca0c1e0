"""Which sockets a turn of the event loop hears: a few of those that are ready, whoever was heard longest ago
first.

asyncio handles all that are ready before it looks again: two hundred clients who send at the same moment
would be one long turn, and somebody who only types would wait for all of them.
"""

from __future__ import annotations

import selectors
from heapq import nsmallest
from itertools import count
from typing import Any

MOST = 12
"""How many sockets a turn of the event loop hears."""

Ready = list[tuple[selectors.SelectorKey, int]]


class FairSelector(selectors.DefaultSelector):
    """Tells of at most MOST ready sockets at once. Those that it does not tell of are ready the next time."""

    def __init__(self) -> None:
        super().__init__()
        self._turns = count(1)
        self._heard: dict[int, int] = {}
        """In which turn a descriptor was told of."""

    def select(self, timeout: float | None = None) -> Ready:
        """Wait until something is ready, and return a part of it."""
        ready: Ready = super().select(timeout)
        heard, turn = self._heard, next(self._turns)
        if len(ready) > MOST:
            ready = nsmallest(MOST, ready, lambda one: heard.get(one[0].fd, 0))
        for key, _ in ready:
            heard[key.fd] = turn
        return ready

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        """Forget a socket."""
        key = super().unregister(fileobj)
        self._heard.pop(key.fd, None)
        return key
