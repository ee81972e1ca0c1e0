"""The trophies of ended games: found in their logs by another process, and in what was before them; kept, and
shown at the table.

Of several nodes one looks through all games in the order of their ends, and the one at whose table a game
ends looks at it at once. A game whose end was stored late has those behind it looked through again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextvars import Context
from typing import NamedTuple

import msgspec

from engine.game import AnyGame
from server.analysis.courses.process import CourseWorker
from server.analysis.courses.store import encoded
from server.analysis.courses.work import TrophiesTask
from server.log.entries import Entry, Opening
from server.log.table_options import cup_of
from server.results.cups import log as cup_log
from server.results.deal import daily_id
from server.results.of_log import GameResult, SeatResult
from server.results.queries import Cursor, HistoryQuery
from server.results.tail import START
from server.results.trophies import (
    ABOVE_PAR,
    DAYS,
    FAITHFUL,
    GIANT_KILLER,
    HELD,
    IN_TIME,
    LETTERS,
    POSTMASTER,
    SPOONS,
    THREE_CROWNS,
    WOODEN_SPOON,
    TrophyRow,
    began_day,
    began_quarter,
    daily_date,
    days_before,
    has_three_crowns,
    in_a_log,
    is_crown,
    is_person,
    is_spoon,
    killed_a_giant,
    place_of,
    seats_with_trophies,
)
from server.store.cups import CupStore
from server.store.deals import DealStore
from server.store.journal.journal import Journal
from server.store.journal.rows import DamagedLog, NoTable
from server.store.trophies import TrophyStore
from server.table.dependencies import TableDependencies
from server.table.table import Table
from tui.host.trophies import SeatTrophy

log = logging.getLogger(__name__)

DUTY = "trophies"
OVERLAP = 60.0
"""Seconds in which ends may be stored in another order than they have."""
PAGE = 50
REST, LONG_REST = 0.05, 10.0
"""Seconds after each game, and between two looks for games that have ended."""
AGAIN = (1.0, 4.0)
"""Seconds until a node looks again for what another one finds."""
KNOWN = 256
"""Tables whose trophies are held in memory."""

Find = Callable[[Opening, Sequence[Entry]], Awaitable[set[tuple[int, str]]]]


class _Known(NamedTuple):
    """A trophy of a table's game, and whether its player hides it from others."""

    trophy: SeatTrophy
    is_hidden: bool


