"""The places of the panels of a garden table: squares to the left; seats, cards and treasure beside them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Region

from tui.boards.laurin.panels.squares import SHAPES, GardenShape

LEAST_BESIDE = 36
"""The columns beside the garden that are enough for everything."""
LINES = 2
"""The least rows of a seat."""
CARDS = 5
"""The rows for movement cards, or for whatever can be chosen there."""
SEAT_LINES_FROM = 24
"""The rows of the window from which each seat has one row more."""


class Plan(NamedTuple):
    """Regions of a garden table."""

    garden: Region
    seats: Region
    choices: Region
    treasure_panel: Region
    info: Region
    shape: GardenShape

    @property
    def height(self) -> int:
        """Rows of the whole board."""
        return max(self.garden.bottom, self.info.bottom)

    @property
    def seat_lines(self) -> int:
        """The rows of each seat below its name."""
        return 2 if self.info.bottom >= SEAT_LINES_FROM else 1


@lru_cache(maxsize=256)
def plan(width: int, height: int, seats: int) -> Plan:
    """Return the plan with the largest squares that leave room for what is beside them."""
    shape = next(
        (s for s in SHAPES if s.columns + 1 + LEAST_BESIDE <= width and s.rows <= height), SHAPES[-1]
    )
    return _beside(shape, width, max(shape.rows, min(height, SHAPES[-1].rows)), seats)


def _beside(shape: GardenShape, width: int, height: int, seats: int) -> Plan:
    left, room = shape.columns + 1, max(0, width - shape.columns - 1)
    rows = seats * (LINES + (height >= SEAT_LINES_FROM))
    gap = 1 if height >= SEAT_LINES_FROM else 0
    cards = max(CARDS, seats + gap) if seats < 5 or gap else seats
    below = rows + gap + cards + gap
    return Plan(
        garden=Region(0, 0, shape.columns, shape.rows),
        seats=Region(left, 0, room, rows),
        choices=Region(left, rows + gap, room, cards),
        treasure_panel=Region(left, below, room, 1),
        info=Region(left, below + 1, room, max(1, height - below - 1)),
        shape=shape,
    )
