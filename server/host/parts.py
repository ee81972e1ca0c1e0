"""The parts of a host, each made once from those above it, so that nothing has to be handed in later."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import cast
from weakref import WeakValueDictionary

from engine.game import Ask
from server.analysis.claims import AnalysisClaims
from server.analysis.courses.casts import Casts
from server.analysis.courses.curves import Curves
from server.analysis.courses.store import EndedGames
from server.analysis.courses.trophies import TrophyDesk
from server.analysis.desk import AnalysisDesk
from server.bots.bot_runner import BotRunner
from server.bots.odds import OddsService
from server.bots.standing_answers import StandingAnswerRunner
from server.budget.fair_order import Asker
from server.cluster.limits import ActionLimit, SharedLimit
from server.host.account_removal import AccountRemoval
from server.host.bans import Bans
from server.host.calendar_desk import CalendarDesk
from server.host.cup_desk import CupDesk
from server.host.deal_desk import DealDesk
from server.host.dependencies import HostDependencies
from server.host.moderation import Moderation
from server.host.provisional_accounts import ProvisionalAccounts
from server.host.signalled import SignalDesk
from server.host.vacations import Vacations
from server.identity.authenticator import Authenticator
from server.identity.name_registry import NameRegistry
from server.lobby.completion import LatelyRead
from server.lobby.lobby import Lobby
from server.lobby.presence import Presence
from server.lobby.reminders import Reminders
from server.lobby.searches import Searches
from server.lobby.table_registry import TableRegistry
from server.log.table_state import TableState
from server.notices.confirmation import CountCode, NoticeDesk
from server.notices.letters import Letters
from server.notices.notes import NoteDesk
from server.notices.scheduler import NoticeScheduler
from server.settings.address import ssh_host
from server.settings.current_limits import PlayerBuckets
from server.settings.timeouts import DAY
from server.table.changes import EVERYTHING
from server.table.snapshots import reaction_ends
from server.table.table import Table
from tui.host.history import HistoryGame
from tui.host.notice_events import UNKNOWN_HOST
from tui.host.refusals import ANALYSES, NOTICE_CODES, GoneCode, Limit, LimitCode


def notice_scheduler(dependencies: HostDependencies, lobby: Lobby, bans: Bans) -> NoticeScheduler:
    """Return what tells players who are away of turns, and of what else they want to know."""
    letters = Letters(
        lobby,
        services=dependencies.notice_services,
        settings=dependencies.notice_settings,
        sender=dependencies.sender,
        ban_of=bans.of_player,
        web=dependencies.web,
        pause=dependencies.pause,
        zone=dependencies.zone,
    )
    here = ssh_host(dependencies.public) if dependencies.public else UNKNOWN_HOST
    return NoticeScheduler(lobby, letters, dependencies.notice_settings, here, dependencies.web)


def notice_desk(dependencies: HostDependencies, presence: Presence, tries: SharedLimit) -> NoticeDesk:
    """Return what players choose their recipients at; `tries` limits the codes that they type."""
    settings = dependencies.notice_settings
    return NoticeDesk(
        services=dependencies.notice_services,
        store=dependencies.stores.notices,
        sender=dependencies.sender,
        clock=dependencies.clock,
        secret=dependencies.secret,
        valid=settings.code,
        count_code=_code_limit(dependencies, presence),
        tries=tries,
    )


def _code_limit(dependencies: HostDependencies, presence: Presence) -> CountCode:
    """Return what counts codes: by who asks, by the address that they come from, and by the place that a code
    goes to. One address gets half of the codes to a place: it cannot use up those of the place's owner.
    """
    settings = dependencies.notice_settings

    def limit(what: str, most: int) -> ActionLimit:
        windows, refused = dependencies.nodes.windows, dependencies.metrics.refused
        return ActionLimit(windows, what, lambda: most, DAY, "too-many-codes", refused)

    own = limit("notice codes of a player", settings.codes_a_day)
    of_address = limit("notice codes of an address", settings.codes_a_day_per_address)
    to_place = limit("notice codes of a recipient", settings.codes_a_day)
    half = limit("notice codes of an address to a recipient", (settings.codes_a_day + 1) // 2)

    async def count(player: str, place: str, now: float) -> None:
        address = presence.address_of_asker(player)
        shared = (of_address.window(address), half.window(f"{address} {place}")) if address else ()
        await own.count_in((*shared, own.window(player), to_place.window(place)), now)

    return count


class RequestLimits:
    """The limits of a lobby's players, over all nodes, as the configuration says them at the moment."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self.accounts = self._most("accounts", "accounts_per_address", DAY, "too-many-accounts")
        """New accounts of an address."""
        self.guest_analyses = self.of(ANALYSES, "analyses_of_guests")

    def of(self, one: Limit, setting: str = "") -> SharedLimit:
        """Return what counts how often one player, and all players of an address together, do something."""
        own = self._most(one.what, setting or one.setting, one.seconds, one.code)
        of_all = self._most(one.what, f"{one.setting}_per_address", one.seconds, one.code)
        return SharedLimit(own, of_all, self._lobby.presence.address_of_asker)

    def _most(self, what: str, setting: str, seconds: float, code: LimitCode) -> ActionLimit:
        dependencies = self._lobby.dependencies
        windows, limits = dependencies.nodes.windows, dependencies.limits
        tell = dependencies.metrics.refused
        return ActionLimit(windows, what, lambda: getattr(limits.now, setting), seconds, code, tell)


