"""Ends sessions that operators send away, on all nodes of a host; seats are kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from ipaddress import ip_network
from typing import Protocol

from server.cluster.sessions import SharedSession
from server.cluster.signals import Signal
from server.host.host import Host
from server.identity.accounts import Player, is_guest
from server.identity.bans import network_contains, parse_network, without_addresses
from server.identity.look_alikes import skeleton
from tui.host.session import GoodbyeReason

KEY = "SHA256:"
"""What fingerprints of keys begin with; no name does."""
NETWORK = "network/"
"""What a network begins with that other nodes are told: its bits and, since signals are stored, a hash."""


TellOthers = Callable[[Signal], Awaitable[tuple[str, ...]]]
"""Has the other nodes do something, and returns what is said of when."""


class EndableSession(Protocol):
    """What is needed of a session to end it."""

    @property
    def player(self) -> Player | None:
        """The player; None while or if it is not known."""

    @property
    def address(self) -> str:
        """The client's address."""

    def say_goodbye(self, reason: GoodbyeReason) -> None:
        """End the session with the sentence for `reason`."""


class Expulsion:
    """Ends sessions; `sessions` returns those of this node. It does what other nodes signal, too."""

    def __init__(
        self, host: Host, sessions: Callable[[], Iterable[EndableSession]], tell_others: TellOthers
    ) -> None:
        self._lobby, self._bans, self._sessions = host.lobby, host.bans, sessions
        self._tell_others = tell_others
        self._conceal = host.dependencies.nodes.conceal
        host.signals.follow("kick", lambda signal: self.end_here(signal.about))
        host.signals.follow("bans", lambda _: self.end_banned())

    async def end(self, about: str) -> tuple[int, tuple[str, ...]]:
        """End the sessions of a name or network on all nodes. Return their number, and what is said of when
        other nodes do it.
        """
        elsewhere = sum(_is_meant(about, one) for one in self._lobby.presence.elsewhere)
        told = (
            f"{NETWORK}{net.rpartition('/')[2]} {self._conceal(net)}"
            if (net := parse_network(about))
            else without_addresses(about)
        )
        later = await self._tell_others(Signal("kick", told))
        return self.end_here(about) + elsewhere, later

    def count(self, about: str) -> int:
        """Return how many sessions there are of a name or network on all nodes."""
        net = parse_network(about)
        here = sum(
            network_contains(net, one.address) if net else self._is_named(one.player, about)
            for one in self._sessions()
            if one.player
        )
        return here + sum(_is_meant(about, one) for one in self._lobby.presence.elsewhere)

    def end_here(self, about: str) -> int:
        """End the sessions of a name, a network or a key on this node, and return their number."""
        if about.startswith(KEY):
            return self._end(lambda _, player: player.key == about)
        if net := parse_network(about):
            return self._end(lambda session, _: network_contains(net, session.address))
        if about.startswith(NETWORK):
            return self._end(lambda session, _: self._is_in(about, session.address))
        return self._end(lambda _, player: self._is_named(player, about))

    def end_banned(self) -> None:
        """End the sessions of everybody on this node who is banned."""
        bans = self._bans
        self._end(
            lambda session, player: bool(
                bans.of_player(player.id, player.key) or bans.of_address(session.address)
            ),
            "banned",
        )

    def address_of_guest(self, name: str) -> str | None:
        """Return the address of the guest with that name who is here, on whichever node; None: nobody."""
        for session in self._sessions():
            if session.player and session.player.guest and self._is_named(session.player, name):
                return session.address
        guests = (one for one in self._lobby.presence.elsewhere if is_guest(one.player))
        return next((one.address for one in guests if _is_meant(name, one)), None)

    def guests_of(self, net: str) -> list[str]:
        """Return the guests who are here from a network, on whichever node, or were."""
        here = (
            one.player.id for one in self._sessions() if one.player and network_contains(net, one.address)
        )
        elsewhere = (one.player for one in self._lobby.presence.elsewhere if _is_meant(net, one))
        return sorted(filter(is_guest, {*here, *elsewhere, *self._lobby.presence.guests_left(net)}))

    def _is_in(self, told: str, address: str) -> bool:
        """Return whether an address is in a network that another node has told of."""
        bits, _, concealed = told.removeprefix(NETWORK).partition(" ")
        net = parse_network(address)
        if net is None or int(bits) > ip_network(net).prefixlen:
            return False
        return self._conceal(str(ip_network(net).supernet(new_prefix=int(bits)))) == concealed

    def _end(self, wanted: Callable[[EndableSession, Player], bool], reason: GoodbyeReason = "kicked") -> int:
        chosen = [one for one in self._sessions() if one.player and wanted(one, one.player)]
        for session in chosen:
            session.say_goodbye(reason)
        return len(chosen)

    def _is_named(self, player: Player, name: str) -> bool:
        return skeleton(self._lobby.members.of(player).player.name) == skeleton(name)


def _is_meant(about: str, session: SharedSession) -> bool:
    """Return whether a name or network means a session of another node, whose address is a network."""
    if net := parse_network(about):
        return network_contains(net, session.address)
    return skeleton(session.name) == skeleton(about)
