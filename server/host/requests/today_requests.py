"""What a lobby shows beside its tables: deals of the day, next opponents, what has just ended, the week."""

from __future__ import annotations

from server.host.requests.cup_requests import CupRequests
from server.host.requests.history_requests import MOST_ON_A_PAGE, HistoryRequests
from server.host.requests.table_requests import readable
from server.results.queries import HistoryQuery
from server.results.tallies import week_of
from tui.host.deals import DailyDeal
from tui.host.history import HistoryFilter, HistoryGame
from tui.host.today import Today, TodaysDeal, Week

LOOKED_AT, MOST_ENDED = 12, 6
"""Of how many games those with a result are taken, and how many of them."""
QUARTER, QUARTERS = 21_600.0, 28
"""Seconds of a quarter of a day, and how many of them make a week."""


class TodayRequests(CupRequests, HistoryRequests):
    """Puts together what other requests tell one by one."""

    async def today(self) -> Today:
        guest, may_play = self._player.guest, await self._may_play_deals()
        has_played = may_play or bool(self._me.finished)
        deals = [
            await self._with_own_result(await self._daily_shown(read, may_play=may_play))
            for read in [await readable(self._deals.lately(game)) for game in self._games]
        ]
        ladders = [await self.opponents(game) if has_played else self._ladder(game) for game in self._games]
        ended = await (self._services.ended.read("", self._just_ended) if guest else self._just_ended())
        return Today(tuple(deals), tuple(ladders), ended, may_play, await self.cup_near())

    async def _just_ended(self) -> tuple[HistoryGame, ...]:
        """Return what has ended lately; every guest is shown the same."""
        recent = await self.history(HistoryFilter(everybody=True, count=LOOKED_AT))
        return tuple([game for game in recent.games if any(seat.place for seat in game.seats)][:MOST_ENDED])

    async def week(self) -> Week:
        now, history = self.now(), self._history
        times = [now - QUARTER * (QUARTERS - number) for number in range(QUARTERS)]
        ended = tuple(await readable(history.counts([*times, now + 1.0])))
        if self._player.guest:
            return Week(ended=ended)
        query = HistoryQuery(player=self._id, viewer=self._id, most=MOST_ON_A_PAGE)
        known = [one for one in await readable(history.page(query)) if one.game in self._games]
        return week_of(known, self._id, times[0], ended)

    async def _with_own_result(self, deal: DailyDeal) -> TodaysDeal:
        if deal.state != "over":
            return TodaysDeal(deal)
        rows = (await self.daily_results(deal.game)).rows
        own = next((row for row in rows if row.you), None)
        if own is None or not own.rank:
            return TodaysDeal(deal)
        return TodaysDeal(deal, own.rank, sum(bool(row.rank) for row in rows), own.points)
