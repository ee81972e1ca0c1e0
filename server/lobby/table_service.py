"""Coming to tables: who may see which, opening, joining, playing again, regaining a seat, records.

What is done at a table one sits at is `server.host.port`'s and the requests' business.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from weakref import WeakValueDictionary

from msgspec.structs import replace

from engine.game import Refused
from server.identity.accounts import Player
from server.identity.codes import LONG, code_of, digest, normalized
from server.identity.known_players import KnownPlayer
from server.identity.names import clean_text
from server.lobby.lobby import Lobby
from server.lobby.opening import OpeningRequest, new_opening
from server.log import records, requests, table_options
from server.log.entries import Entry, Opening, Outcome, outcome_of
from server.log.seating import SeatHolder
from server.storage.journal import NoTable
from server.table.table import Table
from tui.host.refusals import refused

log = logging.getLogger(__name__)


class TableService:
    """What players may do with tables at which they do not sit: find, open, join, resume, print records.
    One for all players of a host; every method raises Refused.
    """

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._dependencies = lobby.dependencies
        limits = self._dependencies.limits
        self._tries = lobby.shared_limit(
            limits.code_guesses, limits.code_guesses_per_address, 600.0, "too-many-tries"
        )
        self._seat_codes: dict[tuple[str, str], str] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def find(self, member: KnownPlayer, name: str) -> Table:
        """A table by id or name that the player may know of. Raises Refused ("no-table")."""
        table = self._lobby.table(name)
        if not table.is_known_to(member.player.id):
            raise refused("no-table", table=clean_text(name)[:40])
        return table

    def come(self, member: KnownPlayer, text: str) -> Table:
        """A table by id, name or code. Raises Refused: "no-table", "too-many-tries"."""
        try:
            return self.find(member, text)
        except Refused:
            self._tries.count(member.player.id, self._dependencies.clock())
            code = normalized(text)
            for table in self._lobby.tables:
                if table.opening.private and table.opening.code == code:
                    table.known_to.add(member.player.id)
                    self._lobby.broadcaster.listed.note(table)
                    self._lobby.broadcaster.publish_soon()
                    return table
            raise

    async def open(self, member: KnownPlayer, wish: OpeningRequest) -> str:
        """A new table at which the player sits; its id. Raises Refused."""
        opening = self._opening(member.player, wish)
        first = Entry(
            seq=1, kind="sit", time=opening.opened, seat=1, by="player", who=member.player.id,
            name=member.player.name,
        )  # fmt: skip
        return (await self._lobby.add(opening, (first,))).opening.id

    async def join(self, member: KnownPlayer, text: str) -> str:
        """Comes to a table and sits down there, if that is possible; its id. Raises Refused."""
        table, player = self.come(member, text), member.player
        if table.state.stage == "open" and (table.state.free_seat or table.state.kept_for(player.id)):
            try:
                await table.write(requests.sit(player.id, player.name))
            except Refused as refused:
                if refused.code not in {"table-full", "seats-kept", "table-running"}:
                    raise
        return table.opening.id

    async def rematch(self, member: KnownPlayer, name: str) -> str:
        """The table where the players of an ended game meet again; its id. Raises Refused."""
        before, outcome = await self._ended(member, name)
        if member.player.id not in outcome.players:
            raise refused("not-seated")
        async with self._locks.setdefault(before.id, asyncio.Lock()):
            if again := self._lobby.rematch_of(before.id):
                return await self.join(member, again.table)
            opening = self._opening(member.player, self._wish_again(before))
            entries = tuple(_seatings(opening, outcome, member.player, self._name_of))
            return (await self._lobby.add(opening, entries)).opening.id

    async def seat_code(self, member: KnownPlayer, name: str) -> str:
        """A code that regains a guest's seat: the same one as before, while the host remembers it.
        Raises Refused ("account-seat" where the seat belongs to an account).
        """
        table, player = self.find(member, name), member.player
        if not player.guest:
            raise refused("account-seat")
        place = (table.opening.id, player.id)
        code = self._seat_codes.get(place) or code_of(self._dependencies.secret(LONG))
        await table.write(requests.set_code(player.id, digest(code)))
        live = {one.opening.id for one in self._lobby.tables}
        self._seat_codes = {p: kept for p, kept in self._seat_codes.items() if p[0] in live} | {place: code}
        return code

    async def resume(self, member: KnownPlayer, text: str) -> str:
        """The player takes the seat of a code, a guest its name, too; the table's id. Raises Refused."""
        player = member.player
        self._tries.count(player.id, self._dependencies.clock())
        code = digest(normalized(text))
        table, holder = self._with_code(code)
        name = player.name
        if player.guest and not self._lobby.presence.is_here(holder.who):
            name = holder.name
        await table.write(requests.take_over(player.id, name, code, keep_code=player.guest))
        if name != player.name:
            await self._lobby.rename(member, name)
        return table.opening.id

    async def record(self, member: KnownPlayer, name: str) -> str:
        """The record of a running game or of one that ended, by id. Raises Refused."""
        table = self._known(member, name)
        if table is None or table.state.stage == "over":
            opening, outcome = await self._ended(member, name)
            entries = await self._dependencies.journal.read(opening.id)
            return records.finished(self._dependencies.games.get(opening.game), opening, entries, outcome)
        requests.check(table.state, "running")
        entries = await self._dependencies.journal.read(table.opening.id)
        names = tuple(holder.name for holder in table.state.holders)
        seat = table.state.seat_of(member.player.id)
        return records.running(table.game, table.opening, entries, names, seat)

    def _opening(self, player: Player, wish: OpeningRequest) -> Opening:
        try:
            self._check_room(player)
        except Refused as why:
            self._dependencies.metrics.refused(why.code)
            raise
        names = {table.opening.name for table in self._lobby.tables}
        return new_opening(self._dependencies, wish, player.id, names)

    def _check_room(self, player: Player) -> None:
        """Raises Refused where no more tables may be opened, by this player or by anybody."""
        if self._lobby.broadcaster.draining:
            raise refused("draining")
        tables, limits = self._lobby.tables, self._dependencies.limits
        if len(tables) >= limits.tables:
            raise refused("host-full")
        own = [table for table in tables if table.state.owner == player.id]
        if sum(table.state.stage != "over" for table in own) >= limits.own_tables:
            raise refused("too-many-tables", most=limits.own_tables)
        if self._lobby.addresses.tables_of(player.id) >= limits.tables_per_address:
            raise refused("too-many-tables-here", most=limits.tables_per_address)

    def _wish_again(self, before: Opening) -> OpeningRequest:
        game = self._dependencies.games.get(before.game)
        if game is None:
            raise refused("unknown-game", game=before.game, games=tuple(self._dependencies.games))
        options = table_options.again(game, before.options)
        return OpeningRequest(before.game, before.seats, options, before.private, before.clock, before.id)

    def _name_of(self, player: str) -> str | None:
        member = self._lobby.members.find(player)
        return member.player.name if member else None

    def _known(self, member: KnownPlayer, name: str) -> Table | None:
        """A table of the lobby that the player may know of; None: there is none, or not for them."""
        try:
            return self.find(member, name)
        except Refused:
            return None

    async def _ended(self, member: KnownPlayer, name: str) -> tuple[Opening, Outcome]:
        """An ended game by id, or, of the player's own, by its table's name. Raises Refused."""
        if table := self._known(member, name):
            requests.check(table.state, "over")
        ids = [table.opening.id] if table else []
        ids += [game.id for game in member.finished if game.name == name.upper()]
        try:
            opening = await self._dependencies.journal.find((ids or [name.lower()])[0])
        except NoTable:
            raise refused("no-table", table=clean_text(name)[:40]) from None
        ends = [e for e in await self._dependencies.journal.read(opening.id) if e.kind == "end" and e.note]
        outcome = outcome_of(ends[0]) if ends else Outcome("left")
        private = opening.private and table is None and member.player.id not in outcome.players
        if private or not ends:
            raise refused("no-table", table=clean_text(name)[:40])
        return opening, outcome

    def _with_code(self, code: str) -> tuple[Table, SeatHolder]:
        for table in self._lobby.tables:
            for holder in table.state.holders:
                if holder.code == code and table.state.stage != "over":
                    return table, holder
        raise refused("code-unknown")


def _seatings(
    opening: Opening, outcome: Outcome, opener: Player, name_of: Callable[[str], str | None]
) -> Iterator[Entry]:
    """Everybody at their old seat: who opens the table sits, bots are there, others' are kept."""
    entries = []
    for seat, (player, bot, name) in enumerate(
        zip(outcome.players, outcome.bots, outcome.names, strict=True), 1
    ):
        if player == opener.id:
            entries.append(Entry(kind="sit", seat=seat, by="player", who=player, name=opener.name))
        elif player:
            entries.append(Entry(kind="keep", seat=seat, who=player, name=name_of(player) or name))
        elif bot:
            entries.append(Entry(kind="bot", seat=seat, by="player", who=bot, name=name))
    for seq, entry in enumerate(entries, 1):
        yield replace(entry, seq=seq, time=opening.opened)
