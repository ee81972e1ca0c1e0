"""A whole host without its network: lobby, bots and accounts, made from its dependencies.

It starts no thread, reads no clock and draws nothing by itself, so that a host can run in a simulation.
Clients come through `server.sessions.listener` or `server.start.local_host`; the real dependencies are made
in `server.start.serve`.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from itertools import count

from msgspec.structs import replace

from engine.game import Ask, Refused
from server.analysis.claims import AnalysisClaims
from server.analysis.courses.casts import Casts
from server.analysis.courses.curves import Curves
from server.analysis.courses.store import EndedGames
from server.analysis.courses.trophies import TrophyDesk
from server.analysis.desk import AnalysisDesk
from server.bots.bot_runner import BotRunner
from server.bots.odds import OddsService
from server.bots.standing_answers import StandingAnswerRunner
from server.cluster.shares import HeldShare
from server.cluster.signals import Signal
from server.host.account_removal import AccountRemoval
from server.host.bans import Bans
from server.host.calendar_desk import CalendarDesk
from server.host.cup_desk import CupDesk
from server.host.deal_desk import DealDesk
from server.host.dependencies import HostDependencies
from server.host.moderation import Moderation
from server.host.notice_parts import notice_desk, notice_scheduler
from server.host.port import HostPort
from server.host.provisional_accounts import ProvisionalAccounts
from server.host.requests.player_requests import PortServices
from server.host.requests.request_limits import request_limits
from server.host.signalled import SignalDesk
from server.host.vacations import Vacations
from server.host.window import WindowPort
from server.identity.accounts import WINDOW, Player, Profile
from server.identity.authenticator import Authenticator
from server.identity.name_registry import NameRegistry
from server.lobby.completion import BackgroundTasks, LatelyRead
from server.lobby.lobby import Lobby
from server.lobby.searches import Searches
from server.lobby.table_registry import TableRegistry
from server.log.entries import By
from server.log.table_state import TableState
from server.notices.notes import NoteDesk
from server.people.notes import Note
from server.results.cups.log import Cup, Entrant
from server.settings.address import UNKNOWN_HOST
from server.settings.current_limits import PlayerBuckets
from server.settings.limits import Limits
from server.store.journal.journal import NotSaved, Unsure
from server.table.changes import EVERYTHING
from server.table.snapshots import reaction_ends
from server.table.table import Table
from tui.host.cups import CupNews
from tui.host.port import Release
from tui.host.refusals import refused

log = logging.getLogger(__name__)

SESSIONS = "sessions"
"""The share that an address has of the host's sessions."""
ALL_SESSIONS = "all sessions"
"""The share that each session has of those that the host can carry."""


