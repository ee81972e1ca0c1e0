from functools import lru_cache

import numpy as np
import pytest

from engine.court.bots.prospects import LAST, MARKS, PLACES, TAKEABLE, dice_of, reach, shape_of, shape_reach
from engine.court.odds.card_effects import UnusedCards
from engine.court.odds.targets import CARDS
from engine.court.odds.whole_turn import roll_tables
from training.court import turns
from training.court.clock import Clock, counted, seen_games
from training.court.ways import Ways


@lru_cache(maxsize=1)
def clock() -> Clock:
    return counted(list(seen_games("test", 2)))


def test_a_clock_has_every_round_and_its_chances_fall_with_time() -> None:
    found = clock()
    assert len(found.hazards) == len(found.held) == len(found.left) == len(found.lower) == LAST + 1
    assert {len(row) for row in (*found.held, *found.left, *found.lower)} == {len(MARKS)}
    assert sum(found.held[LAST]) < sum(found.held[1])
    assert all(list(row) == sorted(row) for row in found.lower)
    assert all(len(row) == PLACES for row in found.pace[1:])
    assert set(found.there) == set(TAKEABLE)


@pytest.mark.parametrize(("cards", "goal"), [(("farmer",), "guard"), (("farmer", "maid"), "hunter")])
def test_the_best_turn_reaches_a_goal_as_often_as_the_odds_say(cards, goal) -> None:
    """The odds count a lower bound where cards change dice."""
    dice = dice_of(cards)
    worth = np.zeros((roll_tables.count(dice), 2))
    worth[turns.paid(dice)[goal]] = (1, 0.5)
    whole, half = turns.best_turn(cards, worth)
    least = CARDS[goal].before_roll((), dice, UnusedCards(cards[1:]))
    assert half == pytest.approx(whole / 2)
    assert least - 1e-9 <= whole < least + 0.2
    assert cards[1:] or whole == pytest.approx(least)


def test_a_shape_reaches_about_what_its_household_does() -> None:
    cards = ("farmer", "guard", "hunter", "knight", "general")
    shape = shape_of(cards)
    assert shape_reach(shape)[0] == pytest.approx(reach(cards)[0], abs=0.05)
    assert shape.more.dice == shape.dice + 1


def test_the_first_households_worked_out_are_those_of_most_cards() -> None:
    """What was worked out has a value of its own; the others have that of their shape."""
    ways, cards = Ways(clock()), ("jester", "charlatan", "farmer", "maid")
    shaped = ways.before(cards, 4, 1)
    assert next(ways.work_out()) == 1
    assert 0 < ways.before(cards, 4, 1) < 1
    assert ways.before(cards, 4, 1) != shaped
