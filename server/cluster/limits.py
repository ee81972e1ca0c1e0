"""Limits how often something may be done, by a player or an address, over all nodes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from server.cluster.windows import ActionWindows, RateWindow
from tui.host.refusals import LimitCode, refused

log = logging.getLogger(__name__)


class ActionLimit:
    """One limit: `most()` actions in any span of `seconds` for each key. `what` tells its windows from those
    of other limits, `code` is the code of the refusal, `tell` is called with it at each refusal.
    """

    def __init__(
        self,
        windows: ActionWindows,
        what: str,
        most: Callable[[], int],
        seconds: float,
        code: LimitCode,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._windows = windows
        self._what = what
        self._most = most
        self._seconds = seconds
        self._code = code
        self._tell = tell

    def window(self, key: str) -> RateWindow:
        """Return the window of a key, with what is allowed now."""
        return RateWindow(self._what, key, self._most(), self._seconds)

    async def count(self, key: str, now: float) -> None:
        """Count an action of `key` at `now`. Raises Refused, as `count_in` does."""
        await self.count_in((self.window(key),), now)

    async def count_in(self, windows: Sequence[RateWindow], now: float) -> None:
        """Count an action at `now` in several windows, or in none. Raises Refused: the code, with most,
        seconds, and wait (seconds until the next), or "busy" if nobody can say whether there were too many.
        """
        try:
            full = await self._windows.count(windows, now)
        except Exception as error:
            log.exception("actions could not be counted")
            raise refused("busy") from error
        if full:
            self._tell(self._code)
            most, seconds = full.window.most, round(full.window.seconds)
            raise refused(self._code, most=most, seconds=seconds, wait=max(1, round(full.wait)))


class SharedLimit:
    """Limits how often one player, and all players of one address together, may do something. An address is a
    network as `server.transport.connection_limiter.network_of` returns it; an unknown one is '' and has no
    limit.
    """

    def __init__(self, own: ActionLimit, shared: ActionLimit, address_of: Callable[[str], str]) -> None:
        self._own = own
        self._shared = shared
        self._address_of = address_of

    async def count(self, player: str, now: float) -> None:
        """Count an action at `now`. Raises Refused if the player or the address did too much."""
        address = self._address_of(player)
        shared = (self._shared.window(address),) if address else ()
        await self._own.count_in((*shared, self._own.window(player)), now)
