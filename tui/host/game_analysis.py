"""What a host shows of the analysis of a finished game, which other processes make, and what is known of it:
the screens about it share it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from engine.analysis.findings import Analysis
from engine.game import Refused


class AnalysisNews(Struct, frozen=True):
    """How far the analysis of a finished game is."""

    waiting: int = 0
    """How many are worked on or wait before it; 0: it is being made, or it is there."""
    done: float = 0.0
    """How much of it is made (0 to 1)."""
    analysis: Analysis | None = None
    """As far as it goes."""
    failed: bool = False
    """It could not be made; nothing more comes."""


class AnalysisPort(Protocol):
    """What a session may ask of its host about the analysis of finished games."""

    async def analyse(self, table: str, listener: Callable[[AnalysisNews], None]) -> Callable[[], None]:
        """Has a finished game analysed, or its stored analysis shown; the caller's own seat first, results as
        they come. `listener` is called once before this returns and then at each change, about twice a
        second at most; the last call has a complete analysis, or has failed. What is returned stops the
        calls.

        Raises Refused like `replay`, and "not-over", "no-analysis" (the game has none), "analyses-off",
        "analyses-full", "too-many-analyses" (the player or the address has asked for too many).
        """


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