class Host:
    """A host: `open` it, pass its parts to what serves clients, then `close` it."""

    def __init__(self, dependencies: HostDependencies) -> None:
        limits, clock, pause = dependencies.limits, dependencies.clock, dependencies.pause
        stores, acts_for = dependencies.stores, dependencies.nodes.duties.acts_for
        self.dependencies = dependencies
        self._numbers = count(1)
        """The numbers of sessions that are counted against an address."""
        self.admits_guests = True
        """False while operators refuse new guests."""
        self.accounts = stores.accounts
        self.bans = Bans(stores.bans, clock, dependencies.address_days)
        self.games = EndedGames(
            dependencies.journal, dependencies.courses, dependencies.games, dependencies.metrics
        )
        self.bots = BotRunner(
            workers=dependencies.workers,
            timing=dependencies.bots,
            pause=pause,
            seed=dependencies.secret,
            acts_for=acts_for,
        )
        self.standing_answers = StandingAnswerRunner(
            waits=self._waits, pause=pause, secret=dependencies.secret, acts_for=acts_for
        )
        registry = TableRegistry()
        self.curves = Curves(
            dependencies, dependencies.courses, acts_for=acts_for, find=registry.find, pause=pause
        )
        self.trophies = TrophyDesk(
            dependencies, dependencies.courses, acts_for=acts_for, find=registry.find, pause=pause
        )
        self.lobby = Lobby(
            dependencies, registry, self.curves, self.trophies, stores.accounts.facts, self._remind
        )
        self._limits = request_limits(self.lobby)
        self.request_buckets = PlayerBuckets(limits, clock, self.lobby.presence.share_here)
        """The rate limit of each player's API requests."""
        self.notices = notice_scheduler(dependencies, self.lobby, self.bans)
        self.vacations = Vacations(self.lobby)
        self._odds = OddsService(
            dependencies.workers, clock, self.lobby.listeners, dependencies.metrics.refused
        )
        self.cups = CupDesk(self.lobby, self._tell_of_cup, self.trophies.round_over)
        listen = self.lobby.listeners.add
        listen(self.curves.table_changed, "turn", "stage", "around")
        listen(self.trophies.table_changed, "stage")
        listen(self.bots.table_changed, "bots", "duties")
        listen(self.standing_answers.table_changed, "answers", "duties")
        listen(self.vacations.table_changed, "stage")
        listen(self.cups.table_changed, "stage")
        if dependencies.notice_services:
            listen(self.notices.table_changed, *EVERYTHING)
            listen(self.notices.note_changes, "seats", "stage")
        self._name_registry = NameRegistry(stores.accounts, dependencies.nodes.names, clock, self.lobby.names)
        self._authenticator = Authenticator(
            stores.accounts,
            self._name_registry,
            clock,
            dependencies.new_id,
            dependencies.pick,
            self._limits.accounts,
            login_names=dependencies.login_names,
        )
        self.moderation = Moderation(
            stores.moderation,
            self.bans,
            clock,
            dependencies.secret,
            self.lobby.tell,
            self._banned,
            dependencies.kept,
        )
        self.deals = DealDesk(
            self.lobby, dependencies.workers, self.trophies.deal_measured, self.cups.is_round_open
        )
        self.analyses = AnalysisDesk(
            stores.analyses,
            dependencies.analysts,
            lambda: max(1, dependencies.nodes.part().of(limits.now.analyses_waiting)),
            dependencies.metrics,
            AnalysisClaims(dependencies.nodes.shares, dependencies.timer, dependencies.nodes.name),
            workers=dependencies.analysis_workers,
            nice=dependencies.analysis_nice,
        )
        self.removal = AccountRemoval(self.lobby, self.moderation, self.bans, dissolved=self.cups.reread_of)
        self.provisional_accounts = ProvisionalAccounts(self.lobby, self.removal, self.bans)
        self._background = BackgroundTasks("notes could not be shown")
        self.notes = NoteDesk(
            stores.people,
            self.lobby.seat_news,
            clock=clock,
            timer=dependencies.timer,
            signal=self.lobby.tell,
            start=self._background.start,
            is_current=self._takes_players,
            ignored=self.lobby.members.ignored,
            learn=self.lobby.load_known,
            recent=self.lobby.messages,
            talk=dependencies.nodes.talk,
            notify=self.notices.note_given,
        )
        self.calendar = CalendarDesk(self.cups, self.lobby, self._give)
        self.signals = SignalDesk(
            self.lobby, self.bans, self.removal, self.moderation, dependencies.message, self.vacations.end
        )
        hear = self.signals.follow
        hear("guests", self._admit_guests)
        hear("notes", lambda signal: self.notes.look_soon(signal.about))
        hear("cups", lambda signal: self.cups.heard(signal.about, again=signal.text == "again"))
        hear("calendar", lambda _: self.calendar.look_soon())
        self.services = PortServices(
            dependencies=dependencies,
            lobby=self.lobby,
            stores=stores,
            ended=LatelyRead(dependencies.clock),
            limits=self._limits,
            vacations=self.vacations,
            removal=self.removal,
            name_registry=self._name_registry,
            odds=self._odds,
            searches=Searches(self.lobby),
            notes=self.notes,
            call=self.notices.call,
            end_sessions=lambda key: self.signals.everywhere(Signal("kick", key)),
            moderation=self.moderation,
            bans=self.bans,
            deals=self.deals,
            cups=self.cups,
            calendar=self.calendar,
            games=self.games,
            curves=self.curves,
            casts=Casts(dependencies.courses),
            analyses=self.analyses,
            notices=notice_desk(dependencies, self.lobby.presence, self._limits.notice_codes),
        )

    async def open(self) -> None:
        """Load the bans and list the tables of the journal."""
        await self.bans.open()
        await self.moderation.open()
        self.lobby.broadcaster.tell_restored(await self.moderation.restored_from())
        await self.lobby.restore()
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
        await self._background.close()
        await self.bots.close()
        await self.standing_answers.close()
        await self.notices.close()
        await self.vacations.close()
        await self.lobby.close()
        await self.dependencies.journal.close()

    def _tell_of_cup(self, cup: Cup, entrant: Entrant, what: CupNews, table: str) -> None:
        """Tell an entrant, wherever they are, of a cup that begins soon, their table in it, or its end."""
        note = Note(
            id=f"{cup.id} {cup.length} {entrant.number} {what}",
            to=entrant.account,
            kind=what,
            sent=self.dependencies.clock(),
            table=table,
            text=cup.id,
        )
        self._background.start(self._give(note))

    def _remind(self, table: Table, player: str, before: float) -> None:
        """Tell a player, wherever they are, that a table with a start time begins. Who is to be reached by
        other ways while they are away is reached from here.
        """
        note = Note(
            id=f"{table.opening.id} {player} {before:.0f}",
            to=player,
            kind="reminder",
            sent=self.dependencies.clock(),
            place=table.opening.id,
            table=table.opening.name,
        )
        self._background.start(self._give(note))
        self.notices.remind(table, player, before)

    async def _give(self, note: Note) -> None:
        await self.notes.give(note, self.dependencies.limits.now.notes_waiting)

    def _takes_players(self, table: str) -> bool:
        """Return whether a table is there whose game has not begun."""
        found = self.lobby.find(table)
        return found is not None and found.state.stage == "open"

    def room(self) -> Mapping[str, int]:
        """Return how many tables the host can have, and this node's part of its sessions: those of all nodes
        add up.
        """
        limits, part = self.dependencies.limits.now, self.dependencies.nodes.part()
        return {"sessions": part.of(limits.sessions), "tables": limits.tables}

    async def _banned(self, player: str) -> None:
        await self.signals.read_bans_everywhere(player)

    def _admit_guests(self, signal: Signal) -> None:
        self.admits_guests = signal.text == "on"

    def _waits(self, state: TableState, ask: Ask) -> bool:
        """Return whether the seat's player is away, so that its deadline answers the ask."""
        away = self.lobby.presence.away_since(state.holders[ask.seat - 1].who) is not None
        return away and reaction_ends(state, ask, self.lobby.projection) is not None

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
            player = await self._authenticator.admit(fingerprint, login, address)
        except (NotSaved, Unsure) as error:
            raise refused("busy") from error
        except Exception as error:
            log.exception("a new account could not be stored")
            raise refused("account-not-saved") from error
        if player.guest and not self.admits_guests:
            self._name_registry.release(player.name)
            raise refused("no-guests")
        if self.lobby.members.find(player.id) is None:
            if player.guest:  # a new one, of whom nothing is stored
                self.lobby.members.add(player, Profile(), ())
            else:
                profile = await self.dependencies.stores.accounts.profile(player.id)
                if not profile.keys:  # it has been forgotten at this very moment
                    return await self.admit(fingerprint, login, address)
                self.lobby.members.add(player, profile, await self.lobby.load_finished(player.id))
        elif self.dependencies.nodes.name and not self.lobby.presence.is_on_this_node(player.id):
            # it may have changed on another node a moment ago
            self.lobby.members.of(player).player = replace(player, key="", name_refused="")
            await self.signals.read_account(player)
        await self.lobby.load_known(player.id)
        if player.guest or self.lobby.members.of(player).profile.provisional:
            return await self._authenticator.offer(player, login)
        return player

    def enter(self, player: Player, address: str = "") -> Release:
        """Begin a session of `player` from an address, and return the function that ends it. Raises Refused
        if the player is banned.
        """
        self.bans.check(player)
        release = self.lobby.enter(player, address)
        self._name_registry.release(player.name)
        return release

    async def begin(self, player: Player, address: str, ssh_host: str = UNKNOWN_HOST) -> Release:
        """Begin a session as `enter` does, if on all nodes there are not too many, of the address or in all;
        `ssh_host` is what players type after `ssh` to come here. Raises Refused.
        """
        self.bans.check(player, ssh_host)
        give_back = await self._take_session(player, address)
        try:
            end = self.enter(player, address)
        except Refused:
            give_back()
            raise

        def leave() -> None:
            end()
            give_back()

        return leave

    async def _take_session(self, player: Player, address: str) -> Release:
        """Count a session, and return the function that gives it back. Raises Refused."""
        limits, nodes = self.dependencies.limits.now, self.dependencies.nodes
        kept = min(limits.sessions_kept, limits.sessions // 2) if self._is_new(player) else 0
        holder = f"{nodes.name} {next(self._numbers)}"
        shares = [HeldShare(ALL_SESSIONS, "", holder, limits.sessions - kept)]
        if address:
            shares.insert(0, HeldShare(SESSIONS, address, holder, limits.sessions_per_address))

        def give_back() -> None:
            for share in shares:
                nodes.shares.give_back(share.what, share.holder)

        try:
            full = await nodes.shares.take(*shares)
        except Exception as error:
            give_back()
            log.exception("a session could not be counted")
            raise refused("busy") from error
        if full is None:
            return give_back
        if full.what == SESSIONS:
            raise refused("too-many-sessions", most=full.most)
        raise refused("nearly-full" if kept else "sessions-full")

    def _is_new(self, player: Player) -> bool:
        """Return whether a player has nothing here to come back to: no seat, and no account that has
        played.
        """
        known = not player.guest and not self.lobby.members.of(player).profile.provisional
        return not known and not self.lobby.tables_of(player.id)

    def window_port(self, ssh_host: str) -> WindowPort:
        """Return a port for a window on the web, to be closed with its session."""
        return WindowPort(self.services, Player(WINDOW, ""), ssh_host, "program")

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
        return HostPort(self.services, player, ssh_host, by, zone)
