"""Operators' commands about who may come in: ending sessions, guests, bans."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from msgspec import to_builtins
from msgspec.structs import replace

from server.admin import protocol
from server.admin.expulsion import EndableSession, Expulsion
from server.admin.later import StoredLater
from server.admin.people import LATER
from server.admin.tables import TableCommands
from server.cluster.signals import Signal
from server.host.host import Host
from server.identity.accounts import Player
from server.identity.bans import AccessBan, is_wide, parse_network
from server.identity.look_alikes import skeleton
from server.telemetry.sentences import counted

log = logging.getLogger(__name__)


class AccessCommands(TableCommands):
    """Carries these commands out at a host with these open sessions."""

    def __init__(self, host: Host, sessions: Callable[[], Iterable[EndableSession]]) -> None:
        super().__init__(host)
        self._lobby, self._bans = host.lobby, host.bans
        self._later = StoredLater(self._is_reached, host.dependencies.pause)
        self._expulsion = Expulsion(host, sessions, self._tell_others)

    async def _everywhere(self, signal: Signal) -> tuple[str, ...]:
        """Have every node do something: the others once the store is back. Return what is said of that."""
        later = await self._tell_others(signal)
        self._host.signals.carry_out(signal)
        return later

    async def _tell_others(self, signal: Signal) -> tuple[str, ...]:
        if self._later.is_open():
            await self._lobby.nodes.signals.send(signal)
            return ()
        await self._later.write(lambda: self._lobby.nodes.signals.send(signal))
        return (LATER,)

    async def kick(self, request: protocol.KickRequest) -> protocol.AnyAnswer:
        """End the sessions of a player, or of a network."""
        name = request.name
        if net := parse_network(name):
            return self._too_wide(net, wide=request.wide) or await self._kick_network(net)
        ended, later = await self._end(name)
        if not ended:
            return protocol.CommandDeclined(f"Nobody here is called {name}: run admin who to list everyone.")
        log.info("kicked", extra={"player": name, "sessions": ended})
        said = f"{name} was kicked ({counted(ended, 'session')}); seats are kept."
        return protocol.CommandDone((said, *later), {"sessions": ended})

    async def _end(self, about: str) -> tuple[int, tuple[str, ...]]:
        """End the sessions of a name or a network. Return how many there are, and what is said of those that
        end once the store is back; where nobody is known to be here, nobody is ended then.
        """
        if self._later.is_open() or self._expulsion.count(about):
            return await self._expulsion.end(about)
        return 0, ()

    async def _kick_network(self, net: str) -> protocol.AnyAnswer:
        ended, later = await self._end(net)
        if not (ended or self._bans.address_days) and self._lobby.nodes.count() > 1 and self._is_reached():
            return protocol.CommandDone(
                (f"Other nodes end sessions of {net}, too; how many, only they know.",)
            )
        if not ended:
            return protocol.CommandDeclined(f"Nobody here comes from {net}: admin who lists everybody.")
        log.info("network kicked", extra={"address": net, "sessions": ended})
        said = f"{counted(ended, 'session')} of {net} ended; seats are kept."
        return protocol.CommandDone((said, *later), {"sessions": ended})

    async def admit_guests(self, request: protocol.GuestsRequest) -> protocol.AnyAnswer:
        """Let guests in, or nobody new without a key."""
        on = request.on
        later = await self._everywhere(Signal("guests", text="on" if on else "off"))
        log.info("guests are let in" if on else "guests are refused")
        said = "Guests get in again." if on else "Nobody new gets in without a key. Guests who are here stay."
        return protocol.CommandDone((said, *later), {"guests": on})

    async def ban(self, request: protocol.BanRequest) -> protocol.AnyAnswer:
        """Ban an account or a network, lift a ban, or list them."""
        if not request.target:
            bans = await self._bans_by_name()
            lines = tuple(map(_ban_sentence, bans)) or ("Nobody is banned.",)
            return protocol.CommandDone(lines, to_builtins(bans))
        if request.lift:
            return await self._lift(request.target, request.reason)
        if net := parse_network(request.target):
            return self._too_wide(net, wide=request.wide) or await self._ban_network(net, request.days)
        return await self._ban_player(request)

    def _too_wide(self, net: str, *, wide: bool) -> protocol.CommandDeclined | None:
        """Return the refusal of a wide network that was not confirmed."""
        if wide or not is_wide(net):
            return None
        found = counted(self._expulsion.count(net), "session")
        return protocol.CommandDeclined(
            f"{net} is wide: {found} from there would end now. Add --yes if you mean it."
        )

    async def _bans_by_name(self) -> list[AccessBan]:
        """Return the bans, with the present names of accounts; without the store, those of then."""
        if not self._is_reached():
            return list(self._bans.all)
        facts = await self._accounts.facts([ban.what for ban in self._bans.all])
        return [
            replace(ban, name=facts[ban.what].name) if ban.what in facts else ban for ban in self._bans.all
        ]

    async def _lift(self, target: str, reason: str) -> protocol.AnyAnswer:
        known = {parse_network(target) or target.casefold()}
        for ban in await self._bans_by_name():
            if ban.name.casefold() in known:
                await self._bans.lift(ban)
                await self._host.signals.read_bans_everywhere()
                if account := (await self._accounts.facts([ban.what])).get(ban.what):
                    await self._host.moderation.unbanned(Player(ban.what, account.name), reason)
                return protocol.CommandDone((f"{ban.name} is no longer banned.",))
        return protocol.CommandDeclined(f"{target} is not banned: run admin ban to see who is.")

    async def _ban_network(self, net: str, days: float | None) -> protocol.AnyAnswer:
        bans = self._bans
        if not bans.address_days:
            return protocol.CommandDeclined(
                "This host stores no addresses (address_days = 0), so none can be banned."
            )
        ended, guests = self._expulsion.count(net), self._expulsion.guests_of(net)
        ban = await bans.add_network(net, days)
        self._expulsion.end_banned()
        for guest in guests or [""]:
            await self._host.signals.read_bans_everywhere(guest)
        log.info("network banned", extra={"address": net})
        lines = [_ban_sentence(ban), f"{counted(ended, 'session')} ended."]
        if days and days > bans.address_days:
            most = f"{bans.address_days} day{'s' * (bans.address_days > 1)}"
            lines.append(f"This host stores addresses for {most} at most.")
        return protocol.CommandDone(tuple(lines), {"ban": to_builtins(ban), "sessions": ended})

    async def _ban_player(self, request: protocol.BanRequest) -> protocol.AnyAnswer:
        name = request.target
        here = self._expulsion.address_of_guest(name)
        if here is not None:
            return protocol.CommandDeclined(
                f"{name} is a guest and has no account: ban the address {here} instead."
            )
        player = await self._accounts.named(skeleton(name))
        if player is None:
            return protocol.CommandDeclined(f"{name} is neither an account name nor an address.")
        ended = self._expulsion.count(player.name)
        ban = await self._bans.add_player(player.id, player.name, request.days, request.reason)
        if request.reason:
            await self._host.moderation.write(player, "ban", request.reason, ban.until)
        self._expulsion.end_banned()
        await self._host.signals.read_bans_everywhere(player.id)
        log.info("banned", extra={"player": player.name})
        said = _ban_sentence(ban), f"{counted(ended, 'session')} ended."
        return protocol.CommandDone(said, {"ban": to_builtins(ban), "sessions": ended})


def _ban_sentence(ban: AccessBan) -> str:
    if ban.until is None:
        return f"{ban.name} is banned for good."
    until = datetime.fromtimestamp(ban.until, UTC).strftime("%Y-%m-%d %H:%M")
    return f"{ban.name} is banned until {until} UTC."
