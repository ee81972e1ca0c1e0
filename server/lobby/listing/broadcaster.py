"""Sends each session what it looks at in the lobby: a page of its tables, counts, talk, the host's notices.

What concerns a player is sent at once: what changes at their own tables, and their name. A page is sent to
those who look at it, if it has changed, and counts are sent from time to time (`LobbyPace`): a change
costs nothing for those who do not see it. A snapshot is always whole and never sent twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from contextvars import Context
from itertools import islice
from typing import Protocol

from server.cluster.talk import LOBBY, SpokenLine
from server.identity.accounts import Player
from server.identity.known_players import KnownPlayer, KnownPlayers
from server.lobby.dependencies import LobbyDependencies
from server.lobby.hidden_profiles import HiddenProfiles
from server.lobby.listing.tables import TableListing
from server.lobby.listing.viewers import Counts, Pulse, SharedPage, Viewer, Viewers
from server.table.chat import ChatHistory, ChatReader
from server.table.table import Table
from tui.host.pictures import ChatLine, LobbySnapshot, TableInfo
from tui.host.port import Release
from tui.host.ratings import ShownRating
from tui.host.table_search import FIRST_PAGE, FoundTables, TableSearch, fits

log = logging.getLogger(__name__)


class PeopleHere(Protocol):
    """Who is here."""

    @property
    def number(self) -> int:
        """How many they are."""

    def first(self, most: int | None, hides: Callable[[str], bool]) -> tuple[str, ...]:
        """Return the names of those who have been here for longest and do not hide."""


class LobbyBroadcaster:
    """Sends snapshots of the lobby. The owner of the tables notes which of them changed."""

    def __init__(
        self,
        dependencies: LobbyDependencies,
        people: PeopleHere,
        members: KnownPlayers,
        ratings: Callable[[str], Mapping[str, ShownRating]],
        hidden: HiddenProfiles,
    ) -> None:
        self.listed = TableListing()
        self.talk = ChatHistory()
        self.notice = ""
        self.restored = 0.0
        """When the backup was made that the host was restored from lately; 0: it was not."""
        self.draining = False
        self.unreached = False
        """While the store is not reached."""
        self.moving = False
        """While this node moves its players to others, tables are opened there."""
        self.viewers = Viewers()
        self._dependencies = dependencies
        self._people = people
        self._members = members
        self._pace = pace = dependencies.pace
        self._ratings = ratings
        self._hidden = hidden
        self._counts = Counts()
        self._concerned: set[str] = set()
        """The players of whom something has changed."""
        self._waiting: dict[Viewer, None] = {}
        """Who is sent something, in this order."""
        self._sending: Release | None = None
        self._work_pulse = Pulse(dependencies, self._work_out, 0.0)
        self._own_pulse = Pulse(dependencies, self._send_own, pace.soon)
        self._talk_pulse = Pulse(
            dependencies, self._send_all, pace.soon, lambda: pace.talk(len(self.viewers))
        )
        self._page_pulse = Pulse(dependencies, self._send_pages, pace.soon, lambda: pace.pages)
        self._count_pulse = Pulse(dependencies, self._send_counts, pace.soon, lambda: pace.counts)

    def close(self) -> None:
        """Send nothing any more."""
        own = self._work_pulse, self._own_pulse
        for pulse in (*own, self._talk_pulse, self._page_pulse, self._count_pulse):
            pulse.stop()
        if self._sending:
            self._sending()
        self.viewers.clear()

    def follow(
        self, player: Player, listener: Callable[[LobbySnapshot], None], search: TableSearch = FIRST_PAGE
    ) -> Release:
        """Send snapshots of the lobby as `player` sees it, with this page of tables, now and on changes."""
        if not self.viewers:
            self.listed.take_changes()  # nobody has waited for them
        page = self.viewers.page(search, self.listed.page)
        viewer = Viewer(player, listener, page, page.tables, self._counted())
        self.viewers.add(viewer)
        self._renew(viewer)
        self._send(viewer)
        return lambda: self.viewers.remove(viewer)

    def look(self, player: Player, table: Table) -> LobbySnapshot:
        """Return a snapshot with one table and the host's notices only."""
        you, info = self._members.of(player).player.name, table.info(player.id)
        return LobbySnapshot(
            you, (), (info,), notice=self.notice, draining=self.draining, restored=self.restored
        )

    # What changes

    def note(self, table: Table) -> None:
        """Show a new or changed table."""
        self._changed(self.listed.note(table))

    def drop(self, table: Table) -> None:
        """Show a table no longer."""
        self._changed(self.listed.drop(table))

    def _changed(self, players: frozenset[str]) -> None:
        if self.listed.is_behind:
            Context().run(self._work_pulse.ask)  # it is nobody's share: all wait for it
        if self.viewers:
            for player in players:
                self.player_changed(player)
            self._page_pulse.ask()
            self._count_pulse.ask()

    def player_changed(self, player: str) -> None:
        """Show a player what has changed of their own: their name, their games, whom they ignore."""
        if self.viewers.of(player):
            self._concerned.add(player)
            self._own_pulse.ask()

    def came_or_went(self) -> None:
        """Count those who are here anew."""
        if self.viewers:
            self._count_pulse.ask()

    def say(self, member: KnownPlayer, text: str) -> None:
        """Add a chat line, which must be clean."""
        line = ChatLine(member.player.name, text, self._dependencies.clock(), "lobby")
        self._dependencies.nodes.talk.say(SpokenLine(LOBBY, member.player.id, line))
        self.hear(member.player.id, line)

    def hear(self, who: str, line: ChatLine) -> None:
        """Add a line that was said on another node."""
        self.talk.add(who, line)
        self.everyone_soon()

    def announce(self, text: str) -> None:
        """Show everybody a message."""
        self.notice = text
        self.everyone_soon()

    def tell_restored(self, made: float) -> None:
        """Tell from now on when the backup was made that the host was restored from."""
        self.restored = made

    def move(self) -> None:
        """Have tables opened on other nodes from now on: this one moves its players there."""
        self.moving = True

    def tell_unreached(self, on: bool) -> None:
        """Tell everybody whether the store is not reached."""
        self.unreached = on
        self.everyone_soon()

    def drain(self, on: bool) -> None:
        """Refuse new games from now on, or allow them again; running games go on."""
        self.draining = on
        self.everyone_soon()

    def everyone_soon(self) -> None:
        """Show everybody what has changed besides tables and counts."""
        if self.viewers:
            self._talk_pulse.ask()

    def _work_out(self) -> None:
        """Work out some of many tables that have changed: all of them would be too much for one turn."""
        self.listed.work_out()
        if self.listed.is_behind:
            self._work_pulse.ask()
        elif self.viewers:
            self._page_pulse.ask()
            self._count_pulse.ask()

    # Sending

    def _send_own(self) -> None:
        concerned, self._concerned = self._concerned, set()
        viewers = [viewer for player in concerned for viewer in self.viewers.of(player)]
        for viewer in viewers:
            self._renew(viewer)
        for viewer in viewers[: self._pace.batch]:
            self._send(viewer)
        if len(viewers) > self._pace.batch:
            self._queue(viewers[self._pace.batch :])

    def _renew(self, viewer: Viewer) -> None:
        """Give one viewer their page as it is now, before the others who look at it."""
        page = viewer.page
        if self.listed.is_changed:
            viewer.tables = self.listed.page(page.search)
            if viewer.tables != page.tables:
                page.ahead.add(viewer)

    def _send_all(self) -> None:
        self._queue(self.viewers)

    def _send_pages(self) -> None:
        changes = self.listed.take_changes()
        for page in self.viewers.pages:
            if page.ahead or any(fits(page.search, info) for info in changes):
                self._send_page(page)

    def _send_page(self, page: SharedPage) -> None:
        before, page.tables = page.tables, self.listed.page(page.search)
        seen = page.viewers if _differ(before, page.tables) else page.ahead
        for viewer in tuple(seen):
            viewer.tables = page.tables
        self._queue(tuple(seen))
        page.ahead.clear()

    def _send_counts(self) -> None:
        counts = self._counted()
        changed = [
            one
            for one in self.viewers
            if one.counts is not counts or one.tables.found != one.page.tables.found
        ]
        for viewer in changed:
            viewer.counts = counts
            if viewer not in viewer.page.ahead:
                viewer.tables = viewer.page.tables
        self._queue(changed)

    def _counted(self) -> Counts:
        """Return the counts as they are now; the same object as long as they are the same."""
        named = self._people.first(self._pace.named, self._hidden.hides)
        now = Counts(named, self._people.number, self.listed.number)
        if now != self._counts:
            self._counts = now
        return self._counts

    def _queue(self, viewers: Iterable[Viewer]) -> None:
        """Send snapshots to these viewers, some at a time; a page and counts of the same moment together."""
        self._waiting |= dict.fromkeys(viewers)
        if self._sending is None:
            self._sending = self._dependencies.timer(0.0, self._send_some)

    def _send_some(self) -> None:
        self._sending = None
        for viewer in tuple(islice(self._waiting, self._pace.batch)):
            del self._waiting[viewer]
            self._send(viewer)
        if self._waiting:
            self._sending = self._dependencies.timer(0.0, self._send_some)

    def _send(self, viewer: Viewer) -> None:
        """Send a viewer what has changed for them; nothing if that is nothing."""
        if viewer not in self.viewers:
            return
        if viewer.player.id in self._concerned:
            self._renew(viewer)  # a table that was their own a moment ago is on the page as it was then
        try:
            snapshot = self._picture(viewer)
            if snapshot != viewer.shown:
                viewer.shown = snapshot
                viewer.listener(snapshot)
        except Exception:
            log.exception("a listener of the lobby failed")

    def _picture(self, viewer: Viewer) -> LobbySnapshot:
        member, counts, page = self._members.of(viewer.player), viewer.counts, viewer.tables
        search = viewer.page.search
        own = self.listed.own(viewer.player.id)
        tables = _with_own(own, page, search)
        you = member.player.name
        hides = viewer.player.id in self._hidden.accounts
        shows_all = not search.is_narrow and page.found <= search.count
        return LobbySnapshot(
            you=you,
            people=(you, *counts.people) if hides else counts.people,
            tables=tables,
            chat=self.talk.lines(ChatReader(member.profile.ignored)),
            finished=member.finished,
            ratings=self._ratings(viewer.player.id),
            notice=self.notice,
            draining=self.draining,
            restored=self.restored,
            unreached=self.unreached,
            here=counts.here,
            total=len(tables) if shows_all else counts.tables,
            found=page.found,
            first=page.first,
        )


def _with_own(own: tuple[TableInfo, ...], page: FoundTables, search: TableSearch) -> tuple[TableInfo, ...]:
    """Return a player's own tables and the page: of those without a seat only what is searched for."""
    if not own:
        return page.tables
    ids = {info.id for info in own}
    first = (info for info in own if info.your_seat or (not page.first and fits(search, info)))
    return (*first, *(info for info in page.tables if info.id not in ids))


def _differ(before: FoundTables, now: FoundTables) -> bool:
    """Return whether other tables are shown, or the same ones otherwise."""
    return before.first != now.first or before.tables != now.tables
