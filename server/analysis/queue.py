"""The order in which analyses are made: those who ask take turns, whatever they ask for first.

Nobody's second game is analysed while the first one of somebody else waits, so who asks for ten games keeps
others waiting for one of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from server.nodes.subscribers import Subscribers
from tui.host.analyses import AnalysisNews


class AnalysisWork:
    """A game whose analysis is wanted or under way, by its table's id. `asker` is who takes a turn for it."""

    def __init__(self, table: str, record: str, asker: str) -> None:
        self.table, self.record, self.asker = table, record, asker
        self.first: dict[int, None] = {}
        """The seats of those who listened when it began: they come first, in this order."""
        self.listeners: Subscribers[None, AnalysisNews] = Subscribers("an analysis")
        self.news = AnalysisNews()
        """What its listeners were told last."""
        self.turn = 0

    def tell(self, news: AnalysisNews) -> None:
        """Tell all who listen, unless they know."""
        if news != self.news:
            self.news = news
            self.listeners.publish(lambda _: news)


class AnalysisQueue:
    """What waits and what is under way, at most `most` at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._waiting: list[AnalysisWork] = []
        """In the order in which they will begin."""
        self._begun: list[AnalysisWork] = []
        self._turn = 0
        """That of the work that began last."""

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def __iter__(self) -> Iterator[AnalysisWork]:
        """Those that are under way and those that wait."""
        return iter([*self._begun, *self._waiting])

    def find(self, table: str) -> AnalysisWork | None:
        """Return the work on a table's game, if there is any."""
        return next((one for one in self if one.table == table), None)

    def add(self, work: AnalysisWork) -> None:
        """Let work wait for its turn."""
        own = [one.turn + 1 for one in self if one.asker == work.asker]
        work.turn = max(self._turn, *own, 0)
        self._waiting.append(work)
        self._waiting.sort(key=lambda one: one.turn)  # in each turn in the order of arrival

    def begin(self) -> AnalysisWork | None:
        """Return the next work, which is under way from now on; None if nothing waits or nothing is free."""
        if not self._waiting or len(self._begun) >= self.most:
            return None
        work = self._waiting.pop(0)
        self._turn = work.turn
        self._begun.append(work)
        return work

    def waits(self, work: AnalysisWork) -> bool:
        """Return whether work has not begun and is not done."""
        return work in self._waiting

    def remove(self, work: AnalysisWork) -> None:
        """Forget work that is done, or that nobody wants any more."""
        for works in (self._waiting, self._begun):
            if work in works:
                works.remove(work)

    def tell_places(self) -> None:
        """Tell those who wait how many are before them."""
        for place, work in enumerate(tuple(self._waiting), len(self._begun)):
            work.tell(AnalysisNews(waiting=place))
