"""What operators can do with a running host; how they ask is `server.admin.listener`'s business.

Answers are sentences for operators, in English like everything the command line says; what
players are told goes their usual ways (notices, refusals, the goodbye of a screen).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from server.admin import protocol as wire
from server.host.host import Host
from server.identity.accounts import Player
from server.identity.bans import Ban, network
from server.identity.look_alikes import skeleton
from server.table.table import Table
from server.telemetry.logs import short_key

log = logging.getLogger(__name__)

POLL_INTERVAL = 1.0
"""Seconds between two looks whether the last game is over."""


class AdminSession(Protocol):
    """A session, as far as operators are concerned."""

    @property
    def player(self) -> Player | None:
        """None: not known yet, or never."""
        ...

    @property
    def since(self) -> float: ...

    @property
    def address(self) -> str: ...

    def say_goodbye(self, reason: str) -> None: ...


class AdminService:
    """Carries out operators' commands at a host. `visitors` returns the open sessions; `copy` makes
    a copy of the database, to be deleted after use; `stop` ends the host; `message` is the message of
    the day.
    """

    def __init__(
        self,
        host: Host,
        *,
        visitors: Callable[[], Iterable[AdminSession]],
        copy: Callable[[], Awaitable[Path]],
        stop: Callable[[], None],
        message: str = "",
    ) -> None:
        self._lobby, self._bans, self._accounts = host.lobby, host.bans, host.accounts
        self._pause = host.dependencies.pause
        self._visitors, self._copy, self._stop = visitors, copy, stop
        self._message = message
        self._stopping: asyncio.Task[None] | None = None
        self._copying = asyncio.Lock()

    async def close(self) -> None:
        """Waits for no last game any more."""
        if self._stopping:
            self._stopping.cancel()
            with suppress(asyncio.CancelledError):
                await self._stopping

    async def serve(self, request: wire.AnyRequest) -> tuple[wire.AnyAnswer, Path | None]:
        """Does it; the answer and, behind a `BackupMade`, its file."""
        match request:
            case wire.WhoRequest():
                return self._picture(), None
            case wire.AnnounceRequest(text):
                return self._announce(text), None
            case wire.KickRequest(name):
                return self._kick(name), None
            case wire.BanRequest():
                return await self._ban(request), None
            case wire.DrainRequest(on, stop):
                return self._drain(on, stop), None
            case wire.BackupRequest():
                async with self._copying:
                    file = await self._copy()
                return wire.BackupMade(file.stat().st_size), file

    # Looking

    def _picture(self) -> wire.HostStatus:
        lobby = self._lobby
        sessions = [self._session(one, one.player) for one in self._visitors() if one.player]
        tables = [_table(table) for table in lobby.tables]
        return wire.HostStatus(
            tuple(sessions), tuple(tables), lobby.broadcaster.draining, lobby.broadcaster.notice
        )

    def _session(self, visitor: AdminSession, player: Player) -> wire.SessionRow:
        lobby = self._lobby
        at = [table.opening.name for table in lobby.tables if player.id in table.followers]
        name, key = self._name(player), short_key(player.key or None)
        return wire.SessionRow(name, key, visitor.since, visitor.address, ", ".join(at))

    def _name(self, player: Player) -> str:
        """What somebody is called now."""
        return self._lobby.members.of(player).player.name

    # Speaking and sending away

    def _announce(self, text: str) -> wire.AnyAnswer:
        self._lobby.announce(text or self._message)
        log.info("announced" if text else "announcement ended")
        return wire.Confirmed(("Everybody reads it now." if text else "The message of the day is back.",))

    def _kick(self, name: str) -> wire.AnyAnswer:
        ended = self._send_away(lambda _, player: self._called(player, name))
        if not ended:
            return wire.Declined(f"Nobody here is called {name}: admin who lists everybody.")
        log.info("kicked", extra={"player": name, "sessions": ended})
        return wire.Confirmed((f"{name} is sent away, {_count(ended, 'session')}; seats are kept.",))

    def _send_away(self, wanted: Callable[[AdminSession, Player], bool]) -> int:
        """Ends sessions; how many."""
        chosen = [v for v in self._visitors() if v.player and wanted(v, v.player)]
        for visitor in chosen:
            visitor.say_goodbye("kicked")
        return len(chosen)

    # Keeping out

    async def _ban(self, request: wire.BanRequest) -> wire.AnyAnswer:
        bans = self._bans
        if not request.target:
            return wire.Confirmed(tuple(map(_told, bans.all)) or ("Nobody is banned.",))
        if request.lift:
            return await self._lift(request.target)
        if net := network(request.target):
            return await self._ban_network(net, request.days)
        return await self._ban_player(request.target, request.days)

    async def _lift(self, target: str) -> wire.AnyAnswer:
        known = {network(target) or target.casefold()}
        for ban in self._bans.all:
            if ban.name.casefold() in known:
                await self._bans.lift(ban)
                return wire.Confirmed((f"{ban.name} may come in again.",))
        return wire.Declined(f"{target} is not banned: admin ban lists who is.")

    async def _ban_network(self, net: str, days: float | None) -> wire.AnyAnswer:
        bans = self._bans
        if not bans.address_days:
            return wire.Declined("This host stores no addresses (address_days = 0), so none can be banned.")
        ban = await bans.add_network(net, days)
        ended = self._send_away(lambda visitor, _: bans.of_address(visitor.address) is not None)
        log.info("network banned", extra={"address": net})
        lines = [_told(ban), f"{_count(ended, 'session')} ended."]
        if days and days > bans.address_days:
            lines.append(f"This host stores addresses for {bans.address_days} days at most.")
        return wire.Confirmed(tuple(lines))

    async def _ban_player(self, name: str, days: float | None) -> wire.AnyAnswer:
        here = [v for v in self._visitors() if v.player and self._called(v.player, name)]
        if any(v.player and v.player.guest for v in here):
            return wire.Declined(
                f"{name} is a guest, of whom nothing is kept: ban the address {here[0].address} instead."
            )
        player = await self._accounts.named(skeleton(name))
        if player is None:
            return wire.Declined(f"{name} is no account's name and no address.")
        ban = await self._bans.add_player(player.id, player.name, days)
        ended = self._send_away(lambda _, visiting: visiting.id == player.id)
        log.info("banned", extra={"player": player.name})
        return wire.Confirmed((_told(ban), f"{_count(ended, 'session')} ended."))

    def _called(self, player: Player, name: str) -> bool:
        return skeleton(self._name(player)) == skeleton(name)

    # Ending

    def _drain(self, on: bool, stop: bool) -> wire.AnyAnswer:
        self._lobby.broadcaster.drain(on)
        if self._stopping:
            self._stopping.cancel()
            self._stopping = None
        log.info("draining" if on else "draining ended")
        if not on:
            return wire.Confirmed(("New tables can be opened again.",))
        if stop:
            self._stopping = asyncio.ensure_future(self._stop_after_the_last_game())
        then = "The host ends after the last one." if stop else "admin drain --stop ends the host after them."
        return wire.Confirmed(("No new tables.", f"{_count(self._running(), 'game')} still running. {then}"))

    def _running(self) -> int:
        return sum(table.state.stage == "running" for table in self._lobby.tables)

    async def _stop_after_the_last_game(self) -> None:
        while self._running():
            await self._pause(POLL_INTERVAL)
        log.info("last game ended")
        self._stop()


def _table(table: Table) -> wire.TableRow:
    state, opening = table.state, table.opening
    seats = tuple(holder.name or "-" for holder in state.holders)
    watching = sum(state.seat_of(follower) is None for follower in table.followers)
    return wire.TableRow(opening.name, opening.game, state.stage, state.since, seats, watching)


def _told(ban: Ban) -> str:
    """A ban in words."""
    if ban.until is None:
        return f"{ban.name} is banned for good."
    until = datetime.fromtimestamp(ban.until, UTC).strftime("%Y-%m-%d %H:%M")
    return f"{ban.name} is banned until {until} UTC."


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
