"""Who follows a table, and what each of them is shown of it: pictures, past, talk.

One failing follower harms nobody else. What may be shown is `server.table.snapshots`' business, what is
true of the table `server.table.table`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct

from server.log.table_state import TableState
from server.table import snapshots
from server.table.chat import ChatHistory, ChatReader
from server.table.snapshots import ProjectionContext
from tui.host.pictures import ChatLine, TableInfo, TableSnapshot
from tui.host.port import Release
from tui.host.subscribers import Subscribers

REMEMBERED = 500
"""Events kept for whoever comes back: more than a screen's log shows."""


class _Follower(Struct, eq=False):
    player: str
    greeted: bool = False
    """Has had its first picture, the one with the past."""


class Audience:
    """The followers of one table."""

    def __init__(self, table: str, projection: ProjectionContext) -> None:
        self.talk = ChatHistory()
        self._projection = projection
        self._followers: Subscribers[_Follower, TableSnapshot] = Subscribers(f"table {table}")
        self._events: list[Any] = []
        self._public: TableInfo | None = None
        self._people: frozenset[str] | None = None

    @property
    def players(self) -> frozenset[str]:
        """Those who look on, seated or not."""
        return frozenset(follower.player for follower in self._followers)

    def add(self, player: str, listener: Callable[[TableSnapshot], None]) -> Release:
        """Somebody follows from the next picture on."""
        return self._followers.add(_Follower(player), listener)

    def clear(self) -> None:
        """Nobody follows any more."""
        self._followers.clear()

    def remember(self, events: Sequence[Any], *, afresh: bool = False) -> None:
        """What happened, for those who come later; `afresh`: and nothing before it."""
        self._events = [*([] if afresh else self._events), *events][-REMEMBERED:]

    def say(self, state: TableState, player: str, name: str, text: str, now: float) -> None:
        """A line of somebody with or without a seat."""
        place: Literal["table", "watchers"] = "table" if state.seat_of(player) else "watchers"
        self.talk.add(player, ChatLine(name, text, now, place))

    def public(self, state: TableState) -> TableInfo:
        """The table as the lobby lists it to all it is nothing special to."""
        if self._public is None:
            watching = sum(state.seat_of(follower) is None for follower in self.players)
            self._public = snapshots.table_info(state, watching, self._projection)
        return self._public

    def people(self, state: TableState) -> frozenset[str]:
        """Those it is something special to."""
        if self._people is None:
            self._people = state.people | {state.owner}
        return self._people

    def info(self, state: TableState, player: str) -> TableInfo:
        """The table as the lobby lists it to a player."""
        public = self.public(state)
        return (
            snapshots.personal_info(public, state, player, self._projection)
            if player in self.people(state)
            else public
        )

    def changed(self) -> None:
        """What the lobby lists is out of date."""
        self._public = self._people = None

    def show(self, state: TableState, events: Sequence[Any], only: str | None = None) -> None:
        """One picture to each follower, or to one player's alone. What a follower raises is logged
        and nobody else's.
        """

        def picture(follower: _Follower) -> TableSnapshot:
            return self._picture(state, follower, events)

        if only is None:
            self._followers.publish(picture)
        else:
            self._followers.publish_to(lambda follower: follower.player == only, picture)

    def _picture(self, state: TableState, follower: _Follower, events: Sequence[Any]) -> TableSnapshot:
        past = () if follower.greeted else self._events[: len(self._events) - len(events)]
        follower.greeted = True
        player = follower.player
        seat = state.seat_of(player)
        picture = snapshots.table_snapshot(state, seat, self.info(state, player), events, past)
        return snapshots.add_surroundings(
            picture, state, self.talk.lines(self._reader(state, player)), self._projection
        )

    def _reader(self, state: TableState, player: str) -> ChatReader:
        game = state.playthrough.game if state.playthrough else None
        secret = state.stage == "running" and game is not None and game.secrets
        return ChatReader(self._projection.ignored(player), secret and state.seat_of(player) is not None)
