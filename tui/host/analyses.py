"""What a host shows of the analysis of a finished game, which other processes make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from engine.analysis.findings import Analysis


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
