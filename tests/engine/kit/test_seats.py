"""Seats go round the table from any of them, and chance draws one by its number."""

import pytest

from engine.chance import ScriptedChance
from engine.kit.seats import clockwise, draw_first_seat, with_value


@pytest.mark.parametrize(
    ("seats", "first", "order"), [(3, 1, (1, 2, 3)), (5, 4, (4, 5, 1, 2, 3)), (2, 2, (2, 1))]
)
def test_seats_follow_clockwise(seats, first, order):
    assert clockwise(seats, first) == order


def test_the_first_seat_is_one_draw():
    chance = ScriptedChance(["3"])
    assert draw_first_seat(4, chance) == 3
    chance.finish()


def test_one_seat_gets_another_value():
    assert with_value(("a", "b", "c"), 1, "x") == ("x", "b", "c")
    assert with_value(("a", "b", "c"), 3, "x") == ("a", "b", "x")
