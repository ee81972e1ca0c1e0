"""The places of the panels of a court table: 17 rows with five seats, more if there is room, and in smaller
windows what fits of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Region

from tui.boards.kit.compact import PanelWish, shared_rows, stacked
from tui.widgets.card_faces import grid_height

COURT = 6
"""Rows of cards, one row of text each."""
TALL_FROM = 88
"""Columns from which a card holds what it does in every language."""
SMALL_DICE, DICE, AIRY_DICE = 3, 4, 6
"""Rows of a tray: digits, dice with pips, the same with room around; the row with marks included."""
FULL_WIDTH = 80
"""Columns from which every row of the court fits in one line."""
AIRY_FROM = 23
"""Rows of a board from which dice have room around; in a smaller window the log needs them more."""
LEAST_COURT, LEAST_SEATS = 3, 2
"""Lines of the court with which it can be looked through; seats that are shown while one does not look there.
"""
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
        for tray in (AIRY_DICE, DICE)
        if between or inner < 3
    ]
    return (*tall, (COURT, AIRY_DICE), (COURT, DICE), (COURT, SMALL_DICE))


WISHES = _wishes()


def wanted(width: int, most: int, seats: int) -> int:
    """The rows of the largest plan within `most`, with a blank one if there is; the log has the others."""
    whole = plan(width, most, seats)
    least = sum(panel.height for panel in whole.panels) + len(whole.separators)
    return min(least + 1, most) if least < most else least


@lru_cache(maxsize=256)
def plan(width: int, height: int, seats: int) -> Plan:
    """The largest plan that fits, with the height that is left between its panels; if none, the smallest."""
    for court, tray in WISHES:
        if (court > COURT and width < TALL_FROM) or (tray == AIRY_DICE and height < AIRY_FROM):
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


def is_compact(width: int, height: int, seats: int) -> bool:
    """Return whether not all panels fit."""
    return width < FULL_WIDTH or height < plan(width, height, seats).height


def compact_plan(width: int, height: int, seats: int, lines: int, focused: str) -> Plan:
    """Return a plan for a small window: the focused panel first, then what the next decision needs. `lines`
    are the lines of the whole court.
    """
    wishes = (
        PanelWish("tray", SMALL_DICE, DICE),
        PanelWish("worth", 1, 1),
        PanelWish("seats", seats if focused == "seats" else min(LEAST_SEATS, seats), seats),
        PanelWish("court", min(LEAST_COURT, lines), lines),
    )
    rows = shared_rows(height, wishes, (focused, "worth"))
    where = stacked(width, rows, ("court", "seats", "tray", "worth"))
    return Plan(width, where["court"], where["seats"], where["tray"], where["worth"], ())
