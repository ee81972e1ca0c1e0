"""The addresses that players come from, and how much of the host each address takes.

An address is a network as `server.transport.connection_limiter.network_of` returns it. An unknown address (a
terminal of this machine) is '' and has no limit.
"""

from __future__ import annotations

from collections.abc import Callable

from server.nodes.limits import ActionLimit
from tui.host.port import Release


class Addresses:
    """Records which address each session and each open table comes from. Nothing of it is stored."""

    def __init__(self) -> None:
        self._of: dict[str, list[str]] = {}
        self._tables: dict[str, str] = {}

    def enter(self, player: str, address: str) -> Release:
        """Add a session of a player. Return the function that ends it; it may be called twice."""
        here = self._of.setdefault(player, [])
        here.append(address)
        released = False

        def release() -> None:
            nonlocal released
            if not released:
                released = True
                here.remove(address)
                if not here and self._of.get(player) is here:
                    del self._of[player]

        return release

    def of(self, player: str) -> str:
        """Return the address of a player's newest session, '' if it is unknown."""
        here = self._of.get(player)
        return here[-1] if here else ""

    def opened(self, table: str, player: str) -> None:
        """Add a table that a player has opened."""
        if address := self.of(player):
            self._tables[table] = address

    def closed(self, table: str) -> None:
        """Remove a table."""
        self._tables.pop(table, None)

    def tables_of(self, player: str) -> int:
        """Return the number of open tables that were opened from a player's address, by any player."""
        address = self.of(player)
        return sum(one == address for one in self._tables.values()) if address else 0


class SharedLimit:
    """Limits how often one player, and all players of one address together, may do something."""

    def __init__(self, own: ActionLimit, shared: ActionLimit, address_of: Callable[[str], str]) -> None:
        self._own = own
        self._shared = shared
        self._address_of = address_of

    async def count(self, player: str, now: float) -> None:
        """Count an action at `now`. Raises Refused if the player or the address did too much."""
        address = self._address_of(player)
        shared = (self._shared.window(address),) if address else ()
        await self._own.count_in((*shared, self._own.window(player)), now)
