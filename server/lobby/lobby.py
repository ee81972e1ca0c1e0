"""The lobby: every table of the host, and who is here.

It is held in memory and rebuilt from the journal at start: tables are listed at once, and each log is read
when somebody comes to the table. Left to others: one table (`server.table.table`), accounts
(`server.identity.known_players`), sending the lobby (`server.lobby.listing`), players' requests
(`server.host.port` and its helpers), timeouts (`server.lobby.timeout_scheduler`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from functools import partial
from itertools import chain

from msgspec import UNSET
from msgspec.structs import replace

from server.analysis.courses.curves import Curves
from server.analysis.courses.trophies import TrophyDesk
from server.cluster.audiences import NOBODY
from server.cluster.signals import Signal
from server.identity.accounts import Player, is_guest
from server.identity.known_players import MOST_FINISHED, KnownPlayer, KnownPlayers
from server.lobby.completion import BackgroundTasks, BackgroundWrites, carry_out
from server.lobby.dependencies import LobbyDependencies
from server.lobby.hidden_profiles import HiddenProfiles
from server.lobby.keep_times import are_tables_scarce
from server.lobby.listing.audience_desk import AudienceDesk
from server.lobby.listing.broadcaster import LobbyBroadcaster
from server.lobby.listing.seat_news import SeatNewsDesk
from server.lobby.other_nodes import OtherNodes
from server.lobby.player_lines import PlayerLines
from server.lobby.presence import Presence
from server.lobby.rating_desk import RatingDesk
from server.lobby.table_creation import TableCreation, first_to_go
from server.lobby.table_registry import TableRegistry
from server.lobby.timeout_scheduler import TimeoutScheduler
from server.lobby.uptime import Heartbeat, Uptime
from server.log import game_requests, requests
from server.log.absence import Absence
from server.log.entries import Entry, FinishedTable, Opening, TableSummary
from server.log.results import finished_game
from server.log.table_options import is_lesson, is_rated
from server.people.recent import RecentMessages
from server.store.journal.journal import save_refusal
from server.table.changes import UNLISTED, ChangeListeners
from server.table.folded_log import AT_ONCE
from server.table.snapshots import ProjectionContext
from server.table.table import Table
from tui.host.pictures import ChatLine, FinishedGame, SeatNews
from tui.host.port import Release

log = logging.getLogger(__name__)


class Lobby:
    """All tables, by id. `is_banned` says it of an account."""

    def __init__(
        self,
        dependencies: LobbyDependencies,
        registry: TableRegistry,
        curves: Curves,
        trophies: TrophyDesk,
        is_banned: Callable[[str], bool],
    ) -> None:
        clock, timeouts, nodes = dependencies.clock, dependencies.timeouts, dependencies.nodes
        self.dependencies, self.nodes = dependencies, nodes
        self.listeners = ChangeListeners[Table]()
        self.registry, self.names, self._curves = registry, registry.names, curves

        # Who is here
        self.hidden = HiddenProfiles(dependencies.stores.accounts.facts, self._shown_otherwise)
        self.presence = Presence(
            nodes, self.names, clock, self._came_or_went, timeouts.away, dependencies.address_days
        )
        self.lines = PlayerLines(self._line_changed, self._tell_of_line, clock)
        self.members = KnownPlayers(self.presence.is_here, registry.has_seat, clock)
        self.ratings = RatingDesk(
            lambda: dependencies.journal.ratings, self.hidden.hides, clock, self._ratings_read
        )

        # What they are sent
        self.broadcaster = LobbyBroadcaster(
            dependencies, self.presence, self.members, self.ratings.own, self.hidden
        )
        self.seat_news, self.messages = SeatNewsDesk(), RecentMessages()
        self._is_banned = is_banned
        self._silenced: set[str] = set()
        """Guests whose talk was taken away: a ban of theirs is of an address."""
        self._audiences = AudienceDesk(nodes)

        # Tables, and what becomes of them as time passes
        self.uptime = Uptime(clock())
        self.absence = Absence(
            self.presence.gone,
            lambda since: self.uptime.after(since, timeouts.call) <= clock(),
            lambda since: self.uptime.after(since, timeouts.start) <= clock(),
            self._cannot_come,
        )
        self.projection = self._projection(curves, trophies)
        self._new_table = partial(
            Table, dependencies=dependencies, projection=self.projection, on_change=self._table_changed
        )
        self._creation = TableCreation(dependencies, self.presence)
        self._heart = Heartbeat(dependencies.outages, clock, dependencies.timer, timeouts.heartbeat)
        self._timeout_scheduler = TimeoutScheduler(
            dependencies, self.presence, self.lines, self.uptime, self.projection, lambda: self._scarce
        )
        self.listeners.add(self.seat_news.table_changed, "seats", "stage", "turn")
        self.listeners.add(self._refresh_before, "seats", "stage")
        self._background = BackgroundWrites()
        self._telling = BackgroundTasks("the other nodes could not be told of a line")
        self._other_nodes = OtherNodes(nodes, self, self.presence.follow_other_nodes)
        self._is_reached = True
        """Whether this node reached the store when that was looked at last."""
        self._scarce = False
        """True while so many tables are in use that guests' tables are ended sooner."""

    def _projection(self, curves: Curves, trophies: TrophyDesk) -> ProjectionContext:
        """Return what tables show besides their own state."""
        nodes = self.nodes
        return ProjectionContext(
            away_since=self.presence.away_since,
            gone=self.presence.gone,
            absence=self.absence,
            stalled=self.lines.stalled.__contains__,
            after=self.uptime.after,
            down=self.uptime.down,
            ignored=self.members.ignored,
            hides=self.hidden.hides,
            banned=self._cannot_come,
            rematch=self.registry.rematch_of,
            notice=lambda: self.broadcaster.notice,
            rating=self.ratings.shown,
            rating_changes=self.ratings.changes,
            curve=curves.of,
            trophies=trophies.of_table,
            elsewhere=nodes.audiences.elsewhere if nodes.name else lambda _: NOBODY,
            is_reached=nodes.is_reached if nodes.name else lambda: True,
            timeouts=self.dependencies.timeouts,
            games=self.dependencies.games,
        )

    async def restore(self) -> None:
        """List the tables of the journal."""
        await self._heart.begin(self.uptime.load_outages)
        self._other_nodes.follow_tables()
        for summary in await self.dependencies.journal.open_tables():
            if not self.find(summary.opening.id):
                self.registry.add(self._listed(summary))
        # Shown before that is known, every table would be worked out and told of a second time.
        await self.hidden.read({who for table in self.registry for who in table.people})
        for table in self.registry:
            self._show(table)
        self._other_nodes.follow()
        for table in self.registry:
            self._timeout_scheduler.table_changed(table)
        self._timeout_scheduler.take_up(self.tables)
        if self.nodes.name:  # players may be waiting on other nodes for what this one has to do now
            self._timeout_scheduler.take_over(self.tables)
        log.info("tables loaded", extra={"tables": len(self.registry)})

    def _listed(self, summary: TableSummary) -> Table:
        """Return a table of the journal whose log is read when somebody comes."""
        return self._new_table(
            summary.opening,
            summary.entries,
            asleep=True,
            changed=summary.changed,
            length=summary.length,
            damage=summary.damage,
        )

    async def close(self) -> None:
        """Stop following the tables. The journal stays open; it belongs to the caller."""
        self.broadcaster.close()
        await self._other_nodes.close()
        await self._timeout_scheduler.close()
        await self._background.close()
        await self._telling.close()
        await self.ratings.close()
        await self.hidden.close()
        for table in self.registry:
            table.close()
        await asyncio.gather(*(table.reading.finished() for table in self.registry))
        await self._heart.stop()

    # Who is here

    def enter(self, player: Player, address: str = "") -> Release:
        """Add a session of a player from an address. Return the function that ends it."""
        leave = self.presence.enter(self.members.of(player).player, address, player.key)
        for table in self.tables_of(player.id):
            self._background.write_soon(table, game_requests.return_seat(player.id))
        return leave

    async def load_finished(self, player: str) -> tuple[FinishedGame, ...]:
        """Return a player's ended games from the journal."""
        ended = await self.dependencies.journal.finished(player, MOST_FINISHED)
        counted = (one for one in ended if not is_lesson(one.opening.options))
        return tuple(finished_game(one, player) for one in counted)

    def take_talk(self, player: str) -> None:
        """Take away what a player has said, in the lobby, at tables and to others, from open screens, too."""
        self.broadcaster.talk.forget(player)
        if is_guest(player):
            self._silenced.add(player)
        for table in self.tables:
            if said := table.audience.talk.forget(player):
                table.refresh()
                self.seat_news.taken(table, player, said)
        for message in self.messages.sent_by(player):
            news = SeatNews("taken", "", "", message.line.name, message.line.text)
            self.seat_news.tell(message.to, news)
        self.broadcaster.everyone_soon()

    def _cannot_come(self, player: str) -> bool:
        """Return whether a player is banned."""
        return player in self._silenced or self._is_banned(player)

    def unseat(self, player: str) -> None:
        """Have tables look again at the seats of a player who was banned."""
        for table in self.tables:
            if player in table.people:
                self._timeout_scheduler.table_changed(table)
                table.refresh()

    def show_dice_anew(self) -> None:
        """Send texts for the dice again, because somebody was banned or is no longer."""
        for table in self.tables:
            if table.state.dice.added:
                table.refresh()

    async def forget(self, player: str) -> None:
        """Remove every trace of a player."""
        self.broadcaster.talk.forget(player)
        self.messages.forget(player)
        for table in self.tables:
            said = table.audience.talk.forget(player)
            if player in table.people:
                await table.reread()
            elif said:
                table.refresh()
        await self.members.reload_finished(self.load_finished)
        self.broadcaster.everyone_soon()

    # Tables

    @property
    def tables(self) -> Sequence[Table]:
        return tuple(self.registry)

    @property
    def in_use(self) -> int:
        """How many tables count against those that there may be: which have not ended, and can go on."""
        return sum(table.state.stage in {"open", "running"} for table in self.registry)

    async def makes_room(self) -> Table | None:
        """Return the table that ends if one more is opened than there may be; None: none does. Raises the
        error of the store.
        """
        provisional = await self.dependencies.stores.accounts.provisional()
        return first_to_go(self.tables, (one.id for one in provisional), self.presence.is_here)

    def find(self, table: str) -> Table | None:
        """Return a table by its id, None if there is none."""
        return self.registry.find(table)

    def table(self, name: str) -> Table:
        """Return a table by its id or its name, in any case. Raises Refused."""
        return self.registry.named(name)

    def tables_of(self, player: str) -> list[Table]:
        """Return the tables at which a player has a seat, except those that are over."""
        return self.registry.of(player)

    async def add(self, opening: Opening, entries: Sequence[Entry]) -> Table:
        """Open a table whose log begins with `entries`; if another node has opened one with that name, it
        gets another name. Raises Refused; RematchTaken if another node has opened the same rematch.
        """
        return await carry_out(self._add(opening, entries))

    async def _add(self, opening: Opening, entries: Sequence[Entry]) -> Table:
        names = {table.opening.name for table in self.registry}
        opening = await self._creation.create(opening, entries, names)
        table = self._new_opened_table(opening, entries)
        self._keep(table)
        if table.asleep:
            await table.reading.begin()
        self._table_changed(table)
        if self.in_use > self.dependencies.limits.now.tables and (last := await self.makes_room()):
            log.info("a table made room for another", extra={"table": last.opening.name})
            self._background.write_soon(last, game_requests.close())
        return table

    def _new_opened_table(self, opening: Opening, entries: Sequence[Entry]) -> Table:
        """Return a table with a log; a long one is still to be read."""
        if len(entries) <= AT_ONCE:
            return self._new_table(opening, entries, asleep=False)
        listed = [entry for entry in entries if entry.kind != "move"]
        return self._new_table(opening, listed, asleep=True, length=len(entries))

    def announce(self, text: str) -> None:
        """Set the message that everybody reads: an announcement or that of the day. It must be clean."""
        self.broadcaster.announce(text)
        for table in self.registry:
            if table.audience.players:
                table.refresh()

    def _keep(self, table: Table) -> None:
        self.registry.add(table)
        self._show(table)

    def _show(self, table: Table) -> None:
        self.look_for_room()
        self.broadcaster.note(table)
        self.seat_news.note(table)

    def look_for_room(self) -> None:
        """Reset the timers of all tables when free tables become scarce or are no longer scarce."""
        scarce = are_tables_scarce(len(self.registry), self.dependencies.limits.now.tables)
        if scarce != self._scarce:
            self._scarce = scarce
            for table in self.registry:
                self._timeout_scheduler.table_changed(table)

    def _drop(self, table: Table) -> None:
        if self.registry.remove(table):
            self.look_for_room()
            self._creation.give_back(table.opening.id)
            self.ratings.drop(table.opening.id)
            self._curves.drop(table.opening.id)
            self.broadcaster.drop(table)
            self.seat_news.drop(table)
            self._audiences.drop(table)
            table.close()

    # Changes

    def _table_changed(self, table: Table) -> None:
        changes, stage = table.take_changes(), table.state.stage
        if table in self.registry:
            if "seats" in changes:
                self.registry.note(table)
                self.hidden.look_at(table.people)
            if not changes <= UNLISTED:
                self.broadcaster.note(table)
            if self.nodes.name:
                self._audiences.note(table)
        self.listeners.tell(table, changes)
        if stage == "over":
            self._over(table)
        elif stage in {"frozen", "damaged"}:
            self._creation.give_back(table.opening.id)  # it counts against nobody
        elif table.goes_on_elsewhere:
            self._wake_needed(table)
        self._timeout_scheduler.table_changed(table)

    def _wake_needed(self, table: Table) -> None:
        """Read a table that goes on on another node if this one acts for it or its players are told of it
        here; one that could not be read waits for its next try.
        """
        if table.reading.again_at is None and table.state.stage == "running" and self._is_needed(table):
            table.reading.begin()

    def _refresh_before(self, table: Table) -> None:
        """Show at an ended table what becomes of its rematch."""
        if before := self.registry.before(table):
            before.refresh()

    def _is_needed(self, table: Table) -> bool:
        here = self.presence.is_on_this_node
        return self.nodes.duties.acts_for(table.opening.id) or any(map(here, table.state.players))

    def _over(self, table: Table) -> None:
        outcome = table.state.outcome
        if outcome and outcome.names and not is_lesson(table.opening.options):
            ended = FinishedTable(table.opening, table.state.since, outcome)
            for player in set(outcome.players) - {""}:
                if member := self.members.find(player):
                    member.finish(finished_game(ended, player))
                    self.broadcaster.player_changed(player)
            if is_rated(table.opening.options):
                self.ratings.ended(table.opening.id, outcome)
        if not table.audience.players:
            self._drop(table)

    def _ratings_read(self, whose: str) -> None:
        """Show ratings that are known now: those of an account, or what an ended game did to them."""
        ended = self.find(whose)
        for table in [ended] if ended else self.tables_of(whose):
            table.refresh()
        self.broadcaster.player_changed(whose)

    def _shown_otherwise(self, players: Collection[str]) -> None:
        """Show or hide names where strangers are, of players who hide their profile or do so no longer."""
        for id_ in sorted(set(chain.from_iterable(map(self.broadcaster.listed.special_to, players)))):
            if table := self.find(id_):
                table.audience.names_changed()
                table.refresh()
        self.broadcaster.came_or_went()

    def _line_changed(self, player: str) -> None:
        """Show that a player's line is stalled, or moves again."""
        for table in self.tables_of(player):
            table.refresh()

    def _tell_of_line(self, player: str, stalled: bool) -> bool:
        """Tell the other nodes, if anybody there may see it: at a running game, and of a player who has no
        session there. Return whether they are told.
        """
        running = any(table.state.stage == "running" for table in self.tables_of(player))
        seen = self.nodes.count() > 1 and running and self.presence.is_on_this_node_alone(player)
        if seen or not stalled:
            self._telling.start(self.tell(Signal("stalled", player, "on" if stalled else "off")))
        return seen

    def _came_or_went(self, player: Player, here: bool) -> None:
        self.lines.forget(player.id)
        if here:
            self.hidden.look_at((player.id,))
        else:
            self.members.left(player)
        for table in self.tables_of(player.id):
            if here and not self.presence.is_on_this_node(player.id) and self._sleeps_on_duty(table):
                table.reading.begin()  # nobody comes to it here, and its bots wait for this node
            table.refresh()
        self.presence.forget(self.registry.seated)
        self.broadcaster.came_or_went()

    def _sleeps_on_duty(self, table: Table) -> bool:
        acts = self.nodes.duties.acts_for(table.opening.id)
        return acts and table.asleep and table.state.stage == "running"

    # Other nodes

    def opened_elsewhere(self, summary: TableSummary) -> None:
        """List a table that another node has opened."""
        if not self.find(summary.opening.id):
            table = self._listed(summary)
            table.goes_on_elsewhere = True  # it may have begun before this node was told
            self._keep(table)
            self._table_changed(table)

    async def make_known(self, table: Table, player: str) -> None:
        """Let a player look at a private table whose code they typed, on every node. Raises Refused."""
        table.known_to.add(player)
        self.broadcaster.note(table)
        try:
            await self.nodes.codes.know(table.opening.id, player)
        except Exception as error:
            log.exception("who knows a code could not be written", extra={"table": table.opening.name})
            raise save_refusal(error) from error

    async def load_known(self, player: str) -> None:
        """Let a player look at the private tables whose codes they typed on other nodes."""
        for place in await self.nodes.codes.known_to(player):
            table = self.find(place)
            if table and player not in table.known_to:
                table.known_to.add(player)
                self.broadcaster.note(table)

    def hear(self, table: Table | None, who: str, line: ChatLine) -> None:
        """Show a line that was said on another node, at a table or (None) in the lobby."""
        if table is None:
            self.broadcaster.hear(who, line)
        else:
            table.hear(who, line)
            if line.host is UNSET:
                self.seat_news.said(table, who, line.name, line.text)

    def duties_changed(self) -> None:
        """Look after the tables that this node acts for now, and leave the others alone. If it does not reach
        the store, it acts for none, and its players are told that they have to wait.
        """
        reached, was_reached = self.nodes.is_reached(), self._is_reached
        self._is_reached = reached
        if reached != was_reached:
            self.broadcaster.tell_unreached(not reached)
        for table in self.tables:
            if table.audience.players and reached != was_reached:
                table.note_store(reached=reached)
            self._audiences.note(table, lost=True)
            self.listeners.tell(table, frozenset({"duties"}))
        self._timeout_scheduler.take_over(self.tables, is_back=reached and not was_reached)

    async def tell(self, signal: Signal) -> None:
        """Have the other nodes do what this one has done and stored; if they cannot be told, they see it when
        they read it the next time.
        """
        try:
            await self.nodes.signals.send(signal)
        except Exception:
            log.exception("the other nodes could not be told", extra={"kind": signal.kind})

    def show_to(self, player: str) -> None:
        """Send a player what they look at, because whom they ignore has changed."""
        for table in self.registry:
            if player in table.audience.players:
                table.refresh()
        self.broadcaster.player_changed(player)

    async def void(self, table: str, void: bool) -> None:
        """Have an ended game change no ratings, or change them after all. Raises what `Journal.void` does."""
        await self.dependencies.journal.void(table, void)
        self.ratings.read_again(table)
        await self.tell(Signal("ratings", table))

    async def rename(self, member: KnownPlayer, name: str) -> None:
        """Give a player a new name, here and at every table."""
        member.player = replace(member.player, name=name)
        self.presence.rename(member.player)
        for table in self.tables_of(member.player.id):
            await self._background.write(table, requests.rename(member.player.id, name))
        self.broadcaster.player_changed(member.player.id)
        self.broadcaster.came_or_went()
        await self.tell(Signal("renamed", member.player.id, name))
