"""The analysis of a game that a player looks at, as far as it is known: the screens about it share it."""

from __future__ import annotations

from collections.abc import Callable

from engine.analysis.findings import Analysis
from engine.game import Refused
from tui.host.analyses import AnalysisNews


class GameAnalysis:
    """What was heard of it last. The screen that asked the host for it tells it what comes."""

    def __init__(self) -> None:
        self.news: AnalysisNews | None = None
        """None: nothing was heard yet."""
        self.refusal: Refused | None = None
        """Why there is none."""
        self._listeners: list[Callable[[], object]] = []

    @property
    def found(self) -> Analysis | None:
        """The analysis as far as it goes; None: there is nothing yet."""
        return self.news.analysis if self.news else None

    @property
    def is_over(self) -> bool:
        """True if nothing more comes."""
        if self.refusal is not None or self.news is None:
            return self.refusal is not None
        return self.news.failed or (self.found is not None and self.found.complete)

    def hear(self, news: AnalysisNews) -> None:
        """Takes news of the host."""
        self.news = news
        self._tell()

    def refuse(self, refusal: Refused) -> None:
        """Takes a refusal of the host."""
        self.refusal = refusal
        self._tell()

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def listen(self, listener: Callable[[], object]) -> Callable[[], None]:
        """Calls `listener` after each change, until what is returned is called."""
        self._listeners.append(listener)

        def release() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return release
