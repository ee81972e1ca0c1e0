"""What the lobby looks like: pictures for those who look at it, its talk, and the host's notices.

What many look at is made once for all of them (`server.lobby.listing`).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from server.identity.accounts import Player
from server.identity.known_players import KnownPlayer, KnownPlayers
from server.lobby.dependencies import LobbyDependencies
from server.lobby.listing import TableInfoCache
from server.lobby.presence import Presence
from server.table.chat import ChatHistory, ChatReader
from server.table.table import Table
from tui.host.pictures import ChatLine
from tui.host.pictures import Lobby as Picture
from tui.host.port import Release
from tui.host.subscribers import Subscribers

CROWD = 25
"""So many people may look until pictures come less often: all of them cost the host the same then."""


class _Follower(Struct, frozen=True, eq=False):
    """One session that looks at the lobby; a player may have several."""

    player: Player


class LobbyBroadcaster:
    """Whoever keeps the host's tables says in `listed` which there are, and which of them changed."""

    def __init__(self, dependencies: LobbyDependencies, presence: Presence, members: KnownPlayers) -> None:
        self.listed = TableInfoCache()
        self.talk = ChatHistory()
        self.notice = ""
        self.draining = False
        self._dependencies = dependencies
        self._presence = presence
        self._members = members
        self._subscribers: Subscribers[_Follower, Picture] = Subscribers("the lobby")
        self._publishing: Release | None = None

    def close(self) -> None:
        """Shows nothing any more."""
        if self._publishing:
            self._publishing()
        self._subscribers.clear()

    def follow(self, player: Player, listener: Callable[[Picture], None]) -> Release:
        """Pictures of the lobby as `player` sees it, at once and after changes."""
        new = _Follower(player)
        release = self._subscribers.add(new, listener)
        self._subscribers.publish_to(lambda follower: follower is new, self._pictures())
        return release

    def look(self, player: Player, table: Table) -> Picture:
        """A picture with nothing but one table and what the host says."""
        you, info = self._members.of(player).player.name, table.info(player.id)
        return Picture(you, (), (info,), notice=self.notice, draining=self.draining)

    def say(self, member: KnownPlayer, text: str) -> None:
        """A clean line of talk."""
        line = ChatLine(member.player.name, text, self._dependencies.clock(), "lobby")
        self.talk.add(member.player.id, line)
        self.publish_soon()

    def drain(self, on: bool) -> None:
        """No new games from now on; running ones finish."""
        self.draining = on
        self.publish_soon()

    def publish_soon(self) -> None:
        """Many changes at once make one picture."""
        if self._subscribers and self._publishing is None:
            quiet = self._dependencies.publish_interval * max(1.0, len(self._subscribers) / CROWD)
            self._publishing = self._dependencies.timer(quiet, self._publish)

    def _publish(self) -> None:
        self._publishing = None
        self._subscribers.publish(self._pictures())

    def _pictures(self) -> Callable[[_Follower], Picture]:
        """Makes each follower's picture of the lobby as it is now; what all see is made once."""
        people = self._presence.names

        def picture(follower: _Follower) -> Picture:
            member = self._members.of(follower.player)
            return Picture(
                you=member.player.name,
                people=people,
                tables=self.listed.to(follower.player.id),
                chat=self.talk.lines(ChatReader(member.profile.ignored)),
                finished=member.finished,
                notice=self.notice,
                draining=self.draining,
            )

        return picture
