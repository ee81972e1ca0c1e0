"""Sends the lobby to everybody who follows it: its tables, its chat and the host's notices.

What all followers see alike is built once (`server.lobby.listing`).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from server.identity.accounts import Player
from server.identity.known_players import KnownPlayer, KnownPlayers
from server.lobby.dependencies import LobbyDependencies
from server.lobby.listing import TableInfoCache
from server.lobby.presence import Presence
from server.nodes.talk import LOBBY, SpokenLine
from server.table.chat import ChatHistory, ChatReader
from server.table.table import Table
from tui.host.pictures import ChatLine, LobbySnapshot
from tui.host.port import Release
from tui.host.subscribers import Subscribers

CROWD = 25
"""Number of followers from which on snapshots are sent less often, so that they cost the host no more."""


class _LobbyFollower(Struct, frozen=True, eq=False):
    """One session that follows the lobby; a player may have several."""

    player: Player


class LobbyBroadcaster:
    """Sends snapshots of the lobby. The owner of the tables lists them in `listed` and notes which of them
    changed.
    """

    def __init__(self, dependencies: LobbyDependencies, presence: Presence, members: KnownPlayers) -> None:
        self.listed = TableInfoCache()
        self.talk = ChatHistory()
        self.notice = ""
        self.draining = False
        self.moving = False
        """While this node moves its players to others, tables are opened there."""
        self._dependencies = dependencies
        self._presence = presence
        self._members = members
        self._subscribers: Subscribers[_LobbyFollower, LobbySnapshot] = Subscribers("the lobby")
        self._publishing: Release | None = None

    def close(self) -> None:
        """Send nothing any more."""
        if self._publishing:
            self._publishing()
        self._subscribers.clear()

    def follow(self, player: Player, listener: Callable[[LobbySnapshot], None]) -> Release:
        """Send snapshots of the lobby as `player` sees it, now and after changes."""
        new = _LobbyFollower(player)
        release = self._subscribers.add(new, listener)
        self._subscribers.publish_to(lambda follower: follower is new, self._pictures())
        return release

    def look(self, player: Player, table: Table) -> LobbySnapshot:
        """Return a snapshot with one table and the host's notices only."""
        you, info = self._members.of(player).player.name, table.info(player.id)
        return LobbySnapshot(you, (), (info,), notice=self.notice, draining=self.draining)

    def say(self, member: KnownPlayer, text: str) -> None:
        """Add a chat line, which must be clean."""
        line = ChatLine(member.player.name, text, self._dependencies.clock(), "lobby")
        self._dependencies.nodes.talk.say(SpokenLine(LOBBY, member.player.id, line))
        self.hear(member.player.id, line)

    def hear(self, who: str, line: ChatLine) -> None:
        """Add a line that was said on another node."""
        self.talk.add(who, line)
        self.publish_soon()

    def drain(self, on: bool) -> None:
        """Refuse new games from now on, or allow them again; running games go on."""
        self.draining = on
        self.publish_soon()

    def publish_soon(self) -> None:
        """Schedule one snapshot for all changes made shortly after each other."""
        if self._subscribers and self._publishing is None:
            quiet = self._dependencies.publish_interval * max(1.0, len(self._subscribers) / CROWD)
            self._publishing = self._dependencies.timer(quiet, self._publish)

    def _publish(self) -> None:
        self._publishing = None
        self._subscribers.publish(self._pictures())

    def _pictures(self) -> Callable[[_LobbyFollower], LobbySnapshot]:
        """Return the function that builds each follower's snapshot of the lobby as it is now. What all
        followers see is built once.
        """
        people = self._presence.names

        def picture(follower: _LobbyFollower) -> LobbySnapshot:
            member = self._members.of(follower.player)
            return LobbySnapshot(
                you=member.player.name,
                people=people,
                tables=self.listed.to(follower.player.id),
                chat=self.talk.lines(ChatReader(member.profile.ignored)),
                finished=member.finished,
                notice=self.notice,
                draining=self.draining,
            )

        return picture
