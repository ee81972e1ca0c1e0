"""Values of moves by a whole turn solved from its end, against the search for a few dice."""

import pytest

from engine.court.bots.goals import Goal, TurnPosition
from engine.court.bots.move_choice import valued_moves
from engine.court.odds.card_effects import UnusedCards
from engine.court.odds.targets import CARDS
from engine.court.odds.whole_turn.move_values import DiceLeft, move_values
from engine.court.odds.whole_turn.turn_solver import TurnCards

GOALS = (Goal(3.0, CARDS["hunter"], "hunter"), Goal(1.5, CARDS["guard"], "guard"), Goal(0.2, None))


@pytest.mark.parametrize(
    ("aside", "active", "kept", "cards", "adders"),
    [
        ((), None, False, ("maid",), ("craftsman",)),
        ((), (1, 2, 2, 6), False, ("maid",), ()),
        ((2,), (1, 2, 5), True, ("jester", "lady"), ()),
        ((2,), (1, 2), False, ("merchant",), ("guard",)),
    ],
)
def test_the_best_are_those_of_the_search(aside, active, kept, cards, adders):
    """Single moves may differ: what is put aside in two steps, or before a card, is valued in one order."""
    dice = 3 if active is None else len(active)
    hand = TurnPosition(aside, dice, active, kept, UnusedCards(cards, adders), GOALS)
    wanted = {}
    for value, move in valued_moves(hand):
        wanted[move] = max(value, wanted.get(move, 0.0))
    goals = [(goal.worth, goal.target) for goal in GOALS]
    left = DiceLeft(aside, dice, active, kept, join=True)
    found = move_values(goals, left, TurnCards(cards, adders, len(adders)), 1e9)
    assert found is not None
    assert found.keys() >= wanted.keys()
    assert max(found.values()) == pytest.approx(max(wanted.values()))


def test_what_takes_too_long_is_left_alone():
    left = DiceLeft((), 4, None, kept=False, join=True)
    assert move_values([(1.0, CARDS["hunter"])], left, TurnCards((), (), 0), 1.0) is None