class HostParts:
    """What a host consists of; the ports of all sessions share it."""

    def __init__(self, dependencies: HostDependencies) -> None:
        clock, pause, secret = dependencies.clock, dependencies.pause, dependencies.secret
        stores, courses, nodes = dependencies.stores, dependencies.courses, dependencies.nodes
        workers, metrics, acts_for = dependencies.workers, dependencies.metrics, nodes.duties.acts_for
        self.dependencies, self.stores = dependencies, stores

        # Tables, and games that are looked at again
        registry = TableRegistry()
        find = registry.find
        self.games = EndedGames(dependencies.journal, courses, dependencies.games, metrics)
        self.casts = Casts(courses)
        self.curves = Curves(dependencies, courses, acts_for=acts_for, find=find, pause=pause)
        self.trophies = TrophyDesk(dependencies, courses, acts_for=acts_for, find=find, pause=pause)
        self.bans = Bans(stores.bans, clock, dependencies.address_days)
        self.lobby = lobby = Lobby(dependencies, registry, self.curves, self.trophies, self.bans.is_banned)
        self.limits = limits = RequestLimits(lobby)
        self.request_buckets = PlayerBuckets(dependencies.limits, clock, lobby.presence.share_here)
        """The rate limit of each player's API requests."""
        self.ended = LatelyRead[tuple[HistoryGame, ...]](clock)
        """What has ended lately, as guests are shown it."""
        self.searches = Searches(lobby)
        self.vacations = Vacations(lobby)
        self.seat_codes: dict[tuple[str, str], str] = {}
        """The codes that were shown, by ids of table and player."""
        self.rematches: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held while a table is opened for the players of an ended game, by its id."""

        # What players are told
        self.notices = notice_scheduler(dependencies, lobby, self.bans)
        self.recipients = notice_desk(dependencies, lobby.presence, limits.of(NOTICE_CODES))
        self.notes = NoteDesk(lobby, self.notices.note_given)
        self.reminders = Reminders(dependencies, self.notes.give_soon, self.notices.remind)

        # Who may play
        self.signals = SignalDesk(lobby, self.bans, dependencies.message, self.vacations.end)
        banned = self.signals.read_bans_everywhere
        self.moderation = Moderation(lobby, self.bans, banned, dependencies.kept)
        self.name_registry = NameRegistry(stores.accounts, nodes.names, clock, lobby.names)
        self.authenticator = _authenticator(dependencies, self.name_registry, limits.accounts)

        # Cups, and deals that several tables play
        self.cups = CupDesk(lobby, self.notes.give_soon, self.trophies.round_over)
        self.calendar = CalendarDesk(self.cups, lobby, self.notes.give, self.bans.is_banned)
        self.deals = DealDesk(lobby, workers, self.trophies.deal_measured, self.cups.is_round_open)
        self.removal = AccountRemoval(lobby, self.moderation, self.bans, dissolved=self.cups.reread_of)
        self.provisional_accounts = ProvisionalAccounts(lobby, self.removal, self.bans)

        # Who answers and works things out
        self.bots = BotRunner(
            workers=workers, timing=dependencies.bots, pause=pause, seed=secret, acts_for=acts_for,
            asker_of=partial(_asker, lobby.presence),
        )  # fmt: skip
        self.standing_answers = StandingAnswerRunner(
            waits=partial(_waits, lobby), pause=pause, secret=secret, acts_for=acts_for
        )
        self.odds = OddsService(workers, clock, lobby.listeners, metrics.refused)
        self.analyses = _analyses(dependencies)
        self._listen()

    def _listen(self) -> None:
        """Tell the parts what concerns them: of tables that change, and of what other nodes have done."""
        listen, hear = self.lobby.listeners.add, self.signals.follow
        listen(self.reminders.table_changed, "stage")
        listen(self.curves.table_changed, "turn", "stage", "around")
        listen(self.trophies.table_changed, "stage")
        listen(self.bots.table_changed, "bots", "duties")
        listen(self.standing_answers.table_changed, "answers", "duties")
        listen(self.vacations.table_changed, "stage")
        listen(self.cups.table_changed, "stage")
        if self.dependencies.notice_services:
            listen(self.notices.table_changed, *EVERYTHING)
            listen(self.notices.note_changes, "seats", "stage")
        hear("notes", lambda signal: self.notes.look_soon(signal.about))
        hear("cups", lambda signal: self.cups.heard(signal.about, again=signal.text == "again"))
        hear("bans", lambda _: self.cups.look_soon())
        hear("calendar", lambda _: self.calendar.look_soon())
        hear("gone", lambda signal: self.removal.dissolve(signal.about, cast("GoneCode", signal.text)))
        self.signals.follow_later("moderation", lambda signal: self.moderation.read_again(signal.about))


def _authenticator(
    dependencies: HostDependencies, names: NameRegistry, new_accounts: ActionLimit
) -> Authenticator:
    return Authenticator(
        dependencies.stores.accounts,
        names,
        dependencies.clock,
        dependencies.new_id,
        dependencies.pick,
        new_accounts,
        login_names=dependencies.login_names,
    )


def _analyses(dependencies: HostDependencies) -> AnalysisDesk:
    nodes, limits = dependencies.nodes, dependencies.limits
    return AnalysisDesk(
        dependencies.stores.analyses,
        dependencies.analysts,
        lambda: max(1, nodes.part().of(limits.now.analyses_waiting)),
        dependencies.metrics,
        AnalysisClaims(nodes.shares, dependencies.timer, nodes.name),
        workers=dependencies.analysis_workers,
        nice=dependencies.analysis_nice,
    )


def _waits(lobby: Lobby, state: TableState, ask: Ask) -> bool:
    """Return whether the seat's player is away, so that its deadline answers the ask."""
    away = lobby.presence.away_since(state.holders[ask.seat - 1].who) is not None
    return away and reaction_ends(state, ask, lobby.projection) is not None


def _asker(presence: Presence, table: Table) -> Asker:
    """Return for whom the bots of a table think: the first of its players who is here, as far as one is."""
    here = (Asker(presence.address_of(player), player) for player in table.state.players)
    return next((one for one in here if one.address), Asker("", table.opening.owner))
