"""The rulebook's examples: the first cards, a covered card of round 2, a resolution, a chain.

Chris is seat 1, Deborah seat 2, Peter seat 3.
"""

from engine.chance import ScriptedChance
from engine.game import Setup
from engine.intrigue.game import GAME
from engine.intrigue.model.events import Collected, Gained, Left, Removed, Revealed
from engine.intrigue.model.state import Options
from tests.engine.intrigue.positions import asked, choices, gains, play, position, written

DEAL = "1 archer lord spy archer lord conspiracy ambush decree spy"


def test_the_first_round_of_cards():
    """Chris opens the queue, Deborah plays left of it, Peter could do either and plays behind."""
    state = GAME.start(Setup(3, Options()), ScriptedChance(DEAL.split())).state
    assert {text.split()[-1] for text in choices(state)} == {"front"}
    state, _ = play(state, "play conspiracy front", "play heir front")
    assert {text.split()[-1] for text in choices(state)} == {"front", "end"}
    state, _ = play(state, "play lord end")
    assert written(state.queue) == "2heir | 1conspiracy | 3lord"


def test_in_the_second_round_deborah_covers_her_heir():
    """Her card on it is resolved; the Heir only if the card on it goes away."""
    state = position("2heir^ | 1conspiracy+1 | 3lord", waiting=[2])
    state, _ = play(state, "play spy on 1")
    assert written(state.queue) == "2spy/2heir^ | 1conspiracy+1 | 3lord"
    before = state
    state, _ = play(state, "leave", "leave", "leave")
    assert gains(before, state) == {}, "the covered Heir did nothing"


def test_the_example_of_a_resolution():
    """Chris leaves his card, Deborah's Soldier removes his other one, an Heir with 1 influence."""
    before = position("1lord | 2soldier+1 | 1heir+1 | 3spy", at=1)
    state, events = play(before, "leave")
    assert events == [Left(1, 1, 1)]
    assert asked(state) == "2 reveal"
    state, events = play(state, "reveal")
    assert events == [Revealed(2, 2, "soldier")]
    assert choices(state) == ["remove 1", "remove 3"]
    state, events = play(state, "remove 3")
    assert events == [
        Removed(2, "soldier", 3, 1, "heir", False, 1),
        Gained(2, "soldier", 1),
        Collected(2, "soldier", 1),
    ]
    assert written(state.queue) == "1lord+1 | 2soldier^ | 3spy"
    assert gains(before, state) == {2: 2}
    assert state.discards == (("heir",), (), ())
    assert asked(state) == "3 reveal"


def test_under_a_one_time_card_the_next_is_resolved_and_else_the_next_in_the_row():
    """Both pictures beside the rule."""
    state, _ = play(position("1ambush/1lord | 2spy", at=1), "reveal")
    assert asked(state) == "1 reveal"
    state, _ = play(position("1ambush | 2spy", at=1), "reveal")
    assert asked(state) == "2 reveal"


def test_a_card_on_another_protects_it_and_brings_a_soldier_into_the_middle():
    """The rulebook's hints on stacks."""
    state = position("2heir | 1heir^ | 2lord", waiting=[1])
    state, _ = play(state, "play soldier on 2", "leave", "reveal", "remove 3")
    assert written(state.queue) == "2heir+1 | 1soldier^/1heir^"
    state, _ = play(position("2heir | 1soldier/1heir^ | 2soldier", at=3), "reveal")
    assert state.discards[0] == ("soldier",), "the Heir below is safe"
