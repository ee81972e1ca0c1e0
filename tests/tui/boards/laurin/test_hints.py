"""At every question of laurin a beginner reads what could be done and why, on the screen and in plain."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from rich.cells import cell_len

from tests.engine.laurin.positions import layout
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.plain.typist import Typist
from tests.tui.stage import TABLE, StagePort, seated
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.boards.laurin.play import hints
from tui.boards.laurin.play.intents import (
    ChoosingExchange,
    ChoosingMove,
    ChoosingStandingAnswers,
    MovingDwarfs,
)
from tui.boards.laurin.play.view_model import ViewModel
from tui.language.texts import LANGUAGES, Texts

ROW = 78
"""Cells of a row in the log of the smallest window."""
KEYS = re.compile(r"\bEnter\b|\bBackspace\b|\bTab\b|/\w|\bpress\b")
DWARFS = "1 5/3 c4, 1 3/2 e5, 2 3/2 d5, 3 1/1 e4"
FAR = "1 5/3 a1, 2 3/2 h8"
"""Nobody can score."""


def auction(*moves: str, dwarfs: str = DWARFS, magic: str = "", hands: str = "3 3,2 2,1 1") -> LaurinStage:
    """An auction after these moves: a seat's number, then notation."""
    stage = LaurinStage(layout("auction", dwarfs=dwarfs, hands=hands, magic=magic))
    for move in moves:
        seat, text = move.split(" ", 1)
        stage.read(int(seat), text)
    return stage


WON = ("1 bid 3", "2 pass", "3 pass")
FREE = ("1 pass", "2 pass", "3 pass")
PASSED = (*FREE, "1 pass", "2 pass")
STEPS: dict[str, Callable[[], LaurinStage]] = {
    "treasure spent on magic is missing": lambda: LaurinStage(
        layout("magic", offer="haste fog ban", hands="3 2 1 1,2,2")
    ),
    "you can't pay for any of them": lambda: LaurinStage(
        layout("magic", offer="haste fog ban", hands="1,2,2")
    ),
    "they place and move by it": lambda: LaurinStage(layout("movement", drawn="h1a v2a h3a")),
    "only dwarfs next to the King score": lambda: LaurinStage(layout("placing", dwarfs=DWARFS)),
    "bring dwarfs to where the King can go": lambda: LaurinStage(layout("moving", dwarfs=DWARFS)),
    "the best King's move would bring you": auction,
    "no King's move would bring you points": lambda: auction(dwarfs=FAR),
    "take back your highest cards": lambda: auction(
        "1 bid 3 3", "2 bid 2 2 3", "3 pass", hands="3 3,3 2 2,1"
    ),
    "at best you score": lambda: auction(*WON),
    "no move brings you points": lambda: auction(*WON, dwarfs=FAR),
    "magic can still change who scores": lambda: auction(
        "1 pass", "2 bid 2", "3 pass", "2 king 1 west", magic="fog"
    ),
    "each magic card works once": lambda: LaurinStage(
        layout("placing", dwarfs=DWARFS, magic="ban", starter=2)
    ),
    "a Counterspell is worth it only": lambda: auction(
        *("1 pass", "2 bid 2", "3 pass", "2 king 1 west", "2 haste north"), magic="counter,haste"
    ),
    "watch where others gather": lambda: LaurinStage(layout("moving", dwarfs=DWARFS, starter=2)),
    "bids stay secret": lambda: auction("1 pass"),
    "treasure pays for magic": lambda: LaurinStage(
        layout("magic", offer="haste fog ban", hands="3 2 1 1,2,2", starter=2)
    ),
}
"""How the hint begins, and the table at which it is given."""
INTENTS = (
    NoIntent(),
    Confirming(None, NoIntent()),
    MovingDwarfs(),
    ChoosingMove("pay", "haste", ()),
    ChoosingMove("give", "h1a", ()),
    ChoosingMove("cast", "haste", ()),
    ChoosingExchange(),
    ChoosingStandingAnswers(),
)


@pytest.mark.parametrize("begins", STEPS)
async def test_every_question_has_its_hint(begins: str):
    """In the last row above the prompt, and in plain mode the same without keys."""
    stage = STEPS[begins]()
    async with seated(stage, settings={}) as player:
        assert player.rows[-3].startswith(f" Hint: {begins}"), player.text
    assert hints.tip(ViewModel(Texts("en"), stage.news("Amber"))).startswith(begins)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_fits_into_a_row(language: str):
    """With the word before it, whatever is being done; for plain mode it names no key."""
    texts = Texts(language)
    word = texts._("Hint: {hint}", hint="")
    first = LaurinStage(layout("moving", dwarfs=DWARFS, starter=2, round=1))
    for stage in (first, *(stage() for stage in STEPS.values())):
        model = ViewModel(texts, stage.news("Amber"))
        for intent in INTENTS:
            said = hints.hint(model, intent)
            assert said, intent
            assert cell_len(word + said) <= ROW, said
        assert not KEYS.search(hints.tip(model)), hints.tip(model)


async def test_plain_mode_says_the_hint_with_the_question():
    """Before the list; not again as long as it is the same; /hint says it whenever it is asked for."""
    stage = STEPS["the best King's move would bring you"]()
    amber = Typist(StagePort(stage, "Amber"), goto=f"watch {TABLE}")
    await amber.settle()
    said = next(line for line in amber.fresh() if line.startswith("Hint: "))
    assert said.startswith("Hint: the best King's move would bring you ")
    assert said not in await amber.enters("look")
    assert await amber.enters("/hint") == [said]
