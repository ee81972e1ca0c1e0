"""What the lobby looks like: pictures for those who look at it, its talk, and the host's notices.

What many look at is made once for all of them; only tables that are something special to a
player are made for that player.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from msgspec import Struct

from server.accounts import Player
from server.chat import Reader, Talk
from server.house import House
from server.members import Member, Members
from server.presence import Presence
from server.table import Table
from tui.pictures import ChatLine, TableInfo
from tui.pictures import Lobby as Picture
from tui.port import Release

log = logging.getLogger(__name__)


class _Follower(Struct, eq=False):
    player: Player
    listener: Callable[[Picture], None]


class _Listed(Struct, frozen=True):
    """A table, and how it is listed to those it is nothing special to."""

    table: Table
    public: TableInfo

    def to(self, player: str) -> TableInfo:
        return self.table.info(player) if player in self.table.people else self.public


class Foyer:
    """`tables()` are those of the host, in the order they are listed."""

    def __init__(
        self, house: House, presence: Presence, members: Members, tables: Callable[[], Sequence[Table]]
    ) -> None:
        self.talk = Talk()
        self.notice = ""
        self.draining = False
        self._house = house
        self._presence = presence
        self._members = members
        self._tables = tables
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
        self._show(follower, self._listed())

        def release() -> None:
            if follower in self._followers:
                self._followers.remove(follower)

        return release

    def say(self, member: Member, text: str) -> None:
        """A clean line of talk."""
        line = ChatLine(member.player.name, text, self._house.clock(), "lobby")
        self.talk.add(member.player.id, line)
        self.publish_soon()

    def drain(self, on: bool) -> None:
        """No new games from now on; running ones finish."""
        self.draining = on
        self.publish_soon()

    def publish_soon(self) -> None:
        """Many changes at once make one picture."""
        if self._followers and self._publishing is None:
            self._publishing = self._house.timer(self._house.quiet, self._publish)

    def _publish(self) -> None:
        self._publishing = None
        listed = self._listed()
        for follower in tuple(self._followers):
            self._show(follower, listed)

    def _listed(self) -> list[_Listed]:
        return [_Listed(table, table.public) for table in self._tables()]

    def _show(self, follower: _Follower, listed: Sequence[_Listed]) -> None:
        """One picture; what a listener raises is logged and nobody else's."""
        try:
            follower.listener(self._picture(follower.player, listed))
        except Exception:
            log.exception("a listener of the lobby failed")

    def _picture(self, player: Player, listed: Sequence[_Listed]) -> Picture:
        member = self._members.of(player)
        tables = (
            one.to(player.id) for one in listed if not one.public.private or one.table.is_known_to(player.id)
        )
        return Picture(
            you=member.player.name,
            people=self._presence.names,
            tables=tuple(tables),
            chat=self.talk.lines(Reader(member.profile.ignored)),
            finished=member.finished,
            notice=self.notice,
            draining=self.draining,
        )
