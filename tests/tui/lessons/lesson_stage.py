"""Somebody at a lesson of a real host in a simulation: on the screen, or in plain mode."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from engine.game import AnyGame
from engine.lessons import Lesson
from engine.registry import GAMES
from server.host.port import HostPort
from tests.server.simulation import ADA, Simulation
from tests.tui.stage import StagePlayer
from tui.app.app import CrownApp
from tui.boards.intrigue.panels.hand import Hand
from tui.boards.intrigue.panels.queue import Queue
from tui.boards.intrigue.play.intents import QueueSpot
from tui.boards.laurin.panels.garden import Garden
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

    async def does(self, keys: str) -> None:
        """Presses keys, with arrows until the cursor is where `card:`, `place:`, `on:` and `square:` say."""
        for key in keys.split():
            where, _, goal = key.partition(":")
            if goal:
                await self._aims(where, goal)
            else:
                await self.press(key)

    async def _aims(self, where: str, goal: str) -> None:
        if where == "square":
            garden = self.app.screen.query_one(Garden)
            await self._across(lambda: garden.cursor[0], goal[0])
            await self._across(lambda: garden.cursor[1], goal[1], "down", "up")
        elif where == "card":
            hand = self.app.screen.query_one(Hand)
            await self._around(lambda: hand.card is not None and hand.card.key == goal)
        else:
            queue = self.app.screen.query_one(Queue)
            await self._around(lambda: queue.stop == QueueSpot(int(goal)))

    async def _across(
        self, at: Callable[[], str], goal: str, lower: str = "left", higher: str = "right"
    ) -> None:
        for _ in range(9):
            if at() == goal:
                return
            await self.press(higher if at() < goal else lower)
        raise AssertionError(self.text)

    async def _around(self, there: Callable[[], bool]) -> None:
        """Goes left as far as there is anything, then right."""
        for key in (*["left"] * 12, *["right"] * 12, "up", *["left"] * 12, "down", *["left"] * 12):
            if there():
                return
            await self.press(key)
        assert there(), self.text

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
