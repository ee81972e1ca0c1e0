"""From which addresses players come, and how much of the host each address takes.

An address is a network as `server.transport.connection_limiter.network_of` has it; '' is one that nobody
knows (a terminal of this machine), which has no share.
"""

from __future__ import annotations

from collections.abc import Callable

from server.settings.rate import RateLimit
from tui.host.port import Release


class Addresses:
    """Notes where sessions come from, and from where tables were opened. Nothing of it is stored."""

    def __init__(self) -> None:
        self._of: dict[str, list[str]] = {}
        self._tables: dict[str, str] = {}

    def enter(self, player: str, address: str) -> Release:
        """A session of a player begins; the returned function ends it and may be called twice."""
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
        """The address of a player's newest session; '' where it is not known."""
        here = self._of.get(player)
        return here[-1] if here else ""

    def opened(self, table: str, player: str) -> None:
        """A player has opened a table."""
        if address := self.of(player):
            self._tables[table] = address

    def closed(self, table: str) -> None:
        """A table is gone."""
        self._tables.pop(table, None)

    def tables_of(self, player: str) -> int:
        """How many tables were opened from where a player is, by whomever."""
        address = self.of(player)
        return sum(one == address for one in self._tables.values()) if address else 0


class SharedLimit:
    """Limits how often a player may do something, and how often all players of an address together."""

    def __init__(self, own: RateLimit, shared: RateLimit, address_of: Callable[[str], str]) -> None:
        self._own = own
        self._shared = shared
        self._address_of = address_of

    def count(self, player: str, now: float) -> None:
        """Count an action at `now`. Raises Refused where the player or the address did too much."""
        address = self._address_of(player)
        if address:
            self._shared.check(address, now)
        self._own.count(player, now)
        if address:
            self._shared.count(address, now)
