"""Games to look at again, for tests: recorded ones, behind a port that plays on where it is told to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.game import Refused
from engine.records.course import read_course
from engine.records.header import read_header
from engine.registry import GAMES
from server.log import continuation
from tests.tui.scripted_port import ScriptedPort
from tui.host.pictures import ReplayedGame

RECORDS = Path(__file__).parents[2] / "records"
NAMES = {
    **{read_header(path.read_text("utf-8")).game: path.stem for path in sorted(RECORDS.glob("*.record"))},
    "court": "two-pages",
    "intrigue": "intrigue-five",
    "laurin": "laurin-magic",
}
"""A record of each game."""


def replayed(game: str, seat: int | None = 1, record: str = "") -> ReplayedGame:
    """A game as its player looks at it again; `record`: another one than usual."""
    text = (RECORDS / f"{record or NAMES[game]}.record").read_text("utf-8")
    return ReplayedGame("5f0c2a9e", read_course(text, GAMES), seat)


class ReplayPort(ScriptedPort):
    """Has one ended game."""

    def __init__(self, game: ReplayedGame, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.game = game
        self.refuses: Refused | None = None
        """What odds are refused with."""
        self.odds_asked: list[tuple[str, int, int | None]] = []
        self.played_on: list[tuple[str, int, int]] = []

    async def finished(self, table: str) -> tuple[ReplayedGame, None]:
        return await self.replay(table), None

    async def replay(self, table: str) -> ReplayedGame:
        assert table == self.game.id
        return self.game

    async def odds_then(self, table: str, position: int, seat: int | None, effort: int = 0) -> Any:
        self.odds_asked.append((table, position, seat, *([effort] if effort else [])))
        if self.refuses:
            raise self.refuses
        calculator = self.game.course.game.odds_calculator
        assert calculator is not None
        return calculator.odds(self.game.course.at(position).view(seat))

    async def check_play_on(self, table: str, position: int, seat: int) -> None:
        del table
        continuation.check(self.game.course, position, seat)

    async def play_on(self, table: str, position: int, seat: int) -> str:
        self.played_on.append((table, position, seat))
        return "t1"
