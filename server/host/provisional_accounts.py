"""Deletes accounts that have not made a move within a day, and are awaited nowhere.

Everybody who comes with a new key gets an account; an account that is never played with would block its name
for good. Deleting is left to `server.host.account_removal`; moves are noted by
`server.host.requests.player_requests`.
"""

from __future__ import annotations

import asyncio
import logging

from server.cluster.duties import CLEANING
from server.host.account_removal import AccountRemoval
from server.host.bans import Bans
from server.identity.accounts import ProvisionalAccount
from server.lobby.lobby import Lobby
from tui.host.port import Release
from tui.host.turn_clocks import is_slow

log = logging.getLogger(__name__)

INTERVAL = 300.0
"""Seconds between two searches for accounts whose time is over."""


class ProvisionalAccounts:
    """Searches for them from `open` to `close`. `count` is their number at the last search."""

    def __init__(self, lobby: Lobby, removal: AccountRemoval, bans: Bans) -> None:
        self.count = 0
        self._accounts = lobby.dependencies.stores.accounts
        self._notices = lobby.dependencies.stores.notices
        self._removal = removal
        self._lobby = lobby
        self._bans = bans
        self._timer = lobby.dependencies.timer
        self._release: Release | None = None
        self._looking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Count the provisional accounts, and start to search for those whose time is over."""
        self.count = len(await self._accounts.provisional())
        self._release = self._timer(INTERVAL, self._look_soon)

    async def close(self) -> None:
        """Stop searching."""
        if self._release:
            self._release()
            self._release = None
        if self._looking:
            await self._looking

    async def look(self) -> None:
        """Delete the accounts whose time is over and that nobody is using, if that is this node's duty."""
        found = await self._accounts.provisional()
        if not self._lobby.nodes.duties.acts_for(CLEANING):
            self.count = len(found)
            return
        forgotten = 0
        for account in found:
            is_over = self._is_over(account) and not await self._notices.recipients(account.id)
            if is_over and await self._removal.forget_provisional(account.id):
                forgotten += 1
        self.count = len(found) - forgotten
        if forgotten:
            log.info("accounts without a move forgotten", extra={"accounts": forgotten})

    def _is_over(self, account: ProvisionalAccount) -> bool:
        """Return whether an account's time is over and nobody is here with it, or awaited at a table with a
        start time or with a clock for who looks in now and then. The time in which the host was down does not
        count. A banned account stays: its key would come back as a new one.
        """
        lobby = self._lobby
        keep = lobby.dependencies.timeouts.provisional_account
        if lobby.uptime.after(account.since, keep) > lobby.dependencies.clock():
            return False
        now, openings = lobby.dependencies.clock(), [one.opening for one in lobby.tables_of(account.id)]
        if any(one.starts > now or is_slow(one.clock) for one in openings):
            return False
        return not lobby.presence.is_here(account.id) and not self._bans.is_banned(account.id)

    def _look_soon(self) -> None:
        self._looking = asyncio.ensure_future(self._look_and_go_on())

    async def _look_and_go_on(self) -> None:
        try:
            await self.look()
        except Exception:
            log.exception("accounts without a move could not be forgotten")
        if self._release:
            self._release = self._timer(INTERVAL, self._look_soon)