class TrophyFinder:
    """Finds the trophies of games and keeps them. `find` finds those of a log."""

    def __init__(
        self,
        journal: Journal,
        store: TrophyStore,
        deals: DealStore,
        cups: CupStore,
        games: Mapping[str, AnyGame],
        find: Find | None = None,
    ) -> None:
        self._journal, self._store, self._deals, self._cups = journal, store, deals, cups
        self._games = games
        self._find = find or self._find_here
        self._crowns = {key for key, game in games.items() if game.trophies}

    async def rebuild(self) -> AsyncIterator[Cursor]:
        """Look through all games again, and yield the place of each."""
        await self._store.clear()
        last = START
        while page := await self._journal.history.ended_after(last, PAGE):
            for last in page:
                await self.look_at(last.table)
                yield last
        await self._store.note_reached(last)

    async def look_at(self, table: str) -> Cursor | None:
        """Find the trophies of an ended game and keep them, and return its place; None: it has no result. Who
        is forgotten meanwhile gets none.
        """
        before, history = None, self._journal.history
        while (result := await history.result(table)) != before and result:
            held = [TrophyRow("", HELD, table, 0, result.ended)]
            rows = held if await self._is_held_back(result) else await self._rows(result)
            await self._store.write(table, rows)
            before = result
        return place_of(result) if result else None

    async def _is_held_back(self, result: GameResult) -> bool:
        """Return whether others still play with the luck of a cup's game, of which trophies would tell."""
        id_ = cup_of(result.options)
        entries = await self._cups.read(id_) if id_ else ()
        return bool(entries) and cup_log.cup_of(entries).holds_back(result.table)

    async def _rows(self, result: GameResult) -> Sequence[TrophyRow]:
        if daily_date(result):
            return [row async for row in self._of_deal(result)]
        seats = {seat.seat: seat for seat in seats_with_trophies(result)}
        if not seats:
            return []
        found = await self._of_log(result.table)
        changes = await self._journal.ratings.changes(result.table)
        for number, seat in seats.items():
            found |= {(number, GIANT_KILLER)} if killed_a_giant(seat, changes) else set()
            found |= {(number, THREE_CROWNS)} if await self._has_three_crowns(seat.who, result) else set()
            found |= {(number, WOODEN_SPOON)} if await self._has_spoon(seat.who, result) else set()
            in_time = (number, IN_TIME) in found
            found |= (
                {(number, POSTMASTER)} if in_time and await self._has_letters(seat.who, result) else set()
            )
        return [_row(result, seats[number], trophy) for number, trophy in found if number in seats]

    async def _of_log(self, table: str) -> set[tuple[int, str]]:
        """Return what a log gives; nothing if it cannot be read."""
        try:
            return await self._find(await self._journal.find(table), await self._journal.read(table))
        except (NoTable, DamagedLog) as why:
            log.warning("trophies cannot be found", extra={"table": table, "why": str(why)})
        except Exception:
            log.exception("trophies could not be found", extra={"table": table})
        return set()

    async def _find_here(self, opening: Opening, entries: Sequence[Entry]) -> set[tuple[int, str]]:
        return in_a_log(opening, entries, self._games)

    async def _before(self, account: str, result: GameResult) -> AsyncIterator[GameResult]:
        last: Cursor | None = place_of(result)
        while last:
            query = HistoryQuery(player=account, viewer=account, before=last)
            page = await self._journal.history.page(query)
            for one in page:
                yield one
            last = place_of(page[-1]) if len(page) == query.most else None

    async def _has_three_crowns(self, account: str, result: GameResult) -> bool:
        earlier, day = set[str](), began_day(result.ended)
        if result.game not in self._crowns or not is_crown(account, result):
            return False
        async for one in self._before(account, result):
            if one.ended < day:
                break
            earlier |= {one.game} if is_crown(account, one) else set()
        return has_three_crowns(result.game, earlier, self._crowns)

    async def _has_spoon(self, account: str, result: GameResult) -> bool:
        if not is_spoon(account, result):
            return False
        spoons = 1
        async for one in self._before(account, result):
            if one.counts and not is_spoon(account, one):
                break
            spoons += one.counts
        return spoons % SPOONS == 0

    async def _has_letters(self, account: str, result: GameResult) -> bool:
        since, place = began_quarter(result.ended), place_of(result)
        return (1 + await self._store.count(account, IN_TIME, since, place)) % LETTERS == 0

    # Deals of the day

    async def _of_deal(self, result: GameResult) -> AsyncIterator[TrophyRow]:
        seat = next(filter(is_person, result.seats), None)
        if seat is None:
            return
        place, played = place_of(result), dict(await self._deals.played(seat.who))
        today = await self._day(played, daily_date(result), place)
        if len(today) == 1:
            days, streak = [daily_date(result)], 1
            while streak == len(days):
                week = days_before(days[-1], DAYS)
                with_result = [bool(await self._day(played, day, place)) for day in week]
                streak += (*with_result, False).index(False)
                days += week
            if streak % DAYS == 0:
                yield _row(result, seat, FAITHFUL)
        if result.game in self._crowns <= {one.game for one in today}:
            above = [await self._is_above_par(seat.who, one) for one in today if one.game in self._crowns]
            if all(above):
                yield _row(result, seat, ABOVE_PAR)

    async def _day(self, played: Mapping[str, str], day: str, last: Cursor) -> Sequence[GameResult]:
        """Return the results that an account has in the deals of a day, up to one of its games."""
        tables = [played[deal] for game in self._games if (deal := daily_id(game, day)) in played]
        found = await self._journal.history.results(tables)
        return [one for one in found if place_of(one) <= last and any(map(is_person, one.seats))]

    async def _is_above_par(self, account: str, result: GameResult) -> bool:
        """Return whether a result is better than the bot's. One without a rank is not: another account of the
        same network may have tried the deal out.
        """
        seat, deal = result.seat_of(account), daily_id(result.game, daily_date(result))
        steward = await self._deals.measured(deal)
        if steward is None or seat is None or seat.place >= steward.place:
            return False
        return not any(one.second for one in await self._deals.tables(deal) if one.who == account)


def _row(result: GameResult, seat: SeatResult, trophy: str) -> TrophyRow:
    return TrophyRow(seat.who, trophy, result.table, seat.seat, result.ended)


