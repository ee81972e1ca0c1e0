"""A whole host without its network: lobby, bots and accounts, made from its dependencies.

It starts no thread, reads no clock and draws nothing by itself, so that a host can run in a simulation.
Clients come through `server.sessions.listener` or `server.start.local_host`; the real dependencies are made
in `server.start.serve`.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from engine.game import Refused
from server.budget.giving_way import last_of_most
from server.cluster.shares import HeldShare
from server.cluster.signals import Signal
from server.host.dependencies import HostDependencies
from server.host.parts import HostParts
from server.host.port import HostPort
from server.host.window import WindowPort
from server.identity.accounts import WINDOW, Player, Profile
from server.log.entries import By
from server.settings.limits import Limits
from server.store.journal.journal import NotSaved, Unsure
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.notice_events import UNKNOWN_HOST
from tui.host.port import Release
from tui.host.refusals import refused
from tui.host.setting_names import LANGUAGE

log = logging.getLogger(__name__)

SESSIONS = "sessions"
"""The share that an address has of the host's sessions."""
ALL_SESSIONS = "all sessions"
"""The share that each session has of those that the host can carry."""


class StayingSession(NamedTuple):
    """A session of this node that goes on until its player leaves: `holder` of shares, from an `address`."""

    holder: str
    player: Player
    address: str
    give_way: Callable[[], None]


