"""A whole host without its doors: lobby, bots and accounts on the means it is given.

Starts no thread, reads no clock and draws nothing by itself, so that a host can run in a simulation. Its
doors are `server.sessions.listener` and `server.cli.play`; the real means are `server.cli.serve`'s.
"""

from __future__ import annotations

from engine.game import Ask
from server.bots.bot_runner import BotRunner
from server.bots.odds import OddsService
from server.bots.standing_answers import StandingAnswerRunner
from server.host.account_service import AccountService
from server.host.dependencies import HostDependencies
from server.host.port import HostPort, PortServices
from server.identity.accounts import Player
from server.identity.authenticator import Authenticator
from server.identity.bans import Bans
from server.identity.name_registry import NameRegistry
from server.lobby.lobby import Lobby
from server.lobby.table_service import TableService
from server.log.table_state import TableState
from server.settings.player_buckets import PlayerBuckets
from server.settings.rate import RateLimit
from server.table.snapshots import reaction_ends
from server.table.table import Table
from tui.host.port import Release
from tui.host.refusals import refused

CHAT_SECONDS = 10.0
"""The time in which a player may say so many lines."""
ACCOUNT_SECONDS = 86_400.0
"""The time in which an address may make so many accounts."""


class Host:
    """Open it, hand its parts to doors, close it after them."""

    def __init__(self, dependencies: HostDependencies) -> None:
        limits, clock, secret = dependencies.limits, dependencies.clock, dependencies.secret
        self.dependencies = dependencies
        self.admits_guests = True
        """Whether new guests get in; operators may refuse them."""
        self.accounts = dependencies.accounts
        self.bans = Bans(dependencies.bans, clock, dependencies.address_days)
        self.request_buckets = PlayerBuckets(limits.api_per_second, limits.api_burst, clock)
        """The rate limit of each player's API requests."""
        self.bots = BotRunner(
            workers=dependencies.workers, timing=dependencies.bots, pause=dependencies.pause, seed=secret
        )
        self.lobby = Lobby(dependencies, self._attend)
        self.standing_answers = StandingAnswerRunner(
            waits=self._waits, pause=dependencies.pause, secret=secret
        )
        self._name_registry = NameRegistry(dependencies.accounts, clock, lambda: self.lobby.names)
        self._authenticator = Authenticator(
            dependencies.accounts,
            self._name_registry,
            clock,
            dependencies.new_id,
            dependencies.pick,
            RateLimit(
                limits.accounts_per_address,
                ACCOUNT_SECONDS,
                "too-many-accounts",
                dependencies.metrics.refused,
            ),
        )
        self._services = PortServices(
            lobby=self.lobby,
            tables=TableService(self.lobby),
            accounts=AccountService(dependencies.accounts, self._name_registry, self.lobby),
            chat_limit=self.lobby.shared_limit(
                limits.chat_lines, limits.chat_lines_per_address, CHAT_SECONDS, "too-many-lines"
            ),
            odds=OddsService(dependencies.workers, clock),
        )

    async def open(self) -> None:
        """Takes up bans and the tables of the journal."""
        await self.bans.open()
        await self.lobby.restore()

    async def close(self) -> None:
        """Stops bots and tables and closes the journal."""
        await self.bots.close()
        await self.standing_answers.close()
        await self.lobby.close()
        await self.dependencies.journal.close()

    def _attend(self, table: Table) -> None:
        """Has what a table asks answered by whoever answers without a key being pressed."""
        self.bots.attend(table)
        self.standing_answers.attend(table)

    def _waits(self, state: TableState, ask: Ask) -> bool:
        """Whether nobody is at a seat, and its time will answer for it."""
        away = self.lobby.presence.away_since(state.holders[ask.seat - 1].who) is not None
        return away and reaction_ends(state, ask, self.lobby.projection) is not None

    async def admit(self, fingerprint: str | None, suggestion: str, address: str = "") -> Player:
        """Who comes with a proven key, or as a guest (None), from an address. Raises Refused where it would
        be a guest and none is admitted.
        """
        if fingerprint is None and not self.admits_guests:
            raise refused("no-guests")
        player = await self._authenticator.admit(fingerprint, suggestion, address)
        if player.guest and not self.admits_guests:
            self._name_registry.settle(player.name)
            raise refused("no-guests")
        if self.lobby.members.find(player.id) is None:
            profile = await self.dependencies.accounts.profile(player.id)
            self.lobby.members.meet(player, profile, await self.lobby.load_finished(player.id))
        return player

    def enter(self, player: Player, address: str = "") -> Release:
        """A session of `player` begins, from an address; the returned function ends it. Raises Refused for
        the banned, and where the host is nearly full for those who are new.
        """
        self.bans.check(player.id)
        limits = self.dependencies.limits
        kept = min(limits.sessions_kept, limits.sessions // 2)
        if self.lobby.presence.sessions >= limits.sessions - kept and self._is_new(player):
            raise refused("nearly-full")
        release = self.lobby.enter(player, address)
        self._name_registry.settle(player.name)
        return release

    def _is_new(self, player: Player) -> bool:
        """Whether nothing of a player's would wait here: no seat, no game that ended."""
        member = self.lobby.members.find(player.id)
        return not self.lobby.tables_of(player.id) and not (member and member.finished)

    def port(self, player: Player) -> HostPort:
        """A session's door for `player`, to be closed with the session. Raises Refused for the banned."""
        self.bans.check(player.id)
        return HostPort(self._services, player)
