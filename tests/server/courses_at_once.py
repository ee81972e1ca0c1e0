"""A worker of ended games for tests: it works in this very process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager

from engine.game import AnyGame
from server.analysis.courses.work import Task, parts


class CoursesAtOnce:
    """Works out everything as soon as it is asked for, as `CourseWorker` does."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._games = games
        self.tasks: list[Task] = []
        """All that were begun."""

    @asynccontextmanager
    async def work(self, task: Task) -> AsyncIterator[AsyncIterator[bytes]]:
        self.tasks.append(task)
        async with aclosing(parts(task, self._games)) as found:
            yield found

    async def close(self) -> None:
        pass
