"""The places of the panels of a court table: 17 rows with five seats, more if there is room."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Region

from tui.widgets.card_faces import grid_height

COURT = 6
"""Rows of cards, one row of text each."""
TALL_FROM = 88
"""Columns from which a card holds what it does in every language."""
SMALL_DICE, DICE, LARGE_DICE = 3, 4, 6
"""Rows of a tray: digits, dice with pips, large ones; the row with marks included."""
LARGE_FROM = 23
"""Rows of a board from which dice can be large; in a smaller window the log needs them more."""
MOST_INNER = 6
"""The most rows of text in a card."""


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
    def panels(self) -> tuple[Region, ...]:
        """The panels from top to bottom."""
        return self.court, self.seats, self.tray, self.worth

    @property
    def height(self) -> int:
        """Rows of the whole board."""
        return self.worth.bottom


def _wishes() -> tuple[tuple[int, int], ...]:
    """Heights of court and tray, best first."""
    tall = [
        (grid_height(COURT, inner, between=between), tray)
        for inner in range(MOST_INNER, 0, -1)
        for between in (1, 0)
        for tray in (LARGE_DICE, DICE)
        if between or inner < 3
    ]
    return (*tall, (COURT, LARGE_DICE), (COURT, DICE), (COURT, SMALL_DICE))


WISHES = _wishes()


def wanted(width: int, most: int, seats: int) -> int:
    """Return the rows of the largest plan that fits into `most`, with a blank row if there is one; more are
    left to the log.
    """
    whole = plan(width, most, seats)
    least = sum(panel.height for panel in whole.panels) + len(whole.separators)
    return min(least + 1, most) if least < most else least


@lru_cache(maxsize=256)
def plan(width: int, height: int, seats: int) -> Plan:
    """Return the largest plan that fits, with what is left of the height between its panels; if none fits,
    the smallest.
    """
    for court, tray in WISHES:
        if (court > COURT and width < TALL_FROM) or (tray == LARGE_DICE and height < LARGE_FROM):
            continue
        wish = _stacked(width, court, seats, tray, 0)
        if wish.height <= height:
            return _stacked(width, court, seats, tray, height - wish.height)
    return _stacked(width, COURT, seats, SMALL_DICE, 0)


def _stacked(width: int, court: int, seats: int, tray: int, spare: int) -> Plan:
    above = min(1, spare)
    around = min(1, (spare - above) // 2)
    first = court + above
    second = first + seats
    dice = second + 1 + around
    return Plan(
        width,
        court=Region(0, 0, width, court),
        seats=Region(0, first, width, seats),
        tray=Region(0, dice, width, tray),
        worth=Region(0, dice + tray + around, width, 1),
        separators=(second,),
    )