class TrophyDesk:
    """The trophies of a host's games. `acts_for(duty)` says what is this node's to do, `find` returns a table
    that is here.
    """

    def __init__(
        self,
        dependencies: TableDependencies,
        worker: CourseWorker,
        *,
        acts_for: Callable[[str], bool],
        find: Callable[[str], Table | None],
        pause: Callable[[float], Awaitable[None]],
    ) -> None:
        journal, stores = dependencies.journal, dependencies.stores
        self.store, self._deals, self._accounts = stores.trophies, stores.deals, stores.accounts
        self._journal, self._worker, self._clock = journal, worker, dependencies.clock
        self._acts_for, self._table, self._pause = acts_for, find, pause
        self._finder = TrophyFinder(
            journal, stores.trophies, stores.deals, stores.cups, dependencies.games, self._find
        )
        self._known: OrderedDict[str, tuple[_Known, ...]] = OrderedDict()
        """Of tables whose games ended here."""
        self._looked_at: set[Cursor] = set()
        """Games near the last one that were looked through."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def of_table(self, table: str, seat: int | None) -> tuple[SeatTrophy, ...]:
        """Return the trophies of a game that ended here, those that a seat (None: a spectator) is shown, as
        far as they are known already.
        """
        found = self._known.get(table, ())
        return tuple(one for one, is_hidden in found if not is_hidden or one.seat == seat)

    def table_changed(self, table: Table) -> None:
        """Look at a table's game if it has just ended."""
        name, state = table.opening.id, table.state
        if self._closed or name in self._known or name in self._tasks:
            return
        if state.stage == "over" and state.begun:
            work = self._look_at_table(table)
            self._tasks[name] = asyncio.get_running_loop().create_task(work, context=Context())

    async def round_over(self, table: str) -> None:
        """Tell the trophies of a cup's game that were held back until its round was over."""
        await self._finder.look_at(table)
        if table in self._known and (here := self._table(table)):
            del self._known[table]
            self.table_changed(here)

    async def close(self) -> None:
        """Stop what is under way and begin no more."""
        self._closed = True
        for task in tuple(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def deal_measured(self, deal: str) -> None:
        """Look again at the games of a deal, once it is known what the bot reaches."""
        for one in await self._deals.tables(deal):
            await self._finder.look_at(one.table)

    async def keep_up(self, pause: Callable[[float], Awaitable[None]]) -> None:
        """Look through all games that end, in their order, and through those that ended before."""
        while True:
            try:
                if self._acts_for(DUTY) and await self._journal.history.filled() is None:
                    await self._look_through(pause)
                    for table in await self.store.held():
                        await self._finder.look_at(table)
            except Exception:
                log.exception("games could not be looked through for trophies")
            await pause(LONG_REST)

    async def _look_through(self, pause: Callable[[float], Awaitable[None]]) -> None:
        reached = await self.store.reached() or START
        last, is_late = Cursor(reached.ended - OVERLAP, ""), False
        while page := await self._journal.history.ended_after(last, PAGE):
            for last in page:
                is_late = is_late or last not in self._looked_at
                if is_late:
                    await self._finder.look_at(last.table)
                    self._looked_at.add(last)
                    await pause(REST)
            if last > reached:
                reached = last
                await self.store.note_reached(reached)
        self._looked_at = {one for one in self._looked_at if one.ended >= reached.ended - OVERLAP}

    async def _look_at_table(self, table: Table) -> None:
        """Learn the trophies of a game. If it has just ended, they are found first, maybe by another node."""
        name = table.opening.id
        try:
            found = await self.store.of_table(name)
            if not found and table.state.since > self._clock() - OVERLAP:
                found = await self._found_now(name)
            facts = await self._accounts.facts(sorted({account for _, _, account, _ in found}))
            self._known[name] = tuple(
                _Known(SeatTrophy(seat, trophy, before + 1), account not in facts or facts[account].hidden)
                for seat, trophy, account, before in found
            )
        except Exception:
            log.exception("trophies could not be found", extra={"table": name})
            self._known[name] = ()
        finally:
            del self._tasks[name]
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)
        if self._known[name] and (here := self._table(name)):
            here.refresh()

    async def _found_now(self, table: str) -> Sequence[tuple[int, str, str, int]]:
        if self._acts_for(table):
            if place := await self._finder.look_at(table):
                self._looked_at.add(place)
            return await self.store.of_table(table)
        for seconds in AGAIN:
            await self._pause(seconds)
            if found := await self.store.of_table(table):
                return found
        return ()

    async def _find(self, opening: Opening, entries: Sequence[Entry]) -> set[tuple[int, str]]:
        task = TrophiesTask(opening, await encoded(entries))
        async with self._worker.work(task) as parts:
            data = b"".join([part async for part in parts])
        return msgspec.msgpack.decode(data, type=set[tuple[int, str]])
