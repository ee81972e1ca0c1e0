"""What the lobby looks like: pictures for those who look at it, its talk, and the host's notices.

What many look at is made once for all of them (`server.lobby.listing`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec import Struct

from server.identity.accounts import Player
from server.identity.members import Member, Members
from server.lobby.dependencies import LobbyDependencies
from server.lobby.listing import TableListing
from server.lobby.presence import Presence
from server.table.chat import ChatReader, Talk
from server.table.table import Table
from tui.host.pictures import ChatLine
from tui.host.pictures import Lobby as Picture
from tui.host.port import Release

log = logging.getLogger(__name__)


CROWD = 25
"""So many people may look until pictures come less often: all of them cost the host the same then."""


class _Follower(Struct, eq=False):
    player: Player
    listener: Callable[[Picture], None]


def _nobody(_: object) -> None:
    """Follows no more: whoever did often keeps the release, and would be kept by it."""


class LobbyBroadcaster:
    """Whoever keeps the host's tables says in `listed` which there are, and which of them changed."""

    def __init__(self, dependencies: LobbyDependencies, presence: Presence, members: Members) -> None:
        self.listed = TableListing()
        self.talk = Talk()
        self.notice = ""
        self.draining = False
        self._dependencies = dependencies
        self._presence = presence
        self._members = members
        self._followers: list[_Follower] = []
        self._publishing: Release | None = None

    def close(self) -> None:
        """Shows nothing any more."""
        if self._publishing:
            self._publishing()
        self._followers.clear()

    def follow(self, player: Player, listener: Callable[[Picture], None]) -> Release:
        """Pictures of the lobby as `player` sees it, at once and after changes."""
        follower = _Follower(player, listener)
        self._followers.append(follower)
        self._show(follower, self._presence.names)

        def release() -> None:
            follower.listener = _nobody
            if follower in self._followers:
                self._followers.remove(follower)

        return release

    def look(self, player: Player, table: Table) -> Picture:
        """A picture with nothing but one table and what the host says."""
        you, info = self._members.of(player).player.name, table.info(player.id)
        return Picture(you, (), (info,), notice=self.notice, draining=self.draining)

    def say(self, member: Member, text: str) -> None:
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
        if self._followers and self._publishing is None:
            quiet = self._dependencies.publish_interval * max(1.0, len(self._followers) / CROWD)
            self._publishing = self._dependencies.timer(quiet, self._publish)

    def _publish(self) -> None:
        self._publishing = None
        people = self._presence.names
        for follower in tuple(self._followers):
            self._show(follower, people)

    def _show(self, follower: _Follower, people: tuple[str, ...]) -> None:
        """One picture; what a listener raises is logged and nobody else's."""
        try:
            follower.listener(self._picture(follower.player, people))
        except Exception:
            log.exception("a listener of the lobby failed")

    def _picture(self, player: Player, people: tuple[str, ...]) -> Picture:
        member = self._members.of(player)
        return Picture(
            you=member.player.name,
            people=people,
            tables=self.listed.to(player.id),
            chat=self.talk.lines(ChatReader(member.profile.ignored)),
            finished=member.finished,
            notice=self.notice,
            draining=self.draining,
        )
