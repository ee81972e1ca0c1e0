"""Limits how often something may be done, by a player or an address, over all nodes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from server.cluster.windows import ActionWindows, RateWindow
from tui.host.refusals import LimitCode, refused

log = logging.getLogger(__name__)


@dataclass(eq=False)
class ActionLimit:
    """One limit: `most()` actions in any span of `seconds` for each key. `what` tells its windows from those
    of other limits, `code` is the code of the refusal, `tell` is called with it at each refusal.
    """

    windows: ActionWindows
    what: str
    most: Callable[[], int]
    seconds: float
    code: LimitCode
    tell: Callable[[str], None] = lambda _: None

    def window(self, key: str) -> RateWindow:
        """Return the window of a key, with what is allowed now."""
        return RateWindow(self.what, key, self.most(), self.seconds)

    async def count(self, key: str, now: float) -> None:
        """Count an action of `key` at `now`. Raises Refused, as `count_in` does."""
        await self.count_in((self.window(key),), now)

    async def count_in(self, windows: Sequence[RateWindow], now: float) -> None:
        """Count an action at `now` in several windows, or in none. Raises Refused: the code, with most,
        seconds, and wait (seconds until the next), or "busy" if nobody can say whether there were too many.
        """
        try:
            full = await self.windows.count(windows, now)
        except Exception as error:
            log.exception("actions could not be counted")
            raise refused("busy") from error
        if full:
            self.tell(self.code)
            most, seconds = full.window.most, round(full.window.seconds)
            raise refused(self.code, most=most, seconds=seconds, wait=max(1, round(full.wait)))


@dataclass(eq=False)
class SharedLimit:
    """Limits how often one player, and all players of one address together, may do something. An address is a
    network as `server.transport.connection_limiter.network_of` returns it; an unknown one is '' and has no
    limit.
    """

    own: ActionLimit
    shared: ActionLimit
    address_of: Callable[[str], str]

    async def count(self, player: str, now: float) -> None:
        """Count an action at `now`. Raises Refused if the player or the address did too much."""
        address = self.address_of(player)
        shared = (self.shared.window(address),) if address else ()
        await self.own.count_in((*shared, self.own.window(player)), now)
