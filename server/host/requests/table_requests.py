"""Requests about tables at which a player need not sit: find, open, join, play again, resume.

What is done at a table is left to `server.host.requests.player_requests`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC
from typing import TypeVar

from msgspec.structs import replace

from engine.bots import opponent_named
from engine.game import AnyGame, Refused
from engine.opponents import seat_name
from engine.options import NOTHING, Asked, as_texts
from server.host.requests.key_moves import take_games
from server.host.requests.player_requests import PlayerRequests
from server.identity.accounts import Player, is_guest
from server.identity.codes import LONG, code_of, digest
from server.identity.known_players import KnownPlayer
from server.identity.names import clean_start
from server.lobby.candidates import Seeker
from server.lobby.completion import carried_out
from server.lobby.opening import OpeningRequest, game_called, new_opening
from server.lobby.start_times import parse_start
from server.log import game_requests, lessons, requests, table_options
from server.log.entries import PEOPLE_ONLY, By, Entry, Opening, Outcome, outcome_of
from server.log.seating import SeatHolder
from server.log.table_options import CUP, LESSON, deal_of, is_lesson, lesson_of
from server.results.rated_games import EntrantKind
from server.store.journal.journal import RematchTaken
from server.store.journal.rows import DamagedLog, NoTable
from server.table.table import Table
from tui.host.refusals import TABLE_CODES, refused
from tui.host.table_search import is_called, normalized
from tui.host.turn_clocks import NO_CLOCK
from tui.language.time_zones import zone_of

log = logging.getLogger(__name__)

T = TypeVar("T")
HEARS_WITHIN = 5.0
"""Seconds for which an answer waits for what other nodes have opened."""
SEARCH_CLOCK = "5m"
"""The turn clock of a table that a search opens: its players do not know each other."""


class TableRequests(PlayerRequests):
    """Carries out a player's requests about tables to come to. Every method raises Refused."""

    async def _come(self, text: str) -> Table:
        """A table by id, name or code, opened on any node. Raises Refused ("no-table", "too-many-tries")."""
        try:
            return self._at(text)
        except Refused:
            await self._services.limits.of(TABLE_CODES).count(self._id, self.now())
            await readable(self._lobby.nodes.tables.catch_up())
            code = normalized(text)
            for table in self._lobby.tables:
                begun = table.state.stage != "open" and deal_of(table.opening.options)
                if table.opening.private and table.opening.code == code and not begun:
                    await self._lobby.make_known(table, self._id)
                    return table
            return self._at(text)

    async def catch_up(self, table: str = "") -> None:
        nodes, known = self._lobby.nodes, self._known(table)
        if not nodes.is_reached():
            return
        if known is None:
            with suppress(Refused, TimeoutError):  # they are told of it later
                async with asyncio.timeout(HEARS_WITHIN):
                    await readable(nodes.tables.catch_up())
        if known or not table:
            await self._lobby.dependencies.journal.hear(known.opening.id if known else "")

    async def open_table(
        self,
        game: str,
        seats: int,
        options: Asked = NOTHING,
        *,
        private: bool = False,
        clock: str = "none",
        starts: str = "",
    ) -> str:
        begins = parse_start(starts, self.now(), zone_of(self.zone) or UTC) if starts.strip() else 0.0
        return await self._open(OpeningRequest(game, seats, as_texts(options), private, clock, starts=begins))

    async def _open(self, wish: OpeningRequest) -> str:
        member = self._me
        opening = await self._opening(member, replace(wish, by_program=self._by == "program"))
        first = Entry(
            seq=1, kind="sit", time=opening.opened, seat=1, by=self._by, who=member.player.id,
            name=member.player.name,
        )  # fmt: skip
        return (await self._lobby.add(opening, (first,))).opening.id

    @carried_out
    async def match(self, game: str | None = None, bots: bool = True) -> str:
        member, searches = self._me, self._services.searches
        rules = game_called(self._lobby.dependencies.games, game or self._usual_game(member))
        player = member.player
        for table in tuple(searches.own(player.id)):
            if game in {None, table.opening.game} and bots == (table.opening.matching != PEOPLE_ONLY):
                return table.opening.id
            await table.write(requests.stand(player.id))
        searches.ratings_of(player)  # those that are not known yet are read meanwhile
        async with searches.turn():
            ratings = searches.ratings_of(player)
            seeker = Seeker(player=player.id, game=game, bots=bots, ratings=ratings)
            for table in await searches.suitable(seeker):
                try:
                    await table.write(requests.sit(player.id, player.name, self._by))
                except Refused:  # it was filled, or began, a moment ago
                    continue
                return table.opening.id
            return await self._open_search(member, rules, bots)

    async def _open_search(self, member: KnownPlayer, rules: AnyGame, bots: bool) -> str:
        """Open a table that others find who search; bots may take free seats after a while."""
        played = sum(one.game == rules.key for one in member.finished)
        is_program = self._by == "program"
        matching = PEOPLE_ONLY
        if bots:
            by: EntrantKind = "program" if is_program else "person"
            matching = await readable(self._services.searches.bot_for(member.player, rules, played, by))
        rated = {} if is_program else {table_options.RATED: "on"}
        return await self._open(
            OpeningRequest(rules.key, rules.seats[0], rated, clock=SEARCH_CLOCK, matching=matching)
        )

    @property
    def _games(self) -> tuple[str, ...]:
        return tuple(self._lobby.dependencies.games)

    def _usual_game(self, member: KnownPlayer) -> str:
        """Return the game that a player played last, or the host's first one."""
        return next((one.game for one in member.finished if one.game in self._games), self._games[0])

    @carried_out
    async def learn(self, game: str) -> str:
        member, lobby = self._me, self._lobby
        rules = game_called(lobby.dependencies.games, game)
        lesson = rules.lesson
        if lesson is None:
            raise refused("no-lesson", game=rules.key)
        for table in lobby.tables_of(member.player.id):
            if table.opening.game == game and lesson_of(rules, table.opening.options):
                if table.state.stage == "open":  # its start could not be written
                    await table.write(requests.start_once(member.player.id))
                return table.opening.id
        opening = await self._opening(member, OpeningRequest(game, lesson.seats, {}, private=True))
        opening = replace(opening, options={**opening.options, LESSON: lesson.version})
        table = await lobby.add(opening, tuple(lessons.seated(opening, member.player)))
        await table.write(requests.start(member.player.id))
        return opening.id

    async def join(self, table: str) -> str:
        at, player = await self._come(table), self._member.player
        if at.state.stage == "running" and at.state.seat_of(player.id):
            await at.write(game_requests.return_seat(player.id))
        self._services.deals.check_free(player.id, at.opening)
        if at.state.stage == "open" and (at.state.free_seat or at.state.kept_for(player.id)):
            try:
                await at.write(requests.sit(player.id, player.name, self._by))
            except Refused as refused:
                if refused.code not in {"table-full", "seats-kept", "table-running"}:
                    raise
        return at.opening.id

    async def watch(self, table: str) -> str:
        return (await self._come(table)).opening.id

    @carried_out
    async def rematch(self, table: str) -> str:
        member = self._me
        before, outcome = await self._ended(member, table)
        if member.player.id not in outcome.players:
            raise refused("not-seated")
        if is_lesson(before.options):
            return await self.learn(before.game)
        async with self._services.rematches.setdefault(before.id, asyncio.Lock()):
            if again := self._lobby.registry.rematch_of(before.id):
                return await self.join(again.table)
            rules, wish = self._wish_again(before)
            opening = await self._opening(member, wish)
            banned = self._lobby.absence.banned
            come = replace(outcome, players=tuple("" if banned(one) else one for one in outcome.players))
            entries = tuple(_seatings(opening, come, member.player, self._by, self._name_of, rules))
            try:
                at = await self._lobby.add(opening, entries)
            except RematchTaken:  # on another node, a moment ago
                await readable(self._lobby.nodes.tables.catch_up())
            else:
                alone = all(holder.held_by != "nobody" for holder in at.state.holders)
                if alone and self._by == "player":  # nobody else is to come; programs start by themselves
                    await at.write(requests.start(member.player.id))
                return opening.id
            if again := self._lobby.registry.rematch_of(before.id):
                return await self.join(again.table)
            raise refused("busy")

    async def seat_code(self, table: str) -> str:
        member = self._me
        at, player = self._at(table), member.player
        if not player.guest:
            raise refused("account-seat")
        place = (at.opening.id, player.id)
        codes = self._services.seat_codes
        code = codes.get(place) or code_of(self._lobby.dependencies.secret(LONG))
        await at.write(requests.set_code(player.id, digest(code)))
        live = {one.opening.id for one in self._lobby.tables}
        for other in [other for other in codes if other[0] not in live]:
            del codes[other]
        codes[place] = code
        return code

    async def resume(self, code: str) -> str:
        member = self._me
        player = member.player
        await self._services.limits.of(TABLE_CODES).count(player.id, self.now())
        hashed = digest(normalized(code))
        table, holder = await self._with_code(hashed)
        name, is_left = player.name, not self._lobby.presence.is_here(holder.who)
        if player.guest and is_left:
            name = holder.name
        await table.write(requests.take_over(player.id, name, hashed, self._by, keep_code=player.guest))
        if name != player.name:
            await self._lobby.rename(member, name)
        if is_guest(holder.who) and is_left:
            await take_games(self._services, holder.who, player.id)
        return table.opening.id

    async def _opening(self, member: KnownPlayer, wish: OpeningRequest, *, is_daily: bool = False) -> Opening:
        try:
            await self._check_room(member, is_daily)
        except Refused as why:
            self._lobby.dependencies.metrics.refused(why.code)
            raise
        names = {table.opening.name for table in self._lobby.tables}
        return new_opening(self._lobby.dependencies, wish, member.player.id, names)

    async def _check_room(self, member: KnownPlayer, is_daily: bool) -> None:
        """Raise Refused if this player, or anybody, may not open another table. A deal of the day, a table of
        a cup and one that somebody else has opened and left count as no table of one's own. Where there are
        as many as there may be, somebody who has played may if another one ends for it.
        """
        if self._lobby.broadcaster.draining:
            raise refused("draining")
        if self._lobby.broadcaster.moving:
            raise refused("moving")
        limits, player = self._lobby.dependencies.limits.now, member.player
        options = (
            table.opening.options
            for table in self._lobby.tables
            if table.state.stage not in {"over", "frozen", "damaged"}
            and table.state.owner == table.opening.owner == player.id
        )
        counted = [one for one in options if table_options.closes_at(one) is None and CUP not in one]
        if len(counted) >= limits.own_tables and not is_daily:
            raise refused("too-many-tables", most=limits.own_tables)
        if self._lobby.in_use >= limits.tables:
            has_played = not player.guest and not member.profile.provisional
            if not has_played or await readable(self._lobby.makes_room()) is None:
                raise refused("host-full")

    def _wish_again(self, before: Opening) -> tuple[AnyGame, OpeningRequest]:
        game = game_called(self._lobby.dependencies.games, before.game)
        options = table_options.option_texts(game, before.options)
        if before.clock == NO_CLOCK:  # it may have been rated when tables without a clock could be
            options.pop(table_options.RATED, None)
        return game, OpeningRequest(
            before.game, before.seats, options, before.private, before.clock, before.id,
            by_program=self._by == "program",
        )  # fmt: skip

    def _name_of(self, player: str) -> str | None:
        member = self._lobby.members.find(player)
        return member.player.name if member else None

    def _known(self, name: str) -> Table | None:
        """Return a table of the lobby if there is one and the player may see it, else None."""
        try:
            return self._at(name)
        except Refused:
            return None

    async def _ended(self, member: KnownPlayer, name: str) -> tuple[Opening, Outcome]:
        """Return the opening of an ended game, as `_ended_opening` does, and how it ended. Raises Refused."""
        opening = await self._ended_opening(member, name)
        ends = [e for e in await self._log(opening.id) if e.kind == "end" and e.note]
        if not ends:
            raise no_table(name)
        return opening, outcome_of(ends[0])

    async def _ended_opening(self, member: KnownPlayer, name: str) -> Opening:
        """Return an ended game by its id or, of the player's own games, its table's name or code. Raises
        Refused. Who knows the id of a private table was there, or was given it: a guest who comes again is
        somebody else.
        """
        if table := self._known(name):
            requests.check_stage(table.state, "over")
        return await self._opening_named(member, name)

    async def _opening_named(self, member: KnownPlayer, name: str) -> Opening:
        """Return the opening of such a table, ended or not; of a private one only to who was there."""
        found = self._known(name)
        ids = [found.opening.id] if found else []
        ids += [game.id for game in member.finished if is_called(name, game)]
        try:
            return await readable(self._lobby.dependencies.journal.find((ids or [name.lower()])[0]))
        except NoTable:
            raise no_table(name) from None
        except DamagedLog:
            raise refused("table-damaged") from None

    async def _log(self, table: str) -> Sequence[Entry]:
        """The whole log of a table. Raises Refused."""
        try:
            return await readable(self._lobby.dependencies.journal.read(table))
        except DamagedLog as why:
            log.warning("a log is damaged", extra={"table": table, "why": str(why)})
            raise refused("table-damaged") from why

    async def _with_code(self, code: str) -> tuple[Table, SeatHolder]:
        found = self._find_code(code)
        if found is None:
            await readable(self._lobby.nodes.tables.catch_up())
            found = self._find_code(code)
        if found is None:
            raise refused("code-unknown")
        return found

    def _find_code(self, code: str) -> tuple[Table, SeatHolder] | None:
        for table in self._lobby.tables:
            for holder in table.state.holders:
                if holder.code == code and table.state.stage != "over":
                    return table, holder
        return None


