"""Every refusal of court: one example each, with the parameters its wording can use."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.chance import ScriptedChance
from engine.court import queries
from engine.court.game import GAME
from engine.court.model.moves import AddDie, Keep, Raise, RaiseEach, Reroll, Shift, Spread, TurnDie
from engine.court.model.refusals import PARAMS, Code
from engine.court.model.state import Options
from engine.game import Ask, Refused, Setup
from tests.engine.court.positions import StepPlayer, finale, layout
from tests.engine.refusal_checks import an_example_carries_its_parameters, the_codes_are_complete

ROLLED = layout(
    "farmer craftsman queen jester maid philosopher astronomer magician alchemist lady guard",
    active="125", aside="1", used="guard",
)  # fmt: skip
FIRST = layout("craftsman queen", others="jester")
RESULT = layout("farmer", aside="222", stock_left={"hunter": 0})


def move(state: Any, chosen: Any, seat: int = 1) -> Callable[[], Any]:
    def checked() -> Refused | None:
        view = GAME.view(state, seat)
        return GAME.check(view, GAME.parse(chosen, view) if isinstance(chosen, str) else chosen)

    return checked


def text(typed: str) -> Callable[[], Any]:
    return lambda: GAME.parse(typed, GAME.view(ROLLED, 1))


def deal(seats: int, **options: Any) -> Callable[[], Any]:
    return lambda: GAME.start(Setup(seats, Options(**options)), ScriptedChance([]))


EXAMPLES: dict[Code, Callable[[], Any]] = {
    "seats-not-possible": deal(6),
    "option-not-possible": deal(2, rounds=0),
    "not-asked": lambda: GAME.play(ROLLED, Ask(6, 1, "dice"), Keep((1,)), ScriptedChance([])),
    "game-over": move(StepPlayer(layout(aside="1", final=finale())).play("stand").state, "roll"),
    "not-your-turn": move(ROLLED, "keep 1", seat=2),
    "unreadable": text("fold"),
    "unknown-card": text("take duke"),
    "no-power": text("use farmer"),
    "wrong-form": text("keep"),
    "not-before-first-roll": move(FIRST, "keep 1"),
    "only-before-first-roll": move(layout(active="1", final=finale()), "concede"),
    "must-keep-first": move(ROLLED, "roll"),
    "no-active-dice": move(RESULT, "roll"),
    "dice-still-active": move(ROLLED, "take jester"),
    "no-dice-named": move(ROLLED, Keep(())),
    "not-sorted": move(ROLLED, Keep((5, 1))),
    "not-active": move(ROLLED, "keep 1 1 6"),
    "no-such-face": move(ROLLED, AddDie("queen", 7)),
    "not-owned": move(ROLLED, "use bishop"),
    "already-used": move(ROLLED, "use guard"),
    "no-choice": lambda: queries.usable_powers(GAME.view(layout("maid", active="6"), 1))["maid"],
    "adds-after-first-roll": move(layout("guard", edition="en"), "use guard"),
    "no-die-left": move(layout("guard", active="1", aside="11111111111"), "use guard"),
    "face-not-chosen": move(ROLLED, AddDie("craftsman", 1)),
    "queen-needs-face": move(ROLLED, "use queen"),
    "queen-rolls-it": move(FIRST, AddDie("queen", 6)),
    "jester-one-die": move(ROLLED, Reroll("jester", (1, 2))),
    "maid-adds-one-to-three": move(ROLLED, Raise(1, 4)),
    "needs-two-dice": move(layout("philosopher", active="5"), Shift(5, 1, 1)),
    "needs-pips": move(ROLLED, Shift(5, 1, 0)),
    "die-would-pass-six": move(ROLLED, Raise(5, 2)),
    "die-below-one": move(ROLLED, Shift(2, 1, 2)),
    "astronomer-needs-aside": move(layout("astronomer", active="12"), TurnDie("astronomer", 1, 2)),
    "face-not-aside": move(ROLLED, TurnDie("astronomer", 1, 2)),
    "already-shows": move(ROLLED, TurnDie("magician", 2, 2)),
    "alchemist-two-or-three": move(ROLLED, Spread((5,), (5,))),
    "sum-must-stay": move(ROLLED, Spread((5, 1), (4, 1))),
    "nothing-changes": move(ROLLED, Spread((5, 1), (5, 1))),
    "final-round-no-cards": move(layout(aside="11", final=finale()), "take farmer"),
    "not-final-round": move(RESULT, "stand"),
    "queen-never-alone": move(RESULT, "take queen"),
    "king-taken": move(layout(aside="2222222", final=finale(begun=False)), "take king"),
    "no-unflipped-jester": move(RESULT, "take charlatan"),
    "already-own": move(RESULT, "take farmer"),
    "sold-out": move(RESULT, "take hunter"),
    "condition-not-met": move(RESULT, "take knight"),
}


def test_every_code_has_an_example_and_its_parameters():
    """The table of codes is complete both ways."""
    the_codes_are_complete(EXAMPLES, PARAMS, Code)


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_refusal_carries_the_parameters_its_code_promises(code):
    """Its wording in any language may rely on them."""
    an_example_carries_its_parameters(EXAMPLES, PARAMS, code)


def test_a_refusal_names_the_dice_that_are_not_there():
    """Two 1s were wanted and one is active."""
    refused = StepPlayer(ROLLED).refusal("keep 1 1 6")
    assert refused == Refused("not-active", {"dice": (1, 6)})


def test_a_die_that_would_pass_six_is_named_with_the_card():
    """The first of several."""
    refused = StepPlayer(layout("lady", active="166")).refusal(RaiseEach("lady", (1, 6, 6)))
    assert refused == Refused("die-would-pass-six", {"card": "lady", "face": 6})