class Host(HostParts):
    """A host: `open` it, pass its parts to what serves clients, then `close` it."""

    def __init__(self, dependencies: HostDependencies) -> None:
        super().__init__(dependencies)
        self._numbers = count(1)
        """The numbers of sessions that are counted against an address."""
        self._staying: dict[str, StayingSession] = {}
        """By holder, in the order in which they came."""
        self.admits_guests = True
        """False while operators refuse new guests."""
        self.signals.follow("guests", self._admit_guests)

    async def open(self) -> None:
        """Load the bans and list the tables of the journal."""
        await self.bans.open()
        await self.moderation.open()
        self.lobby.broadcaster.tell_restored(await self.moderation.restored_from())
        await self.lobby.restore()
        for table in self.lobby.tables:
            self.reminders.table_changed(table)
        await self.signals.open()
        await self.provisional_accounts.open()
        await self.deals.open()
        self.notices.open()
        await self.cups.open()
        self.calendar.open()

    async def close(self) -> None:
        """Stop bots, tables and background tasks, and close the journal."""
        await self.analyses.close()
        await self.trophies.close()
        await self.curves.close()  # before the worker that they ask
        await self.games.close()
        await self.calendar.close()
        await self.cups.close()
        await self.deals.close()
        await self.provisional_accounts.close()
        await self.signals.close()
        await self.notes.close()
        await self.bots.close()
        await self.standing_answers.close()
        await self.notices.close()
        await self.vacations.close()
        self.reminders.close()
        await self.lobby.close()
        await self.dependencies.journal.close()

    def room(self) -> Mapping[str, int]:
        """How many tables the host can have, and this node's part of its sessions: all nodes' add up."""
        limits, part = self.dependencies.limits.now, self.dependencies.nodes.part()
        return {"sessions": part.of(limits.sessions), "tables": limits.tables}

    def _admit_guests(self, signal: Signal) -> None:
        self.admits_guests = signal.text == "on"

    def limit(self, limits: Limits) -> None:
        """Apply other limits from now on, also to everybody who is here."""
        self.dependencies.limits.now = limits
        self.lobby.look_for_room()

    async def admit(self, fingerprint: str | None, login: str, address: str = "") -> Player:
        """Return the player of a proven key, or a guest (None), from an address; `login` is the name that the
        client sent. Raises Refused: "no-guests", "busy", "account-not-saved".
        """
        if not self.dependencies.nodes.is_reached():
            raise refused("busy")
        if fingerprint is None and not self.admits_guests:
            raise refused("no-guests")
        try:
            player = await self.authenticator.admit(fingerprint, login, address)
        except (NotSaved, Unsure) as error:
            raise refused("busy") from error
        except Exception as error:
            log.exception("a new account could not be stored")
            raise refused("account-not-saved") from error
        if player.guest and not self.admits_guests:
            self.name_registry.release(player.name)
            raise refused("no-guests")
        if self.lobby.members.find(player.id) is None:
            if player.guest:  # a new one, of whom nothing is stored
                self.lobby.members.add(player, Profile(), ())
            else:
                profile = await self.stores.accounts.profile(player.id)
                if not profile.keys:  # it has been forgotten at this very moment
                    return await self.admit(fingerprint, login, address)
                self.lobby.members.add(player, profile, await self.lobby.load_finished(player.id))
                self.lobby.hidden.note(player.id, hidden=profile.settings.get(PROFILE_SETTING) == HIDDEN)
        elif self.dependencies.nodes.name and not self.lobby.presence.is_on_this_node(player.id):
            # it may have changed on another node a moment ago
            self.lobby.members.of(player).player = replace(player, key="", name_refused="")
            await self.signals.read_account(player)
        await self.lobby.load_known(player.id)
        if player.guest or self.lobby.members.of(player).profile.provisional:
            return await self.authenticator.offer(player, login)
        return player

    async def language_of(self, fingerprint: str | None) -> str:
        """Return the language that the player of a key has chosen; '': none, or it cannot be read now. Nobody
        gets an account by that.
        """
        if fingerprint is None or not self.dependencies.nodes.is_reached():
            return ""
        try:
            player = await self.stores.accounts.by_key(fingerprint)
            profile = await self.stores.accounts.profile(player.id) if player else Profile()
        except Exception:
            log.exception("the language of an account could not be read")
            return ""
        return profile.settings.get(LANGUAGE, "")

    def enter(self, player: Player, address: str = "") -> Release:
        """Begin a session of `player` from an address, and return the function that ends it. Raises Refused
        if the player is banned.
        """
        self.bans.check(player)
        release = self.lobby.enter(player, address)
        self.name_registry.release(player.name)
        return release

    async def begin(
        self,
        player: Player,
        address: str,
        ssh_host: str = UNKNOWN_HOST,
        give_way: Callable[[], None] | None = None,
    ) -> Release:
        """Begin a session as `enter` does, if on all nodes there are not too many, of the address or in all;
        `ssh_host` is what players type after `ssh` to come here. `give_way` ends the session, where it is one
        that may have to make room for others (None: it is soon over). Raises Refused.
        """
        self.bans.check(player, ssh_host)
        holder = f"{self.dependencies.nodes.name} {next(self._numbers)}"
        give_back = await self._take_session(player, address, holder)
        try:
            end = self.enter(player, address)
        except Refused:
            give_back()
            raise
        if give_way:
            self._staying[holder] = StayingSession(holder, player, address, give_way)

        def leave() -> None:
            self._staying.pop(holder, None)
            end()
            give_back()

        return leave

    async def _take_session(self, player: Player, address: str, holder: str) -> Release:
        """Count a session, and return the function that gives it back. Raises Refused."""
        limits, nodes = self.dependencies.limits.now, self.dependencies.nodes
        kept = min(limits.sessions_kept, limits.sessions // 2) if self._is_new(player) else 0
        shares = [HeldShare(ALL_SESSIONS, "", holder, limits.sessions - kept)]
        if address:
            shares.insert(0, HeldShare(SESSIONS, address, holder, limits.sessions_per_address))

        def give_back() -> None:
            for share in shares:
                nodes.shares.give_back(share.what, share.holder)

        try:
            full = await nodes.shares.take(*shares)
            if full and full.what == ALL_SESSIONS and (last := self._gives_way(player, address)):
                full = await nodes.shares.take(*shares, instead=last.holder)
                if full is None and last.holder in self._staying:
                    del self._staying[last.holder]
                    last.give_way()
        except Exception as error:
            give_back()
            log.exception("a session could not be counted")
            raise refused("busy") from error
        if full is None:
            return give_back
        if full.what == SESSIONS:
            raise refused("too-many-sessions", most=full.most)
        raise refused("nearly-full" if kept else "sessions-full")

    def _gives_way(self, player: Player, address: str) -> StayingSession | None:
        """Return the session of this node that would make room for a player's; None: none would. It is one of
        the address with most: of who is new or, for somebody who is not, of who has no account that has
        played, or another session as well.
        """
        often = Counter(one.player.id for one in self._staying.values())
        is_new = self._is_new(player)

        def gives_way(one: StayingSession) -> bool:
            if is_new or self._is_new(one.player):
                return self._is_new(one.player)
            return not self._has_played(one.player) or often[one.player.id] > 1

        return last_of_most(tuple(self._staying.values()), lambda one: one.address, address, gives_way)

    def _is_new(self, player: Player) -> bool:
        """Whether a player has nothing here to come back to: no seat, and no account that has played."""
        return not self._has_played(player) and not self.lobby.tables_of(player.id)

    def _has_played(self, player: Player) -> bool:
        """Return whether a player has an account that has made a move."""
        return not player.guest and not self.lobby.members.of(player).profile.provisional

    def window_port(self, ssh_host: str) -> WindowPort:
        """Return a port for a window on the web, to be closed with its session."""
        return WindowPort(self, Player(WINDOW, ""), ssh_host, "program")

    def port(
        self,
        player: Player,
        ssh_host: str = UNKNOWN_HOST,
        by: By = "player",
        zone: str = "",
        *,
        for_banned: bool = False,
    ) -> HostPort:
        """Return a port for a session of `player`, to be closed with the session; `ssh_host` is what players
        type after `ssh` to come here, `by` says whether a program uses it, `zone` the time zone of
        the client, if it is known. Raises Refused if the player is banned, unless the port is `for_banned`
        players, too: they can read and answer the letter that says so.
        """
        if not for_banned:
            self.bans.check(player, ssh_host)
        return HostPort(self, player, ssh_host, by, zone)
