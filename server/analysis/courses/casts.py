"""Casts for all who ask: a few are drawn at once, one for each address, and the others wait for their turn.

Each is drawn part by part, as fast as its client takes it; parts of different casts take turns.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator

from server.analysis.courses.process import CourseFailed, CourseWorker
from server.analysis.courses.work import CastTask
from server.budget.fair_order import Asker, FairTurns
from tui.host.refusals import refused

log = logging.getLogger(__name__)

AT_ONCE = 4
"""Casts that are drawn at once."""
WAITING = 100
"""Casts that wait at most; then the address with most of them has one less."""


class Casts:
    """Has casts drawn by a worker."""

    def __init__(self, worker: CourseWorker) -> None:
        self._worker = worker
        self._turns = FairTurns(AT_ONCE, most_of_address=1)

    async def draw(self, task: CastTask, asker: Asker) -> AsyncGenerator[bytes, None]:
        """Yield a cast part by part. Raises Refused ("busy": too many wait; "course-failed")."""
        if len(self._turns) >= WAITING:
            self._give_way(asker)
        try:
            async with self._turns.turn(asker), self._worker.work(task) as parts:
                async for part in parts:
                    yield part
        except CourseFailed:
            log.exception("a cast could not be drawn", extra={"table": task.table})
            raise refused("course-failed") from None

    def _give_way(self, asker: Asker) -> None:
        """Refuse somebody of the address for which most casts wait."""
        last = self._turns.last_of_most(asker)
        if last is None:
            raise refused("busy")
        self._turns.remove(last)
        last.set_exception(refused("busy"))
