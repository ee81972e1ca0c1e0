"""The lobby: every table of the host, and who is here.

In memory, rebuilt from the journal at start: tables are listed at once and read when somebody comes. What a
table does is `server.table.table`'s business, who is who `server.identity.known_players`', what the lobby
looks like `server.lobby.broadcaster`'s, what players may do here `server.host.port`'s and its helpers',
what time does `server.lobby.timeout_scheduler`'s.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.game import Refused
from server.identity.accounts import Player
from server.identity.known_players import MOST_FINISHED, KnownPlayer, KnownPlayers
from server.identity.names import clean_text
from server.lobby.addresses import Addresses, SharedLimit
from server.lobby.broadcaster import LobbyBroadcaster
from server.lobby.dependencies import LobbyDependencies
from server.lobby.keep_times import are_scarce
from server.lobby.presence import Presence
from server.lobby.seat_index import SeatIndex
from server.lobby.timeout_scheduler import TimeoutScheduler
from server.lobby.uptime import Heartbeat, Uptime
from server.log import game_requests, requests
from server.log.entries import Entry, FinishedTable, Opening
from server.log.requests import Draft
from server.settings.rate import RateLimit
from server.table.snapshots import ProjectionContext
from server.table.table import Table
from tui.host.pictures import Finished, Proposal
from tui.host.port import Release
from tui.host.refusals import Code, refused

log = logging.getLogger(__name__)


class Lobby:
    """All tables, by id. `attend` is called with a table that may have asked a bot."""

    def __init__(self, dependencies: LobbyDependencies, attend: Callable[[Table], None]) -> None:
        clock, timeouts = dependencies.clock, dependencies.timeouts
        self.dependencies = dependencies
        self.attend = attend
        self.presence = Presence(clock, self._came_or_went, timeouts.away)
        self.members = KnownPlayers(self.presence.is_here)
        self.addresses = Addresses()
        self.uptime = Uptime(clock())
        self.broadcaster = LobbyBroadcaster(dependencies, self.presence, self.members)
        self._tables: dict[str, Table] = {}
        self._rematches: dict[str, str] = {}
        self._seats = SeatIndex()
        self._writing: set[asyncio.Task[None]] = set()
        self.projection = ProjectionContext(
            away_since=self.presence.away_since,
            gone=self.presence.gone,
            after=self.uptime.after,
            ignored=self.members.ignored,
            rematch=self.rematch_of,
            notice=lambda: self.broadcaster.notice,
            timeouts=timeouts,
        )
        self._new_table = partial(
            Table, dependencies=dependencies, projection=self.projection, on_change=self._table_changed
        )
        self._heart = Heartbeat(dependencies.outages, clock, dependencies.timer, timeouts.heartbeat)
        self._timeout_scheduler = TimeoutScheduler(
            dependencies, self.presence, self.uptime, self.projection, lambda: self._scarce
        )
        self._scarce = False
        """Whether so many tables are in use that guests' make room sooner."""

    async def restore(self) -> None:
        """Lists the tables of the journal."""
        self.uptime.learn(await self._heart.begin())
        for listing in await self.dependencies.journal.open_tables():
            self._keep(
                self._new_table(listing.opening, listing.entries, asleep=True, changed=listing.changed)
            )
        for table in self._tables.values():
            self._timeout_scheduler.attend(table)
        self._timeout_scheduler.take_up(self._tables.values())
        log.info("%d tables restored", len(self._tables))

    async def close(self) -> None:
        """Ends following; the journal belongs to whoever handed it in."""
        self.broadcaster.close()
        await self._timeout_scheduler.close()
        await asyncio.gather(*self._writing)
        for table in self._tables.values():
            table.close()
            if table.state.stage == "over":
                log.info("table closed", extra=_facts(table))
        await self._heart.stop()

    # Who is here

    def enter(self, player: Player, address: str = "") -> Release:
        """A session of a player begins, from an address; the returned function ends it."""
        came = self.addresses.enter(player.id, address)
        here = self.presence.enter(self.members.of(player).player)

        def release() -> None:
            here()
            came()

        return release

    def shared_limit(self, most: int, per_address: int, seconds: float, code: Code) -> SharedLimit:
        """How often something may be done, by one player and by all players of an address."""
        tell = self.dependencies.metrics.refused
        own = RateLimit(most, seconds, code, tell)
        shared = RateLimit(per_address, seconds, code, tell)
        return SharedLimit(own, shared, self.addresses.of)

    @property
    def names(self) -> frozenset[str]:
        """The names of everybody who is here or has a seat."""
        holders = (holder for table in self._tables.values() for holder in table.state.holders)
        return frozenset(self.presence.names) | {holder.name for holder in holders if holder.name}

    async def load_finished(self, player: str) -> tuple[Finished, ...]:
        """A player's own ended games, from the journal."""
        ended = await self.dependencies.journal.finished(player, MOST_FINISHED)
        return tuple(finished_game(one, player) for one in ended)

    async def forget(self, player: str) -> None:
        """Nothing shows that this player was ever here."""
        self.broadcaster.talk.forget(player)
        for table in self.tables:
            said = table.audience.talk.forget(player)
            if table.state.stage != "over" and player in table.people:
                await table.reread()
            elif said:
                table.refresh()
        await self.members.reload_finished(self.load_finished)
        self.broadcaster.publish_soon()

    # Which tables there are

    @property
    def tables(self) -> Sequence[Table]:
        return tuple(self._tables.values())

    def table(self, name: str) -> Table:
        """A table by id or by name, in any case. Raises Refused."""
        if table := self._tables.get(name) or self._tables.get(name.lower()):
            return table
        for table in self._tables.values():
            if table.opening.name == name.upper():
                return table
        raise refused("no-table", table=clean_text(name)[:40])

    def tables_of(self, player: str) -> list[Table]:
        """Those at which a player has a seat that are not over."""
        tables = (self._tables[table] for table in self._seats.tables_of(player))
        return [table for table in tables if table.state.stage != "over"]

    def home(self, player: str) -> str | None:
        """The running table at which a player sits; of several the one that began last."""
        own = [table for table in self.tables_of(player) if table.state.stage == "running"]
        return max(own, key=lambda table: table.state.since).opening.id if own else None

    async def add(self, opening: Opening, entries: Sequence[Entry]) -> Table:
        """A new table. Raises Refused."""
        try:
            await self.dependencies.journal.create(opening, entries)
        except Exception as error:
            log.exception("table %s could not be written", opening.name)
            raise refused("not-saved") from error
        table = self._new_table(opening, entries, asleep=False)
        self.addresses.opened(opening.id, opening.owner)
        self._keep(table)
        self._table_changed(table)
        return table

    def rematch_of(self, table: str) -> Proposal | None:
        """What became of the wish to play again: the table where those who want to sit."""
        again = self._tables.get(self._rematches.get(table, ""))
        if again is None or again.state.stage == "over":
            return None
        seats = [seat for seat, h in enumerate(again.state.holders, 1) if h.held_by == "player"]
        return Proposal("rematch", tuple(seats), again.opening.id)

    def announce(self, text: str) -> None:
        """The message of the day, or whatever everybody shall read now; cleaned text."""
        self.broadcaster.notice = text
        for table in self._tables.values():
            if table.followers:
                table.refresh()
        self.broadcaster.publish_soon()

    def _keep(self, table: Table) -> None:
        self._tables[table.opening.id] = table
        self._look_for_room()
        self._seats.note(table.opening.id, table.state.players)
        self.broadcaster.listed.note(table)
        if table.opening.rematch_of:
            self._rematches[table.opening.rematch_of] = table.opening.id

    def _look_for_room(self) -> None:
        """Sets the timers of all tables anew when tables begin to be scarce, or are so no longer."""
        scarce = are_scarce(len(self._tables), self.dependencies.limits.tables)
        if scarce != self._scarce:
            self._scarce = scarce
            for table in self._tables.values():
                self._timeout_scheduler.attend(table)

    def _drop(self, table: Table) -> None:
        if self._tables.pop(table.opening.id, None):
            self._look_for_room()
            self.addresses.closed(table.opening.id)
            self._seats.note(table.opening.id, ())
            self.broadcaster.listed.drop(table)
            table.close()
            log.info("table closed", extra=_facts(table))
        if self._rematches.get(table.opening.rematch_of) == table.opening.id:
            del self._rematches[table.opening.rematch_of]

    # What changes

    def _table_changed(self, table: Table) -> None:
        if table.opening.id in self._tables:
            self._seats.note(table.opening.id, table.state.players)
            self.broadcaster.listed.note(table)
        if table.state.stage == "over":
            self._over(table)
        else:
            self.attend(table)
        self._timeout_scheduler.attend(table)
        before = self._tables.get(table.opening.rematch_of)
        if before and before is not table:
            before.refresh()
        self.broadcaster.publish_soon()

    def _over(self, table: Table) -> None:
        outcome = table.state.outcome
        if outcome and outcome.names:
            ended = FinishedTable(table.opening, table.state.since, outcome)
            for player in set(outcome.players) - {""}:
                if member := self.members.find(player):
                    member.finish(finished_game(ended, player))
        if not table.followers:
            self._drop(table)

    def _came_or_went(self, player: Player, here: bool) -> None:
        for table in self.tables_of(player.id):
            table.refresh()
            if here:
                self.write_soon(table, game_requests.back(player.id))
        self.presence.forget(self._seats.players)
        self.broadcaster.publish_soon()

    def write_soon(self, table: Table, draft: Draft) -> None:
        """Something that nobody waits for, where it takes anything at all."""
        if draft(table.state):
            task = asyncio.ensure_future(self._write(table, draft))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def _write(self, table: Table, draft: Draft) -> None:
        try:
            await table.write(draft)
        except Refused as refused:
            log.warning("table %s: not written: %s", table.opening.name, refused.code)
        except Exception:
            log.exception("table %s: not written", table.opening.name)

    async def rename(self, member: KnownPlayer, name: str) -> None:
        """A player is called otherwise, here and at every table."""
        member.player = replace(member.player, name=name)
        self.presence.rename(member.player)
        for table in self.tables_of(member.player.id):
            await self._write(table, requests.rename(member.player.id, name))
        self.broadcaster.publish_soon()


def _facts(table: Table) -> dict[str, Any]:
    """A table's line in the log, at its end."""
    state, opening = table.state, table.opening
    return {
        "table": opening.name,
        "game": opening.game,
        "players": ", ".join(holder.name for holder in state.holders if holder.name),
        "ending": state.ending,
        "entries": state.seq,
        "seconds": round(state.since - opening.opened),
    }


def finished_game(ended: FinishedTable, player: str) -> Finished:
    """An ended game as one of its players lists it."""
    opening, outcome = ended.opening, ended.outcome
    return Finished(
        id=opening.id,
        name=opening.name,
        game=opening.game,
        names=outcome.names,
        places=outcome.places,
        your_seat=outcome.players.index(player) + 1,
        ended=ended.time,
        ending=outcome.ending,
    )
