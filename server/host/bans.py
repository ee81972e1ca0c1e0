"""Bans: of accounts, and of networks for as long as addresses may be stored.

All bans are in memory while a host runs, so that a check reads no disk; the store is for the next
start.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from math import ceil, inf

from server.identity.accounts import Player
from server.identity.bans import DAY, HOUR, AccessBan, key_mark, network_contains
from server.store.moderation import BanStore
from tui.host.notice_events import UNKNOWN_HOST
from tui.host.refusals import refused

log = logging.getLogger(__name__)


class Bans:
    """The bans of a running host. `open` must return before anybody is let in."""

    def __init__(self, store: BanStore, clock: Callable[[], float], address_days: int) -> None:
        self.address_days = address_days
        self._store = store
        self._clock = clock
        self._bans: dict[str, AccessBan] = {}

    async def open(self) -> None:
        """Load the stored bans and delete those that have expired."""
        self._bans = {ban.what: ban for ban in await self._store.all()}
        await self.forget()

    @property
    def all(self) -> tuple[AccessBan, ...]:
        """The bans that hold now, oldest first."""
        return tuple(sorted(filter(self._holds, self._bans.values()), key=lambda ban: ban.since))

    def of_player(self, player: str, key: str = "") -> AccessBan | None:
        """Return the ban of an account, or of the key that it is opened with; None if there is none."""
        found = (self._bans.get(what) for what in (player, key_mark(key)))
        return next((ban for ban in found if ban and not ban.address and self._holds(ban)), None)

    def is_banned(self, account: str) -> bool:
        return self.of_player(account) is not None

    def ends_last(self, new: AccessBan) -> AccessBan:
        """Return a new ban, or the one of the same account or network that stands and ends no sooner."""
        stands = self._bans.get(new.what)
        return stands if stands and self._holds(stands) and _end(stands) >= _end(new) else new

    def of_letter(self, player: str, network: str, until: float | None) -> str:
        """Return what the ban is of that a letter to a player tells; "": another decision's ban stands."""
        return next(
            (one.what for one in self.all if one.what in {player, network} and one.until == until), ""
        )

    def of_address(self, address: str) -> AccessBan | None:
        """Return the ban that an IP address falls under, None if there is none."""
        bans = (ban for ban in self._bans.values() if ban.address and self._holds(ban))
        return next((ban for ban in bans if network_contains(ban.what, address)), None)

    def sentence(self, address: str) -> str | None:
        """Return the sentence for a banned address; None for an address that is not banned."""
        ban = self.of_address(address)
        if ban is None or ban.until is None:
            return None
        until = datetime.fromtimestamp(ban.until, UTC).strftime("%Y-%m-%d %H:%M")
        return f"Your address is banned here until {until} UTC."

    def check(self, player: Player, ssh_host: str = UNKNOWN_HOST) -> None:
        """Raise Refused if the player is banned: "banned", "banned-until" (with days and minutes), or with
        the reason of the ban "banned-why" (with days and minutes, 0: for good, the reason, and what players
        type after `ssh`).
        """
        ban = self.of_player(player.id, player.key)
        left = ban.until - self._clock() if ban and ban.until is not None else 0.0
        days, minutes = ceil(left / DAY), ceil(left / 60)
        if ban and ban.reason:
            raise refused("banned-why", days=days, minutes=minutes, reason=ban.reason, host=ssh_host)
        if ban and ban.until is not None:
            raise refused("banned-until", days=days, minutes=minutes)
        if ban:
            raise refused("banned")

    async def add_player(self, player: str, name: str, days: float | None, reason: str = "") -> AccessBan:
        """Ban an account for some days; None: without an end."""
        now = self._clock()
        until = None if days is None else now + days * DAY
        return await self._add(AccessBan(player, name, now, until, reason=reason))

    async def add_network(self, network: str, days: float | None) -> AccessBan:
        """Ban a network for some days, at most for as long as addresses are stored (None: for that time)."""
        now = self._clock()
        kept = min(days or self.address_days, self.address_days)
        return await self._add(AccessBan(network, network, now, now + kept * DAY, address=True))

    async def keep_for_keys(self, player: str, keys: Iterable[str]) -> None:
        """Have the ban of an account that is deleted hold for its keys, which would open new ones. Neither
        name nor reason is kept.
        """
        if ban := self.of_player(player):
            for mark in map(key_mark, keys):
                await self._add(AccessBan(mark, mark, ban.since, ban.until))
            await self.lift(ban)

    async def lift(self, ban: AccessBan) -> None:
        await self._store.remove(ban.what)
        self._bans.pop(ban.what, None)

    async def forget(self) -> None:
        """Delete expired bans, so that no address is stored longer than it may be."""
        for ban in tuple(self._bans.values()):
            if not self._holds(ban):
                await self.lift(ban)

    async def keep(self, pause: Callable[[float], Awaitable[None]]) -> None:
        """Delete expired bans every hour, until cancelled."""
        while True:
            await pause(HOUR)
            try:
                await self.forget()
            except Exception:
                log.exception("deleting an expired ban failed")

    async def _add(self, ban: AccessBan) -> AccessBan:
        await self._store.put(ban)
        self._bans[ban.what] = ban
        return ban

    def _holds(self, ban: AccessBan) -> bool:
        now = self._clock()
        if ban.address and ban.since + self.address_days * DAY <= now:
            return False
        return ban.until is None or ban.until > now


def _end(ban: AccessBan) -> float:
    return inf if ban.until is None else ban.until
