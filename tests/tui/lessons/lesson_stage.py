"""Somebody at a lesson of a real host in a simulation: on the screen, or in plain mode."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from engine.game import AnyGame
from engine.lessons import Lesson
from engine.registry import GAMES
from server.host.port import HostPort
from tests.server.simulation import ADA, Simulation
from tests.tui.stage import StagePlayer
from tui.app.app import CrownApp
from tui.host.pictures import LessonStep, TableSnapshot
from tui.language.texts import Texts
from tui.screens.table.table_screen import TableScreen

WITH_LESSONS = [game for game in GAMES.values() if game.lesson]


def lesson_of(game: AnyGame) -> Lesson:
    assert game.lesson is not None
    return game.lesson


class LessonApp(CrownApp):
    """The real app, which begins at the lesson's table."""

    table = ""

    def first_screen(self) -> Any:
        return TableScreen(self.table)


class Pupil(StagePlayer):
    """Somebody on the screen of a lesson."""

    table: str
    port: HostPort

    @property
    def snapshot(self) -> TableSnapshot:
        seen: list[TableSnapshot] = []
        self.port.follow_table(self.table, seen.append)()
        return seen[-1]

    @property
    def step(self) -> LessonStep:
        assert self.snapshot.lesson is not None
        return self.snapshot.lesson

    async def waits(self) -> None:
        """Others play until the learner has something to do, or the lesson is over."""
        for _ in range(200):
            await self.pilot.pause()
            snapshot = self.snapshot
            step = snapshot.lesson
            if step is None or step.is_read or snapshot.ask or snapshot.info.stage == "over":
                await self.pilot.pause()
                return
            await asyncio.sleep(0)
        raise AssertionError(self.text)


@asynccontextmanager
async def pupil(
    game: str, size: tuple[int, int] = (80, 24), language: str = "en", stage: Simulation | None = None
) -> AsyncIterator[Pupil]:
    """A player at the lesson of a game."""
    stage = stage or Simulation(games=GAMES)
    port, leave = stage.enter(ADA)
    table = await port.learn(game)
    app = LessonApp(port, Texts(language))
    app.table = table
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        found = Pupil(app, pilot)
        found.table, found.port = table, port
        await found.waits()
        yield found
    leave()
