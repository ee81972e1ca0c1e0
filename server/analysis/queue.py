"""The analyses that are wanted, in the order in which they are made (`courses.fair_order`)."""

from __future__ import annotations

from server.analysis.courses.fair_order import FairOrder
from server.store.journal.subscribers import Subscribers
from tui.host.analyses import AnalysisNews


class AnalysisWork:
    """A game whose analysis is wanted or under way, by its table's id."""

    def __init__(self, table: str, record: str) -> None:
        self.table, self.record = table, record
        self.first: dict[int, None] = {}
        """The seats of those who listened when it began: they come first, in this order."""
        self.listeners: Subscribers[None, AnalysisNews] = Subscribers("an analysis")
        self.news = AnalysisNews()
        """What its listeners were told last."""

    def tell(self, news: AnalysisNews) -> None:
        """Tell all who listen, unless they know."""
        if news != self.news:
            self.news = news
            self.listeners.publish(news)


class AnalysisQueue(FairOrder[AnalysisWork]):
    """What waits and what is under way, at most `most` at once."""

    def find(self, table: str) -> AnalysisWork | None:
        """Return the work on a table's game, if there is any."""
        return next((one for one in self if one.table == table), None)

    def tell_places(self) -> None:
        """Tell those who wait how many are before them."""
        for place, work in enumerate(tuple(self.waiting), self.under_way):
            work.tell(AnalysisNews(waiting=place))
