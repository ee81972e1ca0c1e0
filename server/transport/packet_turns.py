"""How many packets all clients together may have handled in a turn of the event loop.

Each client has its own bound; two hundred of them that send at the same moment would still be one long turn.
"""

from __future__ import annotations

import asyncio

PACKETS = 32
"""The most packets of all clients that one turn handles."""


class PacketTurns:
    """Counts the packets of all connections of a process."""

    def __init__(self) -> None:
        self.left = PACKETS

    def spend(self) -> None:
        """Count a packet. After PACKETS of them, in however many turns, the next one waits for a new turn."""
        self.left -= 1
        if self.left == 0:
            asyncio.get_running_loop().call_soon(self._begin_again)

    def _begin_again(self) -> None:
        self.left = PACKETS
