"""Which sockets a turn of the event loop hears: a few of those that are ready. Addresses take turns, and of
an address whoever was heard longest ago comes first.

asyncio handles all that are ready before it looks again: two hundred clients who send at the same moment
would be one long turn, and somebody who only types would wait for all of them.
"""

from __future__ import annotations

import selectors
from heapq import nsmallest
from typing import Any

MOST = 12
"""How many sockets a turn of the event loop hears."""

Ready = list[tuple[selectors.SelectorKey, int]]


class FairSelector(selectors.DefaultSelector):
    """Tells of at most MOST ready sockets at once. Those that it does not tell of are ready the next time."""

    def __init__(self) -> None:
        super().__init__()
        self.turn = 0
        """The number of the event loop's turn."""
        self.is_awaited = False
        """Whether there is work to be done, whatever the sockets say."""
        self._heard: dict[int, int] = {}
        """In which turn a descriptor was told of."""
        self._networks: dict[int, str] = {}
        """The addresses of clients, by the descriptors of their sockets."""

    def belongs(self, descriptor: int, network: str) -> None:
        """Note from which address the client of a socket is, until `forget`."""
        self._heard.pop(descriptor, None)
        self._networks[descriptor] = network

    def forget(self, descriptor: int) -> None:
        """Forget a client's socket."""
        self._heard.pop(descriptor, None)
        self._networks.pop(descriptor, None)

    def select(self, timeout: float | None = None) -> Ready:
        """Wait until something is ready, and return a part of it."""
        ready: Ready = super().select(0 if self.is_awaited else timeout)
        self.turn += 1
        heard, turn = self._heard, self.turn
        if len(ready) > MOST:
            ready = self._next(ready)
        for key, _ in ready:
            heard[key.fd] = turn
        return ready

    def _next(self, ready: Ready) -> Ready:
        """Return the first of each address, then the second ones, as many as a turn hears."""
        heard, networks, counts = self._heard, self._networks, dict[str | int, int]()
        ready.sort(key=lambda one: heard.get(one[0].fd, 0))
        ranked = []
        for number, one in enumerate(ready):
            network = networks.get(one[0].fd, one[0].fd)
            counts[network] = rank = counts.get(network, 0) + 1
            ranked.append((rank, number, one))
        return [one for _, _, one in nsmallest(MOST, ranked)]

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        """Hear a socket no more. A client's that rests does not come first for that."""
        key = super().unregister(fileobj)
        if key.fd not in self._networks:
            self._heard.pop(key.fd, None)
        return key
