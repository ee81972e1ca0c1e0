"""Requests about the analysis of finished games: who may replay a game may have it analysed."""

from __future__ import annotations

from collections.abc import Callable

from engine.analysis.analyse import begun
from engine.records.course import Course
from engine.records.record import Record
from engine.records.writing import write
from server.analysis.desk import WantedAnalysis
from server.host.requests.replay_requests import ReplayRequests
from tui.host.analyses import AnalysisNews
from tui.host.port import Release


class AnalysisRequests(ReplayRequests):
    """Carries out a player's requests about analyses. Every method raises Refused."""

    async def analyse(self, table: str, listener: Callable[[AnalysisNews], None]) -> Release:
        game, services = await self.replay(table), self._services
        begun(game.course)
        player = self._me.player
        limit = services.limits.guest_analyses if player.guest else services.limits.analyses
        wanted = WantedAnalysis(
            table=game.id,
            record=lambda: services.games.record(game.id) or _record(game.course),
            seat=game.your_seat,
            asker=self._asker,
            charge=lambda: limit.count(player.id, self.now()),
        )
        return await services.analyses.follow(wanted, listener)


def _record(course: Course) -> str:
    """Return the record of a game that was never a table here."""
    return write(Record(course.header, tuple(course.steps), None))
