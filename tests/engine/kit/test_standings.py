"""Places follow from worth alone: equals share one, and the next place counts everybody before it."""

from engine.game import Standing
from engine.kit.seats import rank


def test_equals_share_a_place_and_come_by_number():
    worth = {1: (5, 0), 2: (7, 1), 3: (5, 0), 4: (5, 2)}
    assert rank(worth, (5, 7, 5, 5)) == (
        Standing(2, 1, 7),
        Standing(4, 2, 5),
        Standing(1, 3, 5),
        Standing(3, 3, 5),
    )


def test_a_score_need_not_be_what_counts():
    assert rank({1: (-3,), 2: (-1,)}, (30, 10)) == (Standing(2, 1, 10), Standing(1, 2, 30))
