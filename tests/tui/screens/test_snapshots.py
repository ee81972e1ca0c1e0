"""What a table tells is painted for one seat after the other, each in the turn that takes it in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from engine.court.model.moves import Roll
from engine.court.model.state import Turn
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.lines import RecordingLine, client
from tests.tui.stage import TABLE, StagePort
from tui.app.terminal_session import TerminalSession
from tui.host.port import TableSnapshot
from tui.screens.table.table_screen import TableScreen

SEATS = ("Amber", "Birch")


class CourseLine(RecordingLine):
    """A line that says when something is written on it."""

    def __init__(self, seat: str, course: list[tuple[str, str]]) -> None:
        super().__init__()
        self._seat, self._course = seat, course

    def write(self, data: bytes, reached: Callable[[], object] | None = None) -> None:
        super().write(data, reached)
        self._course.append(("shown", self._seat))


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_news_are_painted_where_they_are_taken_in(monkeypatch: pytest.MonkeyPatch):
    """The first seat has its last byte before the next one's screen hears of the step, so that a busy
    table does not wait, stage by stage, for all others.
    """
    course: list[tuple[str, str]] = []
    see = TableScreen._hear

    def seen(screen: TableScreen, news: TableSnapshot) -> None:
        course.append(("taken in", screen.session.port.name))
        see(screen, news)

    monkeypatch.setattr(TableScreen, "_hear", seen)
    stage = CourtStage(position((), (), turn=Turn(2, 4)), dice="6 4 4 2")
    sessions = [TerminalSession(StagePort(stage, seat), client(), CourseLine(seat, course)) for seat in SEATS]
    tasks = [asyncio.ensure_future(session.run()) for session in sessions]
    await turns(200)
    for session in sessions:
        app = session._app
        assert app is not None
        app.call_later(app.go_table, TABLE)
    await turns(300)
    course.clear()
    stage.play(2, Roll())
    await turns(100)
    for session in sessions:
        session.hang_up()
    await asyncio.gather(*tasks)
    amber, birch = SEATS
    firsts = list(dict.fromkeys(course))  # not what a second changes that passes meanwhile
    assert firsts == [("taken in", amber), ("shown", amber), ("taken in", birch), ("shown", birch)]
