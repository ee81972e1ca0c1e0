"""Does what operators and accounts have every node of a host do, here and, by signals, on the other nodes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from server.cluster.signals import Signal, SignalKind
from server.host.bans import Bans
from server.identity.accounts import Player
from server.identity.look_alikes import skeleton
from server.lobby.completion import BackgroundTasks
from server.lobby.lobby import Lobby
from server.store.journal.subscribers import Subscribers
from tui.host.pictures import SeatNews
from tui.host.port import Release

BEGINNING: Mapping[SignalKind, str] = MappingProxyType({"notice": "", "drain": "off", "guests": "on"})
"""What stands when a host begins, by kind of signal."""


class SignalDesk:
    """Carries signals out from `open` to `close`, or has them carried out by who follows their kind.
    `message` is the message of the day; `end_vacation` ends that of a banned player.
    """

    def __init__(
        self, lobby: Lobby, bans: Bans, message: str, end_vacation: Callable[[str], Awaitable[None]]
    ) -> None:
        self._followers: Subscribers[SignalKind, Signal] = Subscribers("signals")
        self._lobby = lobby
        self._signals = lobby.nodes.signals
        self._accounts = lobby.dependencies.stores.accounts
        self._people, self._clubs = lobby.dependencies.stores.people, lobby.dependencies.stores.clubs
        self._bans = bans
        self._message = message
        self._end_vacation = end_vacation
        self._release: Release | None = None
        self._background = BackgroundTasks("what another node signalled could not be done")

    async def open(self) -> None:
        """Show the message of the day, do what was signalled before, and follow signals. What was signalled
        before the host's last node stopped holds no more.
        """
        self._lobby.announce(self._message)
        self._release = self._signals.follow(self.carry_out)
        begins_alone = self._lobby.nodes.count() == 1
        for signal in await self._signals.standing():
            if not begins_alone:
                self.carry_out(signal)
            elif signal.text != BEGINNING[signal.kind]:
                await self._signals.send(Signal(signal.kind, text=BEGINNING[signal.kind]))

    async def close(self) -> None:
        """Follow no more signals."""
        if self._release:
            self._release()
        await self._background.close()

    def follow(self, kind: SignalKind, listener: Callable[[Signal], object]) -> Release:
        """Call a listener with each signal of a kind that is not carried out here; with "bans" once they have
        been read.
        """
        return self._followers.add(kind, listener)

    def follow_later(self, kind: SignalKind, work: Callable[[Signal], Coroutine[Any, Any, None]]) -> None:
        """Begin work in the background at each signal of a kind that is not carried out here."""
        self.follow(kind, lambda signal: self._background.start(work(signal)))

    def _tell(self, signal: Signal) -> None:
        self._followers.publish_to(lambda kind: kind == signal.kind, lambda _: signal)

    async def everywhere(self, signal: Signal) -> None:
        """Have every node do something. Raises the error of the store; then none does it."""
        await self._signals.send(signal)
        self.carry_out(signal)

    def carry_out(self, signal: Signal) -> None:
        """Do on this node what a signal says."""
        match signal.kind:
            case "notice":
                self._lobby.announce(signal.text or self._message)
            case "drain":
                self._lobby.broadcaster.drain(signal.text == "on")
            case "bans":
                self._background.start(self._read_bans(signal.about))
            case "renamed":
                self._background.start(self._rename(signal.about, signal.text))
            case "profile":
                self._lobby.hidden.read_soon(signal.about)
                if member := self._lobby.members.find(signal.about):
                    self._background.start(self.read_account(member.player))
            case "stalled":
                self._lobby.lines.hear(signal.about, stalled=signal.text == "on")
            case "ratings":
                self._lobby.ratings.read_again(signal.about)
            case "gone":
                self._tell(signal)
                self._background.start(self._lobby.forget(signal.about))
            case _:
                self._tell(signal)

    async def read_bans_everywhere(self, player: str = "") -> None:
        """Have every node read the bans again, end the sessions of those who are banned, and take away what a
        player has said; "": what nobody has.
        """
        await self._read_bans(player)
        await self._lobby.tell(Signal("bans", player))
        if player:
            await self._lobby.nodes.talk.forget(player)
            await self._people.take(player)
            if self._bans.is_banned(player):
                await self._end_vacation(player)

    async def _read_bans(self, player: str) -> None:
        await self._bans.open()
        self._tell(Signal("bans", player))
        if player:
            self._lobby.take_talk(player)
            self._lobby.unseat(player)
            await self._take_club_notes(player)
        self._lobby.show_dice_anew()

    async def _take_club_notes(self, player: str) -> None:
        """Take away from open sessions what a player has written to the members of clubs."""
        found = await self._accounts.facts([player])
        for club, _ in await self._clubs.of(player) if player in found else ():
            written = [note.text for note in await self._clubs.notes(club.id) if note.author == player]
            news = [SeatNews("taken", "", club.name, found[player].name, text) for text in written]
            for member in await self._clubs.members(club.id) if news else ():
                for one in news:
                    self._lobby.seat_news.tell(member.account, one)

    async def _rename(self, player: str, name: str) -> None:
        """Show a new name, unless it is an older one than that which the account has by now."""
        member = self._lobby.members.find(player)
        if member is None:
            return
        before = member.player
        if not before.guest:
            called = await self._accounts.named(skeleton(name))
            if called is None or called.id != player:
                return
        if member.player is before:
            member.player = replace(before, name=name)
            self._lobby.presence.rename(member.player)
            self._lobby.broadcaster.player_changed(player)
            self._lobby.broadcaster.came_or_went()

    async def read_account(self, player: Player) -> None:
        """Read again what is stored of an account besides its name. Raises the error of the store."""
        if player.guest:
            return
        while member := self._lobby.members.find(player.id):
            before = member.profile
            profile = await self._accounts.profile(player.id)
            finished = await self._lobby.load_finished(player.id)
            if not profile.keys:
                return
            if member.profile is before:  # else it was changed here meanwhile
                member.profile, member.finished = profile, finished
                self._lobby.show_to(player.id)
                return
