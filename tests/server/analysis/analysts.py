"""Analysts for tests: each analysis goes on when the test says so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec.structs import replace

from engine.analysis.findings import Analysis
from server.analysis.work import AnalysisProgress, AnalysisTask

EMPTY = Analysis(game="court", seats=2)
WHOLE = replace(EMPTY, done=(1, 2), complete=True)


class ScriptedAnalysts:
    """Makes analyses as the test says."""

    def __init__(self) -> None:
        self.tasks: list[AnalysisTask] = []
        """All that were begun."""
        self.under_way = 0
        self._said: list[asyncio.Queue[AnalysisProgress | Exception | None]] = []

    @asynccontextmanager
    async def analyse(self, task: AnalysisTask) -> AsyncIterator[AsyncIterator[AnalysisProgress]]:
        said: asyncio.Queue[AnalysisProgress | Exception | None] = asyncio.Queue()
        self.tasks.append(task)
        self._said.append(said)
        self.under_way += 1
        try:
            yield _heard(said)
        finally:
            self.under_way -= 1

    def say(self, number: int, stage: AnalysisProgress | Exception | None) -> None:
        """Lets an analysis go on, by the order in which they began; None: it ends."""
        self._said[number].put_nowait(stage)

    def finish(self, number: int) -> None:
        self.say(number, AnalysisProgress(1.0, WHOLE))


async def _heard(said: asyncio.Queue[AnalysisProgress | Exception | None]) -> AsyncIterator[AnalysisProgress]:
    while stage := await said.get():
        if isinstance(stage, Exception):
            raise stage
        yield stage
