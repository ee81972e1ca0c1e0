"""The lobby: every table of the host, who is here, and one shared picture of both.

In memory, rebuilt from the journal at start: tables are listed at once and read when somebody
comes. What a table does is `server.table`'s business, who is who `server.accounts`'.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

from msgspec import Struct, to_builtins

from engine.chance import commitment
from engine.game import AnyGame, Refused
from engine.options import options_of
from server import requests
from server.accounts import Player, is_guest
from server.journal import Entry, Journal, Opening
from server.limits import Limits
from server.presence import Presence
from server.table import Surroundings, Table
from server.words import TABLES
from tui.port import Lobby as Picture
from tui.port import Release

log = logging.getLogger(__name__)

SEED_BYTES = 32


class House(Struct, frozen=True):
    """What the lobby is given: rules, time, chance and names, none of which it makes itself.

    `pick(n)` is a number from 0 to n - 1, `seed(n)` n secret bytes, `attend` is called with a
    table that may have asked a bot. `quiet` is the least time between two pictures, in seconds.
    """

    games: Mapping[str, AnyGame]
    journal: Journal
    clock: Callable[[], float]
    new_id: Callable[[], str]
    pick: Callable[[int], int]
    seed: Callable[[int], bytes]
    attend: Callable[[Table], None]
    limits: Limits = Limits()
    quiet: float = 0.1


class _Follower(Struct, eq=False):
    player: Player
    listener: Callable[[Picture], None]


class Lobby:
    """All tables, by id."""

    def __init__(self, house: House) -> None:
        self.presence = Presence(house.clock, self._came_or_went)
        self._house = house
        self._tables: dict[str, Table] = {}
        self._followers: list[_Follower] = []
        self._publishing: asyncio.TimerHandle | None = None
        self._standing_up: set[asyncio.Task[None]] = set()
        self._around = Surroundings(
            house.games, house.journal, house.clock, self.presence.away_since, self._table_changed
        )

    async def restore(self) -> None:
        """Lists the tables of the journal. Guests do not outlive the host at open tables."""
        for listing in await self._house.journal.open_tables():
            table = Table(self._around, listing.opening, listing.entries, asleep=True)
            self._tables[listing.opening.id] = table
            log.info("table %s restored, %s", table.opening.name, table.state.stage)
        for table in tuple(self._tables.values()):
            for player in table.state.players:
                if is_guest(player):
                    await self._stand_up(table, player)

    async def close(self) -> None:
        """Ends following; the journal belongs to whoever handed it in."""
        if self._publishing:
            self._publishing.cancel()
        await asyncio.gather(*self._standing_up)
        for table in self._tables.values():
            table.close()

    def enter(self, player: Player) -> Release:
        """A session of `player` begins; what is returned ends it."""
        return self.presence.enter(player)

    @property
    def names(self) -> frozenset[str]:
        """The names of everybody who is here or has a seat."""
        holders = (holder for table in self._tables.values() for holder in table.state.holders)
        return frozenset(self.presence.names) | {holder.name for holder in holders if holder.name}

    def table(self, name: str) -> Table:
        """A table by id or by name, in any case. Raises Refused."""
        if table := self._tables.get(name):
            return table
        for table in self._tables.values():
            if table.opening.name == name.upper():
                return table
        raise Refused("no-table", {"table": name})

    def home(self, player: str) -> str | None:
        """The running table at which a player sits; of several the one that began last."""
        own = [table for table in self._running() if table.state.seat_of(player)]
        return max(own, key=lambda table: table.state.since).opening.id if own else None

    async def open_table(self, player: Player, game: str, seats: int, options: Mapping[str, str]) -> str:
        """A new table at which `player` sits. Raises Refused."""
        opening = self._opening(player, game, seats, options)
        first = Entry(
            seq=1, kind="sit", time=opening.opened, seat=1, by="player", who=player.id, name=player.name
        )
        try:
            await self._house.journal.create(opening, (first,))
        except Exception as error:
            log.exception("table %s could not be written", opening.name)
            raise Refused("not-saved") from error
        self._tables[opening.id] = table = Table(self._around, opening, (first,), asleep=False)
        log.info("table %s opened by %s: %s, %d seats", opening.name, player.name, game, seats)
        self._table_changed(table)
        return opening.id

    def follow(self, player: Player, listener: Callable[[Picture], None]) -> Release:
        """Pictures of the lobby as `player` sees it, at once and after changes."""
        follower = _Follower(player, listener)
        self._followers.append(follower)
        self._show(follower)

        def release() -> None:
            if follower in self._followers:
                self._followers.remove(follower)

        return release

    def _opening(self, player: Player, key: str, seats: int, options: Mapping[str, str]) -> Opening:
        game = self._house.games.get(key)
        if game is None:
            raise Refused("unknown-game", {"game": key, "games": tuple(self._house.games)})
        if seats not in game.seats:
            raise Refused("seats-not-possible", {"fewest": game.seats[0], "most": game.seats[-1]})
        chosen = to_builtins(options_of(game, options))
        self._check_room(player)
        table, seed = self._house.new_id(), self._house.seed(SEED_BYTES)
        return Opening(
            table, self._free_name(), key, game.rules_version, seats, chosen, player.id,
            seed, commitment(seed, table), self._house.clock(),
        )  # fmt: skip

    def _check_room(self, player: Player) -> None:
        if len(self._tables) >= self._house.limits.tables:
            raise Refused("host-full")
        own = [t for t in self._tables.values() if t.state.owner == player.id and t.state.stage != "over"]
        if len(own) >= self._house.limits.own_tables:
            raise Refused("too-many-tables", {"most": self._house.limits.own_tables})

    def _free_name(self) -> str:
        taken = {table.opening.name for table in self._tables.values()}
        most = 9 + len(taken)
        while True:
            name = f"{TABLES[self._house.pick(len(TABLES))]}-{self._house.pick(most) + 1}"
            if name not in taken:
                return name

    def _running(self) -> list[Table]:
        return [table for table in self._tables.values() if table.state.stage == "running"]

    def _table_changed(self, table: Table) -> None:
        if table.state.stage == "over" and not table.followers:
            self._drop(table)
        else:
            self._house.attend(table)
        self._publish_soon()

    def _drop(self, table: Table) -> None:
        if self._tables.pop(table.opening.id, None):
            table.close()
            log.info("table %s closed", table.opening.name)

    def _came_or_went(self, player: Player, here: bool) -> None:
        for table in tuple(self._tables.values()):
            if table.state.seat_of(player.id) is None:
                continue
            table.refresh()
            if not here and player.guest and table.state.stage == "open":
                task = asyncio.ensure_future(self._stand_up(table, player.id))
                self._standing_up.add(task)
                task.add_done_callback(self._standing_up.discard)
        seated = frozenset(who for table in self._tables.values() for who in table.state.players)
        self.presence.forget(seated)
        self._publish_soon()

    async def _stand_up(self, table: Table, player: str) -> None:
        """A guest's seat at an open table is gone with the guest."""
        try:
            await table.write(requests.stand(player))
        except Refused as refused:
            log.info("table %s: a guest could not stand up: %s", table.opening.name, refused.code)

    def _publish_soon(self) -> None:
        """Many changes at once make one picture."""
        if self._followers and self._publishing is None:
            loop = asyncio.get_running_loop()
            self._publishing = loop.call_later(self._house.quiet, self._publish)

    def _publish(self) -> None:
        self._publishing = None
        for follower in tuple(self._followers):
            self._show(follower)

    def _show(self, follower: _Follower) -> None:
        """One picture; what a listener raises is logged and nobody else's."""
        try:
            follower.listener(self._picture(follower.player))
        except Exception:
            log.exception("a listener of the lobby failed")

    def _picture(self, player: Player) -> Picture:
        newest = sorted(self._tables.values(), key=lambda table: table.opening.opened, reverse=True)
        tables = tuple(table.info(player.id) for table in newest)
        return Picture(player.name, self.presence.names, tables)
