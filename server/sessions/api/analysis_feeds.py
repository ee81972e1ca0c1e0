"""The analyses of finished games that a program asked for, from its request to the end of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from server.sessions.api import messages
from server.sessions.api.messages import Json
from tui.host.analyses import AnalysisNews
from tui.host.port import Port, Release


class AnalysisFeed:
    """One analysis: the newest of what is known."""

    def __init__(self, table: str, on_news: Callable[[], None]) -> None:
        self.release: Release = lambda: None
        self._table = table
        self._on_news = on_news
        self._news = AnalysisNews()
        self._changed = False
        self._told: Sequence[int] = ()
        """The seats that the program knows everything of."""

    def hear(self, news: AnalysisNews) -> None:
        """Take news of the host."""
        self._news, self._changed = news, True
        self._on_news()

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes that the program has not been sent."""
        return not self._changed and (self._news.failed or _is_complete(self._news))

    @property
    def has_news(self) -> bool:
        """Whether there is something that the program has not been sent."""
        return self._changed

    def take(self) -> Json:
        """Return how far the analysis is. What was found is in it whenever there is a seat more of which
        nothing else comes, and at the end.
        """
        news, self._changed = self._news, False
        done = news.analysis.done if news.analysis else ()
        found = news.analysis if _is_complete(news) or done != self._told else None
        self._told = done
        return messages.analysis(self._table, news, found)


class AnalysisFeeds:
    """All analyses of one program; `on_news` is called when there may be something to send."""

    def __init__(self, port: Port, on_news: Callable[[], None]) -> None:
        self._port = port
        self._on_news = on_news
        self._feeds: dict[str, AnalysisFeed] = {}

    @property
    def are_under_way(self) -> bool:
        """Whether the program has not been told the end of one."""
        return bool(self._feeds)

    async def begin(self, table: str) -> Json:
        """Have a game analysed and return how far that is; news follow. Raises Refused."""
        feed = AnalysisFeed(table, self._on_news)
        feed.release = await self._port.analyse(table, feed.hear)
        if before := self._feeds.pop(table, None):
            before.release()
        self._feeds[table] = feed
        answer = feed.take()
        self._drop_ended()
        return answer

    def take_news(self) -> Iterator[Sequence[Json]]:
        """Yield what the program has not been sent yet, one analysis after the other."""
        for feed in tuple(self._feeds.values()):
            if feed.has_news:
                yield [{"analysis": feed.take()}]
        self._drop_ended()

    def close(self) -> None:
        """Stop following everything."""
        for feed in self._feeds.values():
            feed.release()
        self._feeds.clear()

    def _drop_ended(self) -> None:
        for table, feed in tuple(self._feeds.items()):
            if feed.is_over:
                self._feeds.pop(table).release()


def _is_complete(news: AnalysisNews) -> bool:
    return news.analysis is not None and news.analysis.complete
