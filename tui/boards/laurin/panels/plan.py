"""The places of the panels of a garden table: squares to the left; seats, cards and treasure beside them; the
player's hand below if there is room. In a window that is too small for that, one panel at a time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from textual.geometry import Region

from tui.boards.laurin.panels.squares import SHAPES, GardenShape

LEAST_BESIDE = 36
"""The columns beside the garden that are enough for everything."""
BESIDE = 44
"""The columns beside the garden that are wanted before its squares grow wider than high."""
CARDS = 6
"""The rows for movement cards and their heading, or for whatever can be chosen there."""
AMPLE = 48
"""The columns beside the garden that are of use."""
LISTED = 9
"""The rows of a list with its heading, the treasure and a line below it, in a small window."""
FOOT = 2
"""The rows below the list for what is said of the choice."""
ROWS_MORE = 4
"""The rows below the garden that are used for what is beside it, where no hand is shown."""
HAND = (4, 12)
"""The least and the most rows of the hand below the garden, with the line above it."""
SEAT_LINES = (1, 3)
"""The least and the most rows of a seat below its name."""
SMALLEST = SHAPES[-1]


Page = Literal["garden", "seats", "list"]
"""What is in front where there is room for one thing: the list has the treasure below it."""


class Plan(NamedTuple):
    """Regions of a garden table; a panel without room has an empty one."""

    garden: Region
    seats: Region
    choices: Region
    treasure_panel: Region
    info: Region
    hand: Region
    shape: GardenShape
    seat_lines: int = 1
    """The rows of each seat below its name."""

    @property
    def height(self) -> int:
        """Rows of the whole board."""
        return max(region.bottom for region in self[:6])


@lru_cache(maxsize=256)
def plan(width: int, height: int, seats: int, *, holds: bool, page: Page = "garden") -> Plan:
    """Return the plan with the largest squares that leave room for what is beside them. `holds`: the player
    has a hand to be shown; `page` is what is in front in a small window.
    """
    if is_small(width, height):
        return _page(width, height, page, seats)
    shape = next((s for s in SHAPES if _fits(s, width, height)), SMALLEST)
    left, room = shape.columns + 1, max(0, width - shape.columns - 1)
    least, most = HAND
    below = min(most, height - shape.rows) if holds else 0
    below = below if below >= least else 0
    rows = shape.rows + (0 if below else max(0, min(height - shape.rows, ROWS_MORE)))
    listed = max(CARDS, seats + 1)
    lines = max(SEAT_LINES[0], min(SEAT_LINES[1], (rows - listed - 2) // seats - 1))
    taken = seats * (1 + lines)
    left_over = rows - taken - listed - 1
    gap = min(1, max(0, (left_over - 1) // 3))
    listed += max(0, min(FOOT, left_over - 1 - 2 * gap))
    at = taken + gap
    treasure = at + listed + gap
    return Plan(
        garden=Region(0, 0, shape.columns, shape.rows),
        seats=Region(left, 0, room, taken),
        choices=Region(left, at, room, listed),
        treasure_panel=Region(left, treasure, room, 1),
        info=Region(left, treasure + 1, room, max(0, rows - treasure - 1)),
        hand=Region(0, rows, width, below),
        shape=shape,
        seat_lines=lines,
    )


def is_small(width: int, height: int) -> bool:
    """Return whether a board of these cells has room for one thing at a time."""
    return width < SMALLEST.columns + 1 + LEAST_BESIDE or height < SMALLEST.rows


def _page(width: int, height: int, page: Page, seats: int) -> Plan:
    """Return the plan of a small window; a panel that does not fit scrolls with its cursor. The seats stand
    below the list if there is room for all of them.
    """
    whole, none = Region(0, 0, width, height), Region()
    lists = page == "list"
    below = lists and height >= LISTED + 2 * seats
    listed = max(1, min(height, LISTED if below else height) - 2)
    end = height - 2 * seats if below else height
    return Plan(
        garden=whole if page == "garden" else none,
        seats=whole if page == "seats" else Region(0, end, width, height - end) if below else none,
        choices=Region(0, 0, width, listed) if lists else none,
        treasure_panel=Region(0, listed, width, 1) if lists else none,
        info=Region(0, listed + 1, width, max(0, end - listed - 1)) if lists else none,
        hand=none,
        shape=SMALLEST,
    )


def _fits(shape: GardenShape, width: int, height: int) -> bool:
    """Whether a garden fits with what is beside it; squares wider than high only if there is ample room."""
    beside = BESIDE if shape.width > 2 * shape.height + 1 and shape != SMALLEST else LEAST_BESIDE
    return shape.columns + 1 + beside <= width and shape.rows <= height


@lru_cache(maxsize=256)
def widest(most: int, rows: int) -> int:
    """Return how many of `most` columns the table takes in so many rows."""
    shape = next((s for s in SHAPES if _fits(s, most, rows)), SMALLEST)
    return min(most, shape.columns + 1 + AMPLE)
