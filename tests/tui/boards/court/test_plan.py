"""Rooms are given to panels so that nothing overlaps, and more room means more to see."""

from __future__ import annotations

import pytest
from textual.geometry import Region, Size

from tui.boards.court.panels.plan import COURT, plan, wanted
from tui.screens.table.plan import BESIDE_FROM, LOG_ROWS, table_plan

MOST_BLANKS = 3


def panels(width: int, height: int, seats: int) -> list[Region]:
    where = plan(width, height, seats)
    return [where.court, where.seats, where.tray, where.worth]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("size", [(80, 17), (80, 30), (100, 23), (120, 37), (140, 42), (300, 97), (20, 4)])
def test_panels_stand_under_each_other(size: tuple[int, int], seats: int):
    """From top to bottom, with lines only where no panel is; what is left stands between them."""
    regions = panels(*size, seats)
    rows = [y for region in regions for y in range(region.y, region.bottom)]
    rules = list(plan(*size, seats).separators)
    rows_with_something = sorted(rows + rules)
    assert len(set(rows_with_something)) == len(rows_with_something)
    assert rows_with_something[-1] == plan(*size, seats).height - 1
    assert plan(*size, seats).height - len(rows_with_something) <= MOST_BLANKS
    assert {region.width for region in regions} == {size[0]}
    assert regions[1].height == seats


def test_five_seats_fit_into_seventeen_rows():
    """80x24 less header, prompt and the least of a log."""
    assert plan(80, 17, 5).height == 17
    where = table_plan(Size(80, 24), lambda width, most: wanted(width, most, 5), 0)
    assert (where.board.height, where.log.height) == (17, LOG_ROWS)


def test_more_room_means_larger_cards_and_dice():
    """Frames from 100x30 on, pips and longer texts beyond."""
    assert plan(80, 17, 5).court.height == COURT
    assert plan(100, 23, 5).court.height > COURT
    assert plan(120, 37, 5).court.height > plan(100, 23, 5).court.height
    assert plan(140, 42, 5).court.height > plan(120, 37, 5).court.height
    assert plan(140, 42, 5).tray.height > plan(80, 17, 5).tray.height


@pytest.mark.parametrize(
    "size", [Size(80, 24), Size(100, 30), Size(BESIDE_FROM, 40), Size(20, 10), Size(300, 100)]
)
@pytest.mark.parametrize("page", [None, 9])
def test_a_table_uses_the_whole_window_once(size: Size, page: int | None):
    """Header, board or page, log and prompt never share a cell and never leave the window."""
    rows = None if page else (lambda width, most: wanted(width, most, 5))
    where = table_plan(size, rows, page or 0)
    if size.height >= 24:
        regions = [region for region in where if region.area]
        assert all(size.region.contains_region(region) for region in regions)
        assert all(not a.overlaps(b) for a in regions for b in regions if a is not b)
    assert where.line.bottom == size.height
