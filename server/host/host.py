"""A whole host without its doors: lobby, bots and accounts on the means it is given.

Starts no thread, reads no clock and draws nothing by itself, so that a host can run in a simulation. Its
doors are `server.sessions.listener` and `server.cli.play`; the real means are `server.cli.serve`'s.
"""

from __future__ import annotations

from engine.game import Ask
from server.bots.bots import Bots
from server.bots.odds import OddsService
from server.bots.standing_answers import StandingAnswers
from server.host.account_service import AccountService
from server.host.host_dependencies import HostDependencies
from server.host.port import HostPort, PortServices
from server.host.session_dependencies import SessionDependencies
from server.identity.accounts import Player
from server.identity.authenticator import Authenticator
from server.identity.bans import Bans
from server.identity.name_registry import NameRegistry
from server.lobby.environment import LobbyEnvironment
from server.lobby.lobby import Lobby
from server.lobby.tables import Tables
from server.log.table_state import TableState
from server.settings.pace import Paces
from server.settings.rate import RateLimit
from server.table.snapshots import reaction_ends
from server.table.table import Table
from tui.host.port import Release
from tui.host.session import MakeScreen

TALK = (5, 10.0)
"""Lines that somebody may say, and in how many seconds."""


class Host:
    """Open it, hand its parts to doors, close it after them."""

    def __init__(self, dependencies: HostDependencies) -> None:
        self._dependencies = dependencies
        self.accounts = dependencies.accounts
        self.bans = Bans(dependencies.bans, dependencies.clock, dependencies.address_days)
        self.bots = Bots(dependencies.workers, dependencies.bots, dependencies.pause, dependencies.secret)
        self.lobby = Lobby(
            LobbyEnvironment(
                dependencies.games,
                dependencies.journal,
                dependencies.clock,
                dependencies.new_id,
                dependencies.pick,
                dependencies.secret,
                self._attend,
                dependencies.limits,
                dependencies.patience,
                dependencies.timer,
                dependencies.outages,
            )
        )
        self.answering = StandingAnswers(self._waits, dependencies.pause, dependencies.secret)
        self._naming = NameRegistry(dependencies.accounts, dependencies.clock, lambda: self.lobby.names)
        self._door = Authenticator(
            dependencies.accounts, self._naming, dependencies.clock, dependencies.new_id, dependencies.pick
        )
        desk = AccountService(dependencies.accounts, self._naming, self.lobby, dependencies.secret)
        talk = RateLimit(*TALK, "too-many-lines")
        self._doors = PortServices(
            self.lobby, Tables(self.lobby), desk, talk, OddsService(dependencies.workers, dependencies.clock)
        )

    async def open(self) -> None:
        """Takes up bans and the tables of the journal."""
        await self.bans.open()
        await self.lobby.restore()

    async def close(self) -> None:
        """Stops bots and tables and closes the journal."""
        await self.bots.close()
        await self.answering.close()
        await self.lobby.close()
        await self._dependencies.journal.close()

    def _attend(self, table: Table) -> None:
        """Has what a table asks answered by whoever answers without a key being pressed."""
        self.bots.attend(table)
        self.answering.attend(table)

    def _waits(self, state: TableState, ask: Ask) -> bool:
        """Whether nobody is at a seat, and its time will answer for it."""
        away = self.lobby.presence.away_since(state.holders[ask.seat - 1].who) is not None
        return away and reaction_ends(state, ask, self.lobby.projection) is not None

    async def admit(self, fingerprint: str | None, suggestion: str) -> Player:
        """Who comes with a proven key, or as a guest (None)."""
        player = await self._door.admit(fingerprint, suggestion)
        if self.lobby.members.find(player.id) is None:
            profile = await self._dependencies.accounts.profile(player.id)
            self.lobby.members.meet(player, profile, await self.lobby.load_finished(player.id))
        return player

    def enter(self, player: Player) -> Release:
        """A session of `player` begins; what is returned ends it. Raises Refused for the banned."""
        self.bans.check(player.id)
        release = self.lobby.enter(player)
        self._naming.settle(player.name)
        return release

    def port(self, player: Player) -> HostPort:
        """A session's door for `player`, to be closed with the session. Raises Refused for the banned."""
        self.bans.check(player.id)
        return HostPort(self._doors, player)

    def dependencies(self, make_screen: MakeScreen) -> SessionDependencies:
        """What sessions need."""
        dependencies = self._dependencies
        paces = Paces(dependencies.limits.api_per_second, dependencies.limits.api_burst, dependencies.clock)
        return SessionDependencies(
            dependencies.limits,
            dependencies.games,
            self.enter,
            self.port,
            make_screen,
            paces,
            dependencies.meter,
        )
