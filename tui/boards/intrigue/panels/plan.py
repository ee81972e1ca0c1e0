"""The places of the panels of an intrigue table: 17 rows with five seats and thirty places, more if there is
room.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Region

from tui.boards.intrigue.panels.queue import COMPACT

FRAMED_HAND = (9, 7, 6)
"""The rows of a hand of framed cards, with the text of each, best first."""
FRAMES_FROM = 84
"""The columns from which cards have frames: seven cards show their names and texts in every language. (In
narrower windows the lines of frames would cost more bytes than they show.)
"""
FRAME = 4
"""The lines of a framed place without a stack: card, owner, influence, a line of the frame."""
BELOW = (3, 2, 1, 0)
"""The lines in it for the covered cards of a stack, best first. (The height of stacks makes no difference, so
that nothing moves when one grows.)
"""
CARD, FRAMED_CARD = 17, 24
"""The most columns of a card in the hand."""


class Plan(NamedTuple):
    """Rows of an intrigue table from top to bottom, each panel as wide as the board."""

    width: int
    queue: Region
    seats: Region
    line: Region
    hand: Region
    separators: tuple[int, ...]
    """Rows with a line across: above the seats and, where there is room, above the hand."""

    @property
    def height(self) -> int:
        """Rows of the whole board."""
        return self.hand.bottom


class PlanSizes(NamedTuple):
    """The input of a plan: seats, cards in the hand, rows of places."""

    seats: int
    hand: int
    rows: int


@lru_cache(maxsize=256)
def plan(width: int, height: int, sizes: PlanSizes) -> Plan:
    """Return the largest plan that fits; if none does, the smallest."""
    for queue, hand in _wishes(width, sizes):
        wish = _stacked(width, queue, hand, sizes, separated=True)
        if wish.height <= height:
            return wish
    return _stacked(width, COMPACT * sizes.rows, 1, sizes, separated=False)


def _wishes(width: int, sizes: PlanSizes) -> tuple[tuple[int, int], ...]:
    """Return the heights of queue and hand, best first."""
    compact = COMPACT * sizes.rows
    if width < FRAMES_FROM:
        return ((compact, 1),)
    queues = [(FRAME + below) * sizes.rows + 1 for below in BELOW]
    controller = FRAMED_HAND if sizes.hand else ()
    framed = [(queue, hand) for queue in queues for hand in controller]
    return (
        *framed,
        *[(compact, hand) for hand in controller],
        *[(queue, 1) for queue in queues],
        (compact, 1),
    )


def _stacked(width: int, queue: int, hand: int, sizes: PlanSizes, *, separated: bool) -> Plan:
    """Return the plan with these heights; `separated`: with a line above the hand."""
    first = queue + 1
    second = first + sizes.seats
    third = second + separated
    card = FRAMED_CARD if hand > 1 else CARD
    return Plan(
        width,
        queue=Region(0, 0, width, queue),
        seats=Region(0, first, width, sizes.seats),
        line=Region(0, third, width, 1),
        hand=Region(0, third + 1, min(width, 2 + card * sizes.hand), hand),
        separators=(queue, second) if separated else (queue,),
    )
