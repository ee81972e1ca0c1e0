"""Pig as Scarne has it: a 1 loses the turn, holding keeps it, the goal ends the game."""

from __future__ import annotations

import pytest

from engine.chance import NoChance, ScriptedChance
from engine.game import Ask, Refused, Setup, Standing
from engine.pig.game import GAME
from engine.pig.model import HOLD, ROLL, Ended, Held, Lost, Options, Rolled, State

START = State(Options(goal=20), number=0, turns=0, turn=1, points=(10, 4, 0))
PENDING = State(Options(goal=20), number=3, turns=0, turn=1, points=(10, 4, 0), pending=9)


def played(state: State, move, *tokens: str):
    (ask,) = GAME.asks(state)
    return GAME.play(state, ask, move, ScriptedChance(tokens))


def test_pips_are_pending():
    step = played(PENDING, ROLL, "4")
    assert step.events == (Rolled(1, 4, 13),)
    assert (step.state.turn, step.state.pending, step.state.points) == (1, 13, (10, 4, 0))


def test_a_one_loses_the_turn():
    step = played(PENDING, ROLL, "1")
    assert step.events == (Lost(1, 9),)
    assert (step.state.turn, step.state.pending, step.state.points) == (2, 0, (10, 4, 0))


def test_holding_keeps_the_points():
    short = State(Options(goal=100), number=3, turns=2, turn=3, points=(10, 4, 0), pending=9)
    step = played(short, HOLD)
    assert step.events == (Held(3, 9, 9),)
    assert (step.state.turn, step.state.points, GAME.round(step.state)) == (1, (10, 4, 9), 2)


def test_the_goal_ends_the_game_at_once():
    """Its winner ended the first turn of the round, so no other round began."""
    step = played(State(PENDING.options, 3, 0, 1, (11, 4, 0), 9), HOLD)
    assert step.events == (Held(1, 9, 20), Ended(1))
    assert GAME.asks(step.state) == ()
    assert GAME.round(step.state) == 1
    assert GAME.standings(step.state) == (Standing(1, 1, 20), Standing(2, 2, 4), Standing(3, 3, 0))


@pytest.mark.parametrize(
    ("state", "seat", "move", "why"),
    [
        (START, 1, HOLD, Refused("nothing-to-hold")),
        (START, 2, ROLL, Refused("not-your-turn", {"seat": 1})),
        (State(Options(goal=20), 9, 4, 2, (20, 4)), 1, ROLL, Refused("game-over")),
    ],
)
def test_what_is_not_allowed_draws_nothing(state: State, seat: int, move, why: Refused):
    assert GAME.check(GAME.view(state, seat), move) == why
    with pytest.raises(Refused) as refused:
        GAME.play(state, Ask(0, seat, "turn"), move, NoChance())
    assert refused.value == why


@pytest.mark.parametrize(("pending", "points", "move"), [(19, 0, ROLL), (20, 0, HOLD), (5, 95, HOLD)])
def test_the_page_holds_at_twenty_or_at_the_goal(pending: int, points: int, move):
    state = State(Options(), 5, 0, 1, (points, 0), pending)
    (ask,) = GAME.asks(state)
    assert GAME.bots["page"].choose(GAME, GAME.view(state, 1), ask, NoChance()) == move


def test_dice_may_fall_as_the_deal_has_drawn():
    step = GAME.start(Setup(4, Options()), ScriptedChance(("3",)))
    assert (step.state.turn, step.state.points) == (3, (0, 0, 0, 0))
