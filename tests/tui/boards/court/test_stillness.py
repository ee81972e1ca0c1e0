"""Nothing on the screen moves because somebody else did something: panels, cards and names stay put."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine.court.model.cards import KINDS
from engine.court.model.state import Final, Result, Turn
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.boards.court.test_looks import HOUSES
from tests.tui.stage import NAMES, StagePlayer, seated
from tui.boards.court.words import names
from tui.host.port import ChatLine, Proposal
from tui.language.texts import Texts

Where = dict[str, object]
PANELS = ("header", "court", "seats", "tray", "worth", "log", "talk", "line")


def where(player: StagePlayer) -> Where:
    """Where panels, cards, and the names and first cards of seats stand."""
    here = {panel: player.app.screen.query(f"#{panel}") for panel in PANELS}
    found: Where = {panel: nodes.first().region for panel, nodes in here.items() if nodes}
    width = player.app.screen.query_one("#court").size.width
    rows = [row[:width] for row in player.rows]
    court = rows[player.row_of("court") : player.row_of("seats")]
    for kind in KINDS:
        word = names.name(Texts(), kind)
        found[kind] = next((row, text.index(word)) for row, text in enumerate(court) if word in text)
    for seat in NAMES:
        row = next(row for row in rows[player.row_of("seats") :] if f" {seat} " in row)
        cards = re.search(r" (?:\d+|\d+×\d|\d+ dice|\d+ die)  (\w)", row)
        found[seat] = row.index(seat), cards.start(1) if cards else 0
    return found


def whole_turn(stage: CourtStage) -> None:
    stage.read(2, "roll", "keep 6 6", "use guard", "roll", "keep 4 4 4", "take lady")


def talk(stage: CourtStage) -> None:
    for number in range(9):
        stage.say(ChatLine("Birch", f"what a throw, number {number}", float(number)))


def comings_and_goings(stage: CourtStage) -> None:
    stage.change(watching=3)
    stage.seat(3, replace(stage.info.seats[2], away_since=stage.time))
    stage.time += 700
    stage.change(lendable=(3,))


def wishes(stage: CourtStage) -> None:
    stage.change(proposals=(Proposal("abandon", (2,)),))
    stage.notice = "The host goes down at noon."
    stage.tell()


def middle() -> CourtStage:
    return CourtStage(position(*HOUSES, turn=Turn(2, 4)), "6 6 1 1 4 4 4")


def final() -> CourtStage:
    mark = Final(queen=5, king=5, mark=Result(5, 7, 4), begun=True, results=(Result(4, 6, 2),))
    houses = (*HOUSES[:4], (*HOUSES[4], "king", "queen"))
    return CourtStage(position(*houses, turn=Turn(2, 4), final=mark), "6 6 6 6")


def last_try(stage: CourtStage) -> None:
    stage.read(2, "roll", "keep 6 6 6 6", "stand")


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (140, 45)])
@pytest.mark.parametrize(
    ("begin", "happens"),
    [(middle, talk), (middle, comings_and_goings), (middle, wishes), (middle, whole_turn), (final, last_try)],
)
@pytest.mark.parametrize("settings", [{}, {"hints": "off"}])
async def test_nothing_moves_when_others_act(
    size: tuple[int, int],
    begin: Callable[[], CourtStage],
    happens: Callable[[CourtStage], None],
    settings: dict[str, str],
):
    """With and without tips, at every size."""
    stage = begin()
    async with seated(stage, size=size, settings=settings) as player:
        before = where(player)
        happens(stage)
        await player.pilot.pause()
        assert where(player) == before
