"""Deals that several tables play: settles those of the days to come, says when one is over, and has the bot's
result measured. Opening tables is left to `server.host.requests.deal_requests`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from server.bots.deal_games import measure_steward
from server.bots.workers import Workers
from server.lobby.completion import BackgroundTasks, LatelyRead
from server.lobby.lobby import Lobby
from server.lobby.opening import SEED_BYTES
from server.log.entries import Opening
from server.log.table_options import DAY, TableOptions, closes_at, deal_of
from server.results.deal import Deal, DealtTable, StewardResult, daily_deal, daily_id, day_of
from tui.host.port import Release
from tui.host.refusals import refused

log = logging.getLogger(__name__)

SOON = 60.0
"""Seconds after the start of a host."""
ENDED = frozenset(("over", "damaged", "frozen"))


class DealRead(NamedTuple):
    """A deal of the day, the ones before and after it, and the tables that had begun when they were read."""

    before: Deal | None
    deal: Deal
    following: Deal
    tables: Sequence[DealtTable]


class DealDesk:
    """The deals of a host. `workers` are where bots think; `when_measured` is told of a deal once it is known
    what the bot reaches; `is_round_open` says by a table's id and options whether the round of its
    cup goes on.
    """

    def __init__(
        self,
        lobby: Lobby,
        workers: Workers,
        when_measured: Callable[[str], Awaitable[None]],
        is_round_open: Callable[[str, TableOptions], bool],
    ) -> None:
        self.store = lobby.dependencies.stores.deals
        self._when_measured = when_measured
        self._is_round_open = is_round_open
        self._lobby, self._workers, self._now = lobby, workers, lobby.dependencies.clock
        self._tasks = BackgroundTasks("a deal could not be seen to")
        self._measuring: dict[str, asyncio.Task[None]] = {}
        self._release: Release | None = None
        self._closed = False
        self._lately = LatelyRead[DealRead](self._now)

    async def open(self) -> None:
        """Settle the deals of today and tomorrow soon, and again each day."""
        self._release = self._lobby.dependencies.timer(SOON, self._begin_day)

    async def close(self) -> None:
        """Settle no more, measure no more, and wait for what is under way."""
        self._closed = True
        if self._release:
            self._release()
            self._release = None
        for task in self._measuring.values():
            task.cancel()
        await asyncio.gather(*self._measuring.values(), return_exceptions=True)
        await self._tasks.close()

    def _begin_day(self) -> None:
        self._tasks.start(self._settle_days())
        left = DAY - self._now() % DAY
        self._release = self._lobby.dependencies.timer(left + 1.0, self._begin_day)

    async def _settle_days(self) -> None:
        """Have the seeds of today and tomorrow committed to. Who comes settles them if this fails."""
        try:
            for game in self._lobby.dependencies.games:
                for later in (0, 1):
                    await self.daily(game, later)
            await self.store.forget_places(day_of(self._now()))
        except Exception:
            log.exception("the deals of the day could not be written")

    async def daily(self, game: str, later: int = 0) -> Deal:
        """Return the deal of today, or of so many days later."""
        day, dependencies = day_of(self._now(), later), self._lobby.dependencies
        found = await self.store.find(daily_id(game, day))
        if found is not None:
            return found
        seed = dependencies.secret(SEED_BYTES)
        return await self.store.settle(daily_deal(dependencies.games[game], day, seed))

    async def lately(self, game: str, *, now: bool = False) -> DealRead:
        """Return today's deal of a game as it was read a few seconds ago, or as it is `now`."""
        return await self._lately.read(daily_id(game, day_of(self._now())), lambda: self._read(game), now=now)

    async def _read(self, game: str) -> DealRead:
        deal, following = await self.daily(game), await self.daily(game, 1)
        before = await self.store.find(daily_id(game, day_of(self._now(), -1)))
        return DealRead(before, deal, following, await self.store.tables(deal.id))

    async def check_shown(self, opening: Opening) -> None:
        """Raise Refused ("deal-open") while others may still play the deal of an ended table."""
        if await self.is_open(opening.id, opening.options):
            raise refused("deal-open")

    async def is_open(self, table: str, options: TableOptions) -> bool:
        """Return whether others may still play the deal of a table; one without luck of others has none."""
        deal, closes = deal_of(options), closes_at(options)
        if deal is None:
            return False
        if closes is not None:
            return self._now() < closes
        return self._is_round_open(table, options) or any(map(self.is_running, await self.store.tables(deal)))

    def is_running(self, one: DealtTable) -> bool:
        """Return whether a table is not over."""
        table = self._lobby.find(one.table)
        return table is not None and table.state.stage not in ENDED

    async def measured(self, deal: Deal) -> StewardResult | None:
        """Return what the bot reaches; None: it is about to be measured."""
        found = await self.store.measured(deal.id)
        if found is None:
            self.measure_soon(deal)
        return found

    def measure_soon(self, deal: Deal) -> asyncio.Task[None]:
        """Have the bot's result measured in the background, unless that is under way."""
        if deal.id not in self._measuring:
            self._measuring[deal.id] = asyncio.ensure_future(self._measure(deal))
        return self._measuring[deal.id]

    async def _measure(self, deal: Deal) -> None:
        try:
            if not self._closed and await self.store.measured(deal.id) is None:
                game = self._lobby.dependencies.games[deal.game]
                await self.store.measure(deal.id, await measure_steward(self._workers, game, deal))
                await self._when_measured(deal.id)
        except Exception:
            log.exception("what the bot reaches could not be measured", extra={"deal": deal.id})
        finally:
            del self._measuring[deal.id]

    def check_free(self, player: str, opening: Opening) -> None:
        """Raise Refused ("deal-seated") if a player sits at another table with the same luck."""
        deal = deal_of(opening.options)
        for table in self._lobby.tables if deal else ():
            same = deal_of(table.opening.options) == deal and table.opening.id != opening.id
            if same and player in table.state.people:
                raise refused("deal-seated", table=table.opening.name)
