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

    def __init__(self, means: HostDependencies) -> None:
        self._means = means
        self.accounts = means.accounts
        self.bans = Bans(means.bans, means.clock, means.address_days)
        self.bots = Bots(means.workers, means.bots, means.pause, means.secret)
        self.lobby = Lobby(
            LobbyEnvironment(
                means.games, means.journal, means.clock, means.new_id, means.pick, means.secret,
                self._attend, means.limits, means.patience, means.timer, means.vigil,
            )
        )  # fmt: skip
        self.answering = StandingAnswers(self._waits, means.pause, means.secret)
        self._naming = NameRegistry(means.accounts, means.clock, lambda: self.lobby.names)
        self._door = Authenticator(means.accounts, self._naming, means.clock, means.new_id, means.pick)
        desk = AccountService(means.accounts, self._naming, self.lobby, means.secret)
        talk = RateLimit(*TALK, "too-many-lines")
        self._doors = PortServices(
            self.lobby, Tables(self.lobby), desk, talk, OddsService(means.workers, means.clock)
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
        await self._means.journal.close()

    def _attend(self, table: Table) -> None:
        """Has what a table asks answered by whoever answers without a key being pressed."""
        self.bots.attend(table)
        self.answering.attend(table)

    def _waits(self, state: TableState, ask: Ask) -> bool:
        """Whether nobody is at a seat, and its time will answer for it."""
        away = self.lobby.presence.away_since(state.holders[ask.seat - 1].who) is not None
        return away and reaction_ends(state, ask, self.lobby.sight) is not None

    async def admit(self, fingerprint: str | None, suggestion: str) -> Player:
        """Who comes with a proven key, or as a guest (None)."""
        player = await self._door.admit(fingerprint, suggestion)
        if self.lobby.members.find(player.id) is None:
            profile = await self._means.accounts.profile(player.id)
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

    def reception(self, make_screen: MakeScreen) -> SessionDependencies:
        """What sessions need."""
        means = self._means
        paces = Paces(means.limits.api_per_second, means.limits.api_burst, means.clock)
        return SessionDependencies(
            means.limits, means.games, self.enter, self.port, make_screen, paces, means.meter
        )
