"""The panels of an intrigue table never overlap and use the room there is."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from tui.boards.intrigue.panels.plan import Plan, PlanSizes, plan
from tui.boards.intrigue.panels.queue import COMPACT

SIZES = [(80, 17), (88, 37), (100, 23), (100, 42), (140, 60)]


def holdings() -> list[PlanSizes]:
    return [PlanSizes(*values) for values in product((3, 5), (0, 1, 7), (1, 2, 3))]


def bands(where: Plan) -> list[tuple[int, int]]:
    """First and behind the last row of everything, from the top."""
    panels = (where.queue, where.seats, where.line, where.hand)
    rows = [*((panel.y, panel.bottom) for panel in panels), *((row, row + 1) for row in where.separators)]
    return sorted(rows)


@pytest.mark.parametrize("size", SIZES)
def test_panels_stand_under_each_other_without_gaps(size: tuple[int, int]):
    """Whatever is held, within the height."""
    for sizes in holdings():
        where = plan(*size, sizes)
        rows = bands(where)
        assert rows[0][0] == 0
        assert all(above[1] == below[0] for above, below in pairwise(rows)), (sizes, rows)
        assert where.height <= size[1], sizes


def test_more_room_makes_larger_cards():
    """Frames around places and cards of the hand, room for what lies below."""
    small, large = (plan(width, height, PlanSizes(3, 5, 2)) for width, height in ((80, 13), (100, 42)))
    assert small.queue.height == 2 * COMPACT
    assert small.hand.height == 1
    assert large.queue.height > small.queue.height
    assert large.hand.height > 4


def test_what_is_too_small_still_has_its_rows():
    """Then the screen says that it is too small; nothing breaks."""
    assert plan(40, 5, PlanSizes(5, 7, 3)).height == 17
