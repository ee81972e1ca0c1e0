"""Taking out of a heap conserves it: what is left and what was taken are what was there."""

from hypothesis import given
from hypothesis import strategies as st

from engine.kit.multiset import difference, draw, without
from tests.engine.seeded_chance import luck

HEAPS = st.lists(st.integers(1, 6), max_size=12)


@given(HEAPS, HEAPS)
def test_without_is_all_or_nothing(values, some):
    left = without(values, some)
    there = all(values.count(value) >= some.count(value) for value in some)
    assert (left is not None) == there
    if left is not None:
        assert sorted((*left, *some)) == sorted(values)


@given(HEAPS, HEAPS)
def test_outside_takes_what_is_there(values, some):
    for value in range(1, 7):
        left = max(0, values.count(value) - some.count(value))
        assert difference(values, some).count(value) == left


@given(HEAPS, st.integers(0, 12), st.integers(0, 99))
def test_drawing_parts_a_heap(values, number, seed):
    number = min(number, len(values))
    taken, left = draw(values, number, luck(seed))
    assert len(taken) == number
    assert sorted((*taken, *left)) == sorted(values)


def test_what_is_left_keeps_its_order():
    assert without((3, 1, 2, 1), (1,)) == (3, 2, 1)
    assert difference((3, 1, 2, 1), (2, 6)) == (3, 1, 1)