def no_table(name: str) -> Refused:
    return refused("no-table", table=clean_start(name, 40))


async def readable(reading: Awaitable[T]) -> T:
    """What the journal has. Raises NoTable, DamagedLog, and Refused ("busy") if it cannot be read now."""
    try:
        return await reading
    except (NoTable, DamagedLog, Refused):
        raise
    except Exception as error:
        log.exception("the journal could not be read")
        raise refused("busy") from error


def _seatings(
    opening: Opening,
    outcome: Outcome,
    opener: Player,
    by: By,
    name_of: Callable[[str], str | None],
    game: AnyGame,
) -> Iterator[Entry]:
    """Yield the entries that give everybody their old seat: who opens the rematch sits down, bots sit down by
    their names of today, other players' seats are kept for them.
    """
    entries = []
    taken = {name for player, name in zip(outcome.players, outcome.names, strict=True) if player}
    for seat, (player, bot, name) in enumerate(
        zip(outcome.players, outcome.bots, outcome.names, strict=True), 1
    ):
        if player == opener.id:
            entries.append(Entry(kind="sit", seat=seat, by=by, who=player, name=opener.name))
        elif player:
            entries.append(Entry(kind="keep", seat=seat, who=player, name=name_of(player) or name))
        elif bot:
            key = opponent_named(game, bot).name
            called = seat_name(game.opponents, key, taken)
            taken.add(called)
            entries.append(Entry(kind="bot", seat=seat, by="player", who=key, name=called))
    for seq, entry in enumerate(entries, 1):
        yield replace(entry, seq=seq, time=opening.opened)
