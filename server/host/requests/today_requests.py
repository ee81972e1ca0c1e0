"""What a lobby shows beside its tables: the deals of the day, the next opponents, what has just ended."""

from __future__ import annotations

from server.host.requests.deal_requests import DealRequests
from server.host.requests.history_requests import HistoryRequests
from server.host.requests.table_requests import readable
from tui.host.deals import DailyDeal
from tui.host.history import HistoryFilter
from tui.host.today import Today, TodaysDeal

LOOKED_AT, MOST_ENDED = 12, 6
"""Of how many games those with a result are taken, and how many of them."""


class TodayRequests(DealRequests, HistoryRequests):
    """Puts together what other requests tell one by one."""

    async def today(self) -> Today:
        """Return the deals of the day with the player's own results, the opponents of each game, and the last
        results that everybody may see.
        """
        guest, has_finished = self._player.guest, self._lobby.dependencies.journal.history.has_finished
        has_played = not guest and await readable(has_finished(self._id))
        deals = [
            await self._with_own_result(await self._daily_shown(await readable(self._deals.lately(game))))
            for game in self._games
        ]
        ladders = [await self.opponents(game) if has_played else self._ladder(game) for game in self._games]
        recent = await self.history(HistoryFilter(player=None, most=LOOKED_AT))
        ended = [game for game in recent.games if any(seat.place for seat in game.seats)]
        return Today(tuple(deals), tuple(ladders), tuple(ended[:MOST_ENDED]), has_played)

    async def _with_own_result(self, deal: DailyDeal) -> TodaysDeal:
        if deal.state != "over":
            return TodaysDeal(deal)
        rows = (await self.daily_results(deal.game)).rows
        own = next((row for row in rows if row.you), None)
        if own is None or not own.rank:
            return TodaysDeal(deal)
        return TodaysDeal(deal, own.rank, sum(bool(row.rank) for row in rows), own.points)
