"""A whole host without its doors: lobby, bots and accounts on the means it is given.

Starts no thread, reads no clock and draws nothing by itself, so that a host can run in a
simulation. Its doors are `server.ssh` and `server.play`; the real means are `server.serve`'s.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct

from engine.game import AnyGame
from server.accounts import Accounts, Doorkeeper, Player
from server.bots import Bots, Manner
from server.journal import Journal
from server.limits import Limits
from server.lobby import House, Lobby
from server.meter import Meter, NoMeter
from server.port import HostPort
from server.reception import Reception
from server.workers import Workers
from tui.session import MakeScreen


class Means(Struct, frozen=True):
    """What a host lives on. `clock` gives seconds since the epoch, `pick(n)` a number from 0 to
    n - 1, `secret(n)` n secret bytes, `new_id` what nobody can guess; `pause` waits for seconds.
    """

    games: Mapping[str, AnyGame]
    journal: Journal
    accounts: Accounts
    workers: Workers
    clock: Callable[[], float]
    pause: Callable[[float], Awaitable[None]]
    new_id: Callable[[], str]
    pick: Callable[[int], int]
    secret: Callable[[int], bytes]
    bots: Manner = Manner()
    limits: Limits = Limits()
    meter: Meter = NoMeter()


class Host:
    """Open it, hand its parts to doors, close it after them."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self.bots = Bots(means.workers, means.bots, means.pause, means.secret)
        self.lobby = Lobby(
            House(
                means.games, means.journal, means.clock, means.new_id, means.pick, means.secret,
                self.bots.attend, means.limits,
            )
        )  # fmt: skip
        self._door = Doorkeeper(
            means.accounts, means.clock, means.new_id, means.pick, lambda: self.lobby.names
        )

    async def open(self) -> None:
        """Takes up the tables of the journal."""
        await self.lobby.restore()

    async def close(self) -> None:
        """Stops bots and tables and closes the journal."""
        await self.bots.close()
        await self.lobby.close()
        await self._means.journal.close()

    async def admit(self, fingerprint: str | None, suggestion: str) -> Player:
        """Who comes with a proven key, or as a guest (None)."""
        return await self._door.admit(fingerprint, suggestion)

    def port(self, player: Player) -> HostPort:
        """A session's door for `player`, to be closed with the session."""
        return HostPort(self.lobby, player, self._means.clock)

    def reception(self, make_screen: MakeScreen) -> Reception:
        """What sessions need."""
        means = self._means
        return Reception(
            means.limits, tuple(means.games), self.lobby.enter, self.port, make_screen, means.meter
        )
