"""What each game's board looks like on a page of the web and in a preview, piece by piece."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.court.model.state import Turn
from tests.engine.laurin.positions import layout
from tests.tui import snapshots
from tests.tui.boards.court.court_stage import CourtStage
from tests.tui.boards.court.court_stage import position as court
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage
from tests.tui.boards.intrigue.intrigue_stage import position as queue_of
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.stage import TableStage
from tui.boards import BOARDS
from tui.language.texts import Texts

GARDEN = "1 5/3 d4, 2 3/2' e5, 3 3/2 h8, 1 3/2 a1"


class Drawn:
    """Writes down what is drawn."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def __getattr__(self, piece: str) -> Callable[..., None]:
        return lambda *how: self.said.append(f"{piece} {' '.join(f'{one}' for one in how)}")


def garden(phase: str, *steps: str, **more: Any) -> TableStage:
    stage = LaurinStage(layout(phase, dwarfs=GARDEN, scores=(3, 14, 0), **more))
    for step in steps:
        seat, notation = step.split(maxsplit=1)
        stage.read(int(seat), notation)
    return stage


POSITIONS: dict[str, Callable[[], TableStage]] = {
    "court-before": lambda: CourtStage(court(["farmer"], [], turn=Turn(2, 4))),
    "court-rolled": lambda: CourtStage(
        court(["farmer", "maid"], ["maid"], turn=Turn(1, 0, (1, 3, 5), (6, 6, 4), rolled=True, kept=True))
    ),
    "intrigue": lambda: IntrigueStage(queue_of("2soldier^ | 1heir^+2/3archer^ | 3lord | 1spy", at=1)),
    "intrigue-empty": lambda: IntrigueStage(queue_of(waiting=(1,))),
    "laurin-magic": lambda: garden("magic", offer="haste fog ban", hands="3 2 1,1,2 2"),
    "laurin-bids": lambda: garden("auction", "1 bid 3", hands="3 2 1,1,2 2", king=(3, 5)),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_every_piece_is_where_it_is(name: str) -> None:
    """As a spectator sees it."""
    stage = POSITIONS[name]()
    seen, board = stage.news("Elm"), BOARDS[stage.game.key]
    drawn: Any = Drawn()
    assert board.page
    assert board.sketch
    page = board.page(Texts(), seen, tuple(seat.name for seat in stage.info.seats))
    board.sketch(drawn, seen.view)
    html = re.sub(r"(?=<(?:section|tr|li|div)\b)", "\n", page.board + page.seats).strip()
    snapshots.check(f"page-{name}", "\n".join([html, *drawn.said]))
