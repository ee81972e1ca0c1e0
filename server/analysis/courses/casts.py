"""Casts for all who ask: a few are drawn at once, one for each address, and the others wait for their turn.

Each is drawn part by part, as fast as its client takes it; parts of different casts take turns.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

from server.analysis.courses.fair_order import Asker, FairOrder
from server.analysis.courses.process import CourseFailed, CourseWorker
from server.analysis.courses.work import CastTask
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
        self._order: FairOrder[asyncio.Future[None]] = FairOrder(AT_ONCE, most_of_address=1)

    async def draw(self, task: CastTask, asker: Asker) -> AsyncGenerator[bytes, None]:
        """Yield a cast part by part. Raises Refused ("busy": too many wait; "course-failed")."""
        try:
            async with self._turn(asker), self._worker.work(task) as parts:
                async for part in parts:
                    yield part
        except CourseFailed:
            log.exception("a cast could not be drawn", extra={"table": task.table})
            raise refused("course-failed") from None

    @asynccontextmanager
    async def _turn(self, asker: Asker) -> AsyncIterator[None]:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if len(self._order) >= WAITING:
            self._give_way(asker)
        self._order.add(turn, asker)
        self._begin()
        try:
            await turn
            yield
        finally:
            self._order.remove(turn)
            self._begin()

    def _give_way(self, asker: Asker) -> None:
        """Refuse somebody of the address for which most casts wait."""
        last = self._order.last_of_most(asker)
        if last is None:
            raise refused("busy")
        self._order.remove(last)
        last.set_exception(refused("busy"))

    def _begin(self) -> None:
        while turn := self._order.begin():
            turn.set_result(None)
