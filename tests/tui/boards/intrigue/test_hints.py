"""At every step of intrigue a beginner reads what could be done and why, on the screen and in plain mode."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.intrigue.model.cards import KINDS, ROUNDS
from engine.intrigue.model.state import Kind, State
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage, position
from tests.tui.plain.typist import Typist
from tests.tui.stage import NO_HINTS, TABLE, StagePort, seated
from tui.boards.intrigue.panels.state_line import rule
from tui.boards.intrigue.play import hints
from tui.boards.intrigue.play.intents import Moving, Placing
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.language.texts import LANGUAGES, Texts

ROW = 78
"""Cells of a row in the log of the smallest window."""
KEYS = re.compile(r"\bEnter\b|\bBackspace\b|\bTab\b|/\w|\^|\bpress\b")
OPEN = "2lord^ | 1heir | 3soldier^"

STEPS: dict[str, State] = {
    "the queue resolves from its front": position("", waiting=(1,)),
    "at the front you act first": position("2lord^ | 3heir", waiting=(1,)),
    "front, end, or on top of your own card": position(OPEN, waiting=(1,)),
    "last round: influence left on cards is lost": position(OPEN, waiting=(1,), now=ROUNDS),
    "the place of a face-down card is a clue": position(OPEN, waiting=(2,)),
    "face-up cards take effect in every round": position("2heir | 1lord", at=1),
    "revealed now it brings you 3": position("1lord+2 | 2heir", at=1),
    "revealed now it brings nothing": position("2heir^ | 1heir", at=2),
    "revealed, you choose whom it hits": position("1assassination | 2heir^ | 3spy^", at=1),
    "face down it waits for others to remove it": position("1ambush | 2heir^", at=1),
    "last round: the influence on a card that stays": position("1lord+2 | 2heir", at=1, now=ROUNDS),
    "a face-down card may be an Ambush": position("2heir | 1assassination^", at=2, effect="assassination"),
    "with a card its influence is gone": position("2heir^+2 | 1archer^ | 1spy", at=2, effect="archer"),
    "face-up cards work again each round": position("2heir^ | 1soldier^", at=2, effect="soldier"),
    "the copied effect is yours": position("2spy^ | 1shapeshifter^ | 3lord^", at=2, effect="shapeshifter"),
    "what you steal counts twice": position("2heir | 1spy^ | 3lord^", at=2, effect="spy"),
    "a card takes its influence along": position("2heir | 1decree^ | 3lord^", at=2, effect="decree"),
}
"""How the hint begins, and the position in which it is given."""


def model_of(state: State, language: str = "en") -> ViewModel:
    return ViewModel(Texts(language), IntrigueStage(state).news("Amber"))


@pytest.mark.parametrize("begins", STEPS)
async def test_every_question_has_its_hint(begins: str):
    """In the last row above the prompt, and in plain mode the same without keys."""
    stage = IntrigueStage(STEPS[begins])
    async with seated(stage, settings={}) as player:
        assert player.rows[-3].startswith(f" Hint: {begins}"), player.text
    assert hints.tip(model_of(STEPS[begins])).startswith(begins)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_fits_into_a_row(language: str):
    """With the word before it, whatever is being done; for plain mode it names no key."""
    texts = Texts(language)
    word = texts._("Hint: {hint}", hint="")
    intents = [NoIntent(), Moving(1), Confirming(None, NoIntent()), *map(Placing, KINDS)]
    for state in (*STEPS.values(), position("1lord^"), position("2lord^", waiting=(2,), now=1)):
        model = model_of(state, language)
        for intent in intents:
            said = hints.hint(model, intent)
            assert said, (state, intent)
            assert cell_len(word + said) <= ROW, said
        assert not KEYS.search(hints.tip(model)), hints.tip(model)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_card_to_be_placed_has_a_hint_of_its_own(kind: Kind):
    """Where it is worth most, and why."""
    state = position(OPEN, waiting=(1,))
    model = model_of(state)
    others = {hints.hint(model, Placing(other)) for other in KINDS if other != kind}
    assert hints.hint(model, Placing(kind)) not in others


async def test_whoever_knows_the_game_asks_for_a_hint():
    """With T or /hint; the next key brings the prompt back."""
    stage = IntrigueStage(position(OPEN, waiting=(1,)))
    async with seated(stage, settings={"finished-intrigue": "3"}) as player:
        assert "Hint: " not in player.text
        for ask in ("T", "/hint"):
            await (player.press(ask) if ask == "T" else player.type("hint"))
            assert player.prompt.startswith("Hint: front, end, or on top of your own card")
            await player.press("right")
            assert player.prompt == "Choose a card from your hand to play face down."


async def test_who_watches_gets_no_hint():
    """It would be about somebody else's cards."""
    async with seated(IntrigueStage(position(OPEN, waiting=(1,))), "Wren", settings={}) as player:
        assert "Hint: " not in player.text
        await player.type("hint")
        assert player.prompt == "Hints are only given during a game."


async def test_plain_mode_says_the_hint_with_the_question():
    """Before the list; not again as long as it is the same; /hint says it whenever it is asked for."""
    stage = IntrigueStage(position(OPEN, waiting=(1, 2, 3)))
    amber = Typist(StagePort(stage, "Amber"), goto=f"watch {TABLE}")
    await amber.settle()
    said = "Hint: front, end, or on top of your own card, which then has no effect"
    assert amber.fresh().count(said) == 1
    assert said not in await amber.enters("look")
    assert await amber.enters("/hint") == [said]


async def test_plain_mode_is_silent_for_those_who_know_the_game():
    """Until they ask."""
    port = StagePort(IntrigueStage(position(OPEN, waiting=(1, 2, 3))), "Amber")
    port.me = replace(port.me, settings=NO_HINTS)
    amber = Typist(port, goto=f"watch {TABLE}")
    await amber.settle()
    assert not any(line.startswith("Hint: ") for line in amber.fresh())
    assert (await amber.enters("/hint"))[0].startswith("Hint: front, end")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_yet_to_play_stays_where_it_is_while_a_card_is_placed(language: str):
    """What explains the places takes no more room than what it stands in for, or none that is needed."""
    model = model_of(position(OPEN, waiting=(1, 2, 3, 4), seats=4), language)
    idle, aiming = ("".join(text for text, _ in rule(model, 80, aiming=aims)) for aims in (False, True))
    called = model.texts._("yet to play:")
    assert called in idle
    assert aiming[aiming.index(called) :] == idle[idle.index(called) :]
