"""How many packets all clients together may have handled in a turn of the event loop.

Each client has its own bound; two hundred of them that send at the same moment would still be one long turn.
Whoever has more waits here, and addresses take turns: their sockets go on being heard, since to leave that
off and begin again costs as much as a packet.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

PACKETS = 32
"""The most packets of all clients that one turn handles."""


class PacketTurns:
    """Counts the packets of all connections of a process, and calls those that wait: the first of each
    address, then the second ones.
    """

    def __init__(self) -> None:
        self.left = PACKETS
        self._waiting: dict[str, deque[Callable[[], object]]] = {}
        """By address, that which is next first."""
        self._is_to_begin = False

    def spend(self) -> None:
        """Count a packet. After PACKETS of them, in however many turns, the next one waits for a new turn."""
        self.left -= 1
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
        for _ in range(sum(map(len, self._waiting.values()))):
            if self.left <= 0:
                break
            self._next()()
        if self._waiting:
            self._begin_soon()

    def _next(self) -> Callable[[], object]:
        """Return whose turn it is; others of the address wait behind all other addresses."""
        network = next(iter(self._waiting))
        waiting = self._waiting.pop(network)
        go_on = waiting.popleft()
        if waiting:
            self._waiting[network] = waiting
        return go_on
