"""How many packets all clients together may have handled in a turn of the event loop.

Each client has its own bound; two hundred of them that send at the same moment would still be one long turn.
Whoever has more waits here, and addresses take turns: their sockets go on being heard, since to leave that
off and begin again costs as much as a packet. The first packets of an address do not wait for what others
send: they hold a key, or a step of a login.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable

PACKETS = 32
"""The most packets of all clients that one turn handles, but for the first ones of other addresses."""
FIRST, MORE = 4, 32
"""How many of an address are handled even so, and of all addresses at most."""


class PacketTurns:
    """Counts the packets of all connections of a process, and calls those that wait: the first of each
    address, then the second ones.
    """

    def __init__(self) -> None:
        self.left = PACKETS
        self._handled = defaultdict[str, int](int)
        """How many of the packets were whose, by address."""
        self._waiting: dict[str, deque[Callable[[], object]]] = {}
        """By address, that which is next first."""
        self._is_to_begin = False

    def is_over(self, network: str) -> bool:
        """Return whether the next packet from this address has to wait."""
        return self.left <= 0 and (self.left <= -MORE or self._handled[network] >= FIRST)

    def spend(self, network: str) -> None:
        """Count a packet of an address. After PACKETS of all, in however many turns, others wait for a new
        turn.
        """
        self.left -= 1
        self._handled[network] += 1
        if self.left == 0:
            self._begin_soon()

    def wait(self, network: str, go_on: Callable[[], object]) -> None:
        """Have `go_on` called in one of the next turns; `network`: the address for which it is."""
        self._waiting.setdefault(network, deque()).append(go_on)
        self._begin_soon()

    def _begin_soon(self) -> None:
        if not self._is_to_begin:
            self._is_to_begin = True
            asyncio.get_running_loop().call_soon(self._begin_again)

    def _begin_again(self) -> None:
        self._is_to_begin, self.left = False, PACKETS
        self._handled.clear()
        for _ in range(sum(map(len, self._waiting.values()))):
            network = next((one for one in self._waiting if not self.is_over(one)), None)
            if network is None:
                break
            self._next(network)()
        if self._waiting:
            self._begin_soon()

    def _next(self, network: str) -> Callable[[], object]:
        """Return who of an address comes first; others of it wait behind all other addresses."""
        waiting = self._waiting.pop(network)
        go_on = waiting.popleft()
        if waiting:
            self._waiting[network] = waiting
        return go_on
