"""Set-up and rounds: what everybody begins with, who plays when, how long a game lasts."""

from itertools import pairwise

import pytest

from engine.chance import ScriptedChance
from engine.game import Refused, Setup
from engine.intrigue.game import GAME
from engine.intrigue.model.cards import KINDS
from engine.intrigue.model.state import Options
from tests.engine.intrigue.positions import asked, play
from tests.engine.seeded_chance import luck

DEAL = "2 soldier lord archer heir spy ambush decree conspiracy assassination"
"""Seat 2 has the crown; three cards leave for each of three seats."""


def dealt(tokens=DEAL, seats=3):
    chance = ScriptedChance(tokens.split())
    step = GAME.start(Setup(seats, Options()), chance)
    chance.finish()
    return step.state


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_begins_with_seven_of_the_same_ten_cards_and_one_influence(seats):
    """Three at random leave the game; the seven others are the hand."""
    state = GAME.start(Setup(seats, Options()), luck(seats)).state
    assert state.influence == (1,) * seats
    assert state.queue == ()
    for hand, out in zip(state.hands, state.out, strict=True):
        assert (len(hand), len(out)) == (7, 3)
        assert {*hand, *out} == set(KINDS)
    assert len(set(state.out)) > 1, "not the same three for everybody"


def test_chance_gives_the_crown_and_then_the_cards_that_leave():
    """In the order of seats, as a record writes it."""
    state = dealt()
    assert state.crown == 2
    assert state.out == (
        ("archer", "lord", "soldier"),
        ("ambush", "heir", "spy"),
        ("assassination", "decree", "conspiracy"),
    )
    assert state.hands[0] == (
        "assassination",
        "decree",
        "shapeshifter",
        "ambush",
        "conspiracy",
        "heir",
        "spy",
    )


def test_a_card_leaves_the_game_only_once():
    """A family has one card of each kind."""
    with pytest.raises(Exception, match="impossible"):
        dealt("2 soldier soldier archer heir spy ambush decree conspiracy assassination")


def test_from_the_crown_clockwise_everybody_plays_one_card():
    """Then the queue is resolved, then the crown passes clockwise."""
    state = dealt()
    order = []
    while state.round == 1:
        order.append(asked(state))
        card = state.hands[state.waiting[0] - 1][0] if state.waiting else ""
        state, _ = play(state, f"play {card} end" if card else "leave")
    assert order == ["2 play", "3 play", "1 play", "2 reveal", "3 reveal", "1 reveal"]
    assert (state.round, state.crown) == (2, 3)
    assert asked(state) == "3 play"


def test_the_crown_passes_from_the_last_seat_to_the_first():
    state = dealt()
    crowns = [state.crown]
    while GAME.asks(state):
        [ask] = GAME.asks(state)
        state = GAME.play(state, ask, ask.timeout_move, luck(0)).state
        crowns.append(state.crown)
    assert list(dict.fromkeys(crowns)) == [2, 3, 1]
    assert sum(a != b for a, b in pairwise(crowns)) == 5


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_six_rounds_are_played_and_one_card_stays_in_hand(seats):
    state = GAME.start(Setup(seats, Options()), luck(seats)).state
    plays = 0
    while GAME.asks(state):
        [ask] = GAME.asks(state)
        plays += ask.kind == "play"
        state = GAME.play(state, ask, ask.timeout_move, luck(0)).state
    assert plays == 6 * seats
    assert GAME.round(state) == 6
    assert [len(hand) for hand in state.hands] == [1] * seats


@pytest.mark.parametrize("seats", [2, 6])
def test_three_to_five_seats(seats):
    with pytest.raises(Refused) as why:
        GAME.start(Setup(seats, Options()), luck(0))
    assert why.value == Refused("seats-not-possible", {"seats": seats, "least": 3, "most": 5})
