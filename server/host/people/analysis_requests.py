"""Requests about the analysis of finished games."""

from __future__ import annotations

from collections.abc import Callable

from engine.analysis.analyse import begun
from server.host.replay_requests import ReplayRequests
from tui.host.analyses import AnalysisNews
from tui.host.port import Release
from tui.host.refusals import refused


class AnalysisRequests(ReplayRequests):
    """Carries out a player's requests about analyses. Every method raises Refused."""

    async def analyse(self, table: str, _: Callable[[AnalysisNews], None]) -> Release:
        """Have a finished game analysed."""
        begun((await self.replay(table)).course)
        raise refused("analyses-off")
