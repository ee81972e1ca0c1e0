"""A session's port to the host: `tui.host.port.Port` for one player, with access to nothing of others."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_

from msgspec.structs import replace

from server.cluster.talk import SpokenLine
from server.host.parts import HostParts
from server.host.requests.account_requests import AccountRequests
from server.host.requests.export import ExportRequests
from server.host.requests.moderation_requests import ModerationRequests
from server.host.requests.player_requests import SeatRequests
from server.host.requests.recovery_requests import RecoveryRequests
from server.host.requests.replay_requests import ReplayRequests
from server.host.requests.table_requests import readable
from server.host.requests.today_requests import TodayRequests
from server.identity.accounts import Player, Profile
from server.lobby.opening import game_called
from server.lobby.rating_desk import lobby_without_ratings, table_without_ratings
from server.log.entries import By
from server.table.chat import clean_line
from tui.host.dice import DiceCounts
from tui.host.game_analysis import AnalysisNews
from tui.host.pictures import Account, FinishedGame, LobbySnapshot, SeatNews, TableSnapshot
from tui.host.port import Release
from tui.host.ratings import Ladder, LadderName
from tui.host.refusals import CHAT
from tui.host.session_scope import SessionScope
from tui.host.table_search import FIRST_PAGE, FoundTables, TableSearch


class HostPort(
    AccountRequests,
    ReplayRequests,
    TodayRequests,
    ExportRequests,
    ModerationRequests,
    RecoveryRequests,
    SeatRequests,
):
    """All requests of one player, and what the player is shown."""

    def __init__(
        self, services: HostParts, player: Player, ssh_host: str, by: By = "player", zone: str = ""
    ) -> None:
        super().__init__(services, player, by, zone)
        self.ssh_host = ssh_host
        self.web = services.dependencies.web
        self._scope = SessionScope()
        self._known_as: tuple[tuple[Player, Profile, tuple[FinishedGame, ...], bool], Account] | None = None
        """The account as the player was shown it last, behind what it was made of."""

    def close(self) -> None:
        """End everything that this session follows, even if its screen did not."""
        self._scope.close()

    def follow_lobby(
        self, listener: Callable[[LobbySnapshot], None], search: TableSearch = FIRST_PAGE
    ) -> Release:
        def shown(lobby: LobbySnapshot) -> None:
            listener(lobby_without_ratings(lobby) if self._hides_ratings else lobby)

        return self._scope.keep(self._lobby.broadcaster.follow(self._player, shown, search))

    def find_tables(self, search: TableSearch) -> FoundTables:
        return self._lobby.broadcaster.listed.find(self._id, search)

    def people(self) -> tuple[str, ...]:
        hides = self._lobby.hidden.hides
        return self._lobby.presence.first(None, lambda one: one != self._id and hides(one))

    def follow_table(self, table: str, listener: Callable[[TableSnapshot], None]) -> Release:
        def shown(snapshot: TableSnapshot) -> None:
            listener(table_without_ratings(snapshot) if self._hides_ratings else snapshot)

        at = self._at(table)
        release = at.follow(self._id, shown)
        look_away = self._lobby.presence.look_at(self._id, at.opening.id)

        def leave() -> None:
            release()
            look_away()

        return self._scope.keep(leave)

    def follow_seats(self, listener: Callable[[SeatNews], None]) -> Release:
        release = self._scope.keep(self._lobby.seat_news.follow(self._id, listener))
        self._services.notes.look_soon(self._id)
        return release

    async def analyse(self, table: str, listener: Callable[[AnalysisNews], None]) -> Release:
        return self._scope.keep(await super().analyse(table, listener))

    def home(self) -> str | None:
        return self._lobby.registry.home(self._id)

    def look(self, table: str) -> LobbySnapshot:
        return self._lobby.broadcaster.look(self._player, self._at(table))

    def account(self) -> Account:
        member, player = self._member, self._player
        moderates = player.id in self._services.moderation.standing.moderators
        known = (member.player, member.profile, member.finished, moderates)
        before = self._known_as
        if before and all(map(is_, known, before[0])):
            return before[1]
        account = replace(member.account(), moderator=moderates, refused=player.account_refused)
        if member.player.name == player.name:  # else they have chosen another one since they came
            account = replace(
                account, name_refused=player.name_refused, drawn=player.drawn, login_name=player.login_name
            )
        self._known_as = known, account
        return account

    async def ladder(self, game: str, *, programs: bool = False) -> Ladder:
        game_called(self._lobby.dependencies.games, game)
        facts = self._services.stores.accounts.facts
        of: LadderName = "programs" if programs else "people"
        return await readable(self._lobby.ratings.ladder(game, of, self._id, facts))

    async def dice_counts(self) -> DiceCounts:
        return await readable(self._lobby.dependencies.journal.dice_counts())

    async def say(self, table: str | None, text: str) -> None:
        member, line = self._me, clean_line(text)
        at = self._at(table) if table is not None else None
        self._check_talk()
        await self._services.limits.of(CHAT).count(self._id, self.now())
        if at is not None:
            said = at.say(self._id, member.player.name, line)
            self._lobby.nodes.talk.say(SpokenLine(at.opening.id, self._id, said))
            self._lobby.seat_news.said(at, self._id, member.player.name, line)
        else:
            self._lobby.broadcaster.say(member, line)
