"""The places of the panels of a court table: 17 rows with five seats, more if there is room."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Region

COURT = 6
"""Rows of cards, one row of text each."""
FRAMES_FROM = 88
"""Columns from which framed cards hold their names and conditions in every language."""

WISHES: tuple[tuple[int, int], ...] = (
    (25, 11),
    (25, 9),
    (19, 11),
    (19, 9),
    (19, 7),
    (13, 7),
    (13, 5),
    (13, 3),
    (COURT, 11),
    (COURT, 9),
    (COURT, 7),
    (COURT, 5),
)
"""Heights of court and tray, best first: framed cards with 3, 2 or 1 lines inside; dice with pips,
framed, or in a row.
"""


class Plan(NamedTuple):
    """Rows of a court table from top to bottom, each panel as wide as the board."""

    width: int
    court: Region
    seats: Region
    tray: Region
    worth: Region
    separators: tuple[int, ...]
    """Rows with a line across."""

    @property
    def height(self) -> int:
        """Rows of the whole board."""
        return self.worth.bottom


@lru_cache(maxsize=256)
def plan(width: int, height: int, seats: int) -> Plan:
    """Return the largest plan that fits; if none does, the smallest."""
    for court, tray in WISHES:
        if court > COURT and width < FRAMES_FROM:
            continue
        wish = _stacked(width, court, seats, tray)
        if wish.height <= height:
            return wish
    return _stacked(width, COURT, seats, 3)


def _stacked(width: int, court: int, seats: int, tray: int) -> Plan:
    framed = court > COURT
    first = court if framed else court + 1
    second = first + seats
    return Plan(
        width,
        court=Region(0, 0, width, court),
        seats=Region(0, first, width, seats),
        tray=Region(0, second + 1, width, tray),
        worth=Region(0, second + 1 + tray, width, 1),
        separators=(second,) if framed else (court, second),
    )
