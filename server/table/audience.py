"""The followers of a table, and what each of them is sent: snapshots, past events, chat.

A follower that fails harms no other. What may be shown is left to `server.table.snapshots`, the table's state
to `server.table.table`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from server.identity.accounts import WINDOW
from server.log import table_state
from server.log.seating import SeatHolder
from server.log.table_options import deal_of
from server.log.table_state import TableState
from server.store.journal.subscribers import Subscribers
from server.table import snapshots
from server.table.chat import ChatHistory, ChatReader
from server.table.dependencies import Timer
from server.table.snapshots import ProjectionContext, Surroundings
from tui.host.pictures import ChatLine, SavingName, TableInfo, TableSnapshot
from tui.host.port import Release

REMEMBERED = 500
"""Events kept for followers who come later: more than the log of a screen shows. Earlier ones are in the
table's log (`server.table.folded_log`).
"""

SENT_TOGETHER = 15
"""Followers who are sent something in one turn of the event loop: some 2 ms of a core, with seats up to 8."""


class _TableFollower(Struct, eq=False):
    player: str
    greeted: bool = False
    """Has had the first snapshot, the one with past events."""


class _Show(Struct, eq=False):
    """A state with its events, and the followers who are still to be sent it."""

    state: TableState
    events: Sequence[Any]
    left: list[_TableFollower]


class Audience:
    """The followers of one table."""

    def __init__(self, table: str, projection: ProjectionContext, timer: Timer) -> None:
        self.talk = ChatHistory()
        self.saving: SavingName = ""
        """What the host's disk makes of the entry that is to be written."""
        self._projection, self._timer = projection, timer
        self._waiting: deque[_Show] = deque()
        """What is to be sent, in order; of the first, some followers may have it."""
        self._followers: Subscribers[_TableFollower, TableSnapshot] = Subscribers(f"table {table}")
        self._events: list[Any] = []
        self._forgotten = False
        """True if there were events before them."""
        self._public: TableInfo | None = None
        self._surroundings: tuple[TableState, Surroundings] | None = None
        """What surrounds the table, behind its state."""
        self._people: tuple[tuple[SeatHolder, ...], frozenset[str]] = ((), frozenset())
        """Who is shown more of the table, behind the seats that this was worked out from."""
        self._unnamed: tuple[tuple[SeatHolder, ...], frozenset[str]] | None = None
        """Those at the table whose names strangers are not told, behind the seats."""

    @property
    def players(self) -> frozenset[str]:
        """The ids of all followers, with or without a seat."""
        return frozenset(follower.player for follower in self._followers)

    def add(self, player: str, listener: Callable[[TableSnapshot], None]) -> Release:
        """Add a follower, who gets the next snapshot."""
        return self._followers.add(_TableFollower(player), listener)

    def clear(self) -> None:
        """Remove all followers."""
        self._waiting.clear()
        self._followers.clear()

    def remember(self, events: Sequence[Any], *, afresh: bool = False) -> None:
        """Keep events for followers who come later; `afresh`: forget all events before them."""
        known = [*([] if afresh else self._events), *events]
        self._forgotten = (self._forgotten and not afresh) or len(known) > REMEMBERED
        self._events = known[-REMEMBERED:]

    def say(self, state: TableState, player: str, line: ChatLine) -> ChatLine:
        """Add a chat line of a player with or without a seat, and return it."""
        line = replace(line, place="table" if state.seat_of(player) else "watchers")
        self.talk.add(player, line)
        return line

    def heard(self, state: TableState, player: str) -> Sequence[tuple[str, ChatLine]]:
        """Return the chat lines that a player may read, oldest first, each with the account that wrote it."""
        return self.talk.heard(self._reader(state, player))

    def may_read(self, state: TableState, reader: str, speaker: str) -> bool:
        """Return whether a player may read what another says now."""
        place = "table" if state.seat_of(speaker) else "watchers"
        return self._reader(state, reader).reads(speaker, place)

    def watching(self, state: TableState) -> int:
        """Return how many of the followers have no seat."""
        return sum(state.seat_of(one) is None and one != WINDOW for one in self.players)

    def public(self, state: TableState) -> TableInfo:
        """Return the table as the lobby lists it to players who are not in `people`."""
        if self._public is None:
            watching, unnamed = self.watching(state), self._unnamed_at(state)
            self._public = snapshots.table_info(state, watching, unnamed, self._projection)
        return self._public

    def people(self, state: TableState) -> frozenset[str]:
        """Return the ids of the players who are shown more of the table than others."""
        if self._people[0] is not state.holders:
            self._people = state.holders, state.people | {state.owner}
        return self._people[1]

    def is_named(self, state: TableState, player: str, reader: str) -> bool:
        """Return whether somebody may be told that a player sits at the table, if they do."""
        return reader in self.people(state) or player not in self._unnamed_at(state)

    def info(self, state: TableState, player: str) -> TableInfo:
        """Return the table as the lobby lists it to a player."""
        public = self.public(state)
        return (
            snapshots.personal_info(public, state, player, self._projection)
            if player in self.people(state)
            else public
        )

    def changed(self) -> None:
        """Forget how the lobby lists the table."""
        self._public = self._surroundings = None

    def names_changed(self) -> None:
        """Look again whose names strangers are told."""
        self._unnamed = None

    def show(self, state: TableState, events: Sequence[Any], only: str | None = None) -> None:
        """Send a snapshot to each follower, or to one player only: at once to SENT_TOGETHER of them, those
        with a seat first, and to the others in later turns of the event loop. An error that a follower raises
        is logged and harms no other.
        """
        self._send(state, events, [one for one in self._followers if only in {None, one.player}])

    def greet(self, state: TableState) -> None:
        """Send a first snapshot to each follower that has had none."""
        self._send(state, (), [one for one in self._followers if not one.greeted])

    def _send(self, state: TableState, events: Sequence[Any], left: list[_TableFollower]) -> None:
        if len(left) > SENT_TOGETHER:
            left.sort(key=lambda one: state.seat_of(one.player) is None)
        self._waiting.append(_Show(state, events, left))
        if len(self._waiting) == 1:
            self._show_some()

    def _show_some(self) -> None:
        show = self._waiting[0]
        now, show.left = set(show.left[:SENT_TOGETHER]), show.left[SENT_TOGETHER:]
        self._followers.publish_to(now.__contains__, partial(self._picture, show.state, show.events))
        if self._waiting and not show.left:
            self._waiting.popleft()
        if self._waiting:
            self._timer(0.0, self._show_next)

    def _show_next(self) -> None:
        if self._waiting:
            self._show_some()

    def _picture(self, state: TableState, events: Sequence[Any], follower: _TableFollower) -> TableSnapshot:
        past = () if follower.greeted else self._events[: len(self._events) - len(events)]
        earlier = self._forgotten and not follower.greeted
        follower.greeted = True
        player = follower.player
        if deal_of(state.opening.options) and state.stage != "open" and player not in state.people:
            state, events, past = table_state.frozen(state), (), ()
        seat = state.seat_of(player)
        picture = snapshots.table_snapshot(
            state, seat, self.info(state, player), events, past, earlier=earlier
        )
        saving = self.saving if self._projection.is_reached() else "unreached"
        talk = () if self.talk.is_silent else self.talk.lines(self._reader(state, player))
        around = self._around(state)
        if player in self.people(state):
            around = replace(around, seats=snapshots.named(around.seats, state))
        return snapshots.add_surroundings(picture, state, talk, saving, self._projection, around)

    def _around(self, state: TableState) -> Surroundings:
        """Return what is the same for all followers."""
        if self._surroundings is None or self._surroundings[0] is not state:
            around = snapshots.surroundings(state, self.public(state), self._projection)
            self._surroundings = state, around
        return self._surroundings[1]

    def _reader(self, state: TableState, player: str) -> ChatReader:
        game = state.playthrough.game if state.playthrough else None
        secret = state.stage == "running" and game is not None and game.secrets
        ignored = self._projection.ignored(player)
        unnamed = frozenset[str]()
        if not state.opening.private and player not in self.people(state):
            unnamed = self._unnamed_at(state) | set(filter(self._projection.hides, self.talk.speakers))
        return ChatReader(ignored, secret and state.seat_of(player) is not None, unnamed)

    def _unnamed_at(self, state: TableState) -> frozenset[str]:
        """Return who hides the profile of those at the table; whoever knows a private one is no stranger."""
        if self._unnamed is None or self._unnamed[0] is not state.holders:
            people = () if state.opening.private else self.people(state)
            self._unnamed = state.holders, frozenset(filter(self._projection.hides, people))
        return self._unnamed[1]
