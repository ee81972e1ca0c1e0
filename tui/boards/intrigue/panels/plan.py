"""The places of the panels of an intrigue table.

17 rows are enough for five seats and thirty places at 80 columns. With more room the cards of queue and hand
get more lines, then frames, then every seat a second row. In a small window the queue shows a part of itself.
The hand keeps its grid while it is played: each card has the cells that seven have in the first round.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from textual.geometry import Region

from tui.boards.intrigue.panels.hand import HandShape
from tui.boards.intrigue.panels.places import COMPACT, ROOMY
from tui.boards.intrigue.panels.queue import QueueShape, rows_of
from tui.boards.intrigue.words import cards as card_words
from tui.boards.kit.compact import PanelWish, shared_rows, stacked

NARROWEST_PLACE, WIDEST_PLACE = 8, 20
"""The columns from one place of the queue to the next."""
CAPACITIES = ((5, 5), (7, 7), (10, 10), (14, 7), (20, 10))
"""How many places there can be in this round, and how many of them are in a row then, where there is room:
the first cards of a game are large, and nothing moves with every card that is played.
"""
MOST = 10
"""The most places in a row."""
WHOLE_NAMES = 15
"""The columns of a place from which names need one line."""
FULL_WIDTH = 80
"""The columns from which all panels have their place."""
FRAMES_FROM = 84
"""The columns from which cards have frames. (In narrower windows the lines of frames would cost more bytes
than they show.)
"""
NARROW_CARD, CARD = 16, 36
"""The least columns from one card of the hand to the next, in a narrow window and from `FRAMES_FROM` on."""
HAND, FIRST_QUEUE = 7, 5
"""The cards of a hand in the first round, and the most places that there are then."""
TALLEST_PLACE = 9


class Plan(NamedTuple):
    """Rows of an intrigue table from top to bottom, each panel as wide as the board."""

    queue: Region
    shape: QueueShape
    seats: Region
    tall_seats: bool
    """True if every seat has two rows."""
    hand: Region
    card: HandShape
    separators: tuple[int, ...]
    """Rows with a line across: above the seats and, where there is room, above the hand."""

    @property
    def height(self) -> int:
        """Rows of the whole board."""
        return max(self.queue.bottom, self.hand.bottom, self.seats.bottom)


ABREAST = 3
"""Families that have room beside each other in a small window."""


class PlanSizes(NamedTuple):
    """The input of a plan."""

    seats: int
    hand: int
    """The cards in the hand."""
    places: int
    """The places in the queue."""
    most: int = 0
    """The most places that the queue can have in this round; it stays while the queue is resolved."""
    language: str = "en"
    """The language of the cards' texts."""


class _Heights(NamedTuple):
    """What a plan decides."""

    place: int = COMPACT
    framed_place: bool = False
    card: int = 1
    framed_card: bool = False
    lines: int = 1
    tall_seats: bool = False


@lru_cache(maxsize=256)
def plan(width: int, height: int, sizes: PlanSizes) -> Plan:
    """Return the plan with the most wishes that fit, the first of them first; if none does, the smallest."""
    heights = _Heights()
    best = _stacked(width, sizes, heights)
    first = sizes._replace(hand=HAND, places=FIRST_QUEUE, most=FIRST_QUEUE) if sizes.hand else sizes
    for wish in _wishes(width, sizes):
        wanted = heights._replace(**wish)
        found, begun = _stacked(width, sizes, wanted), _stacked(width, first, _Heights()._replace(**wish))
        if found.height <= height and ("framed_card" not in wish or begun.height <= height):
            heights, best = wanted, found
    return best


def is_compact(width: int, height: int, sizes: PlanSizes) -> bool:
    """Return whether not all panels fit."""
    return width < FULL_WIDTH or height < _stacked(width, sizes, _Heights()).height


def compact_plan(width: int, height: int, sizes: PlanSizes, focused: str) -> Plan:
    """Return a plan for a small window: the focused panel first, then the queue. The queue shows the rows of
    places around its cursor.
    """
    columns, card = _queue_columns(width, sizes.most), _card(width, 1)
    places, cards = rows_of(sizes.places, columns), card.rows(sizes.hand)
    whole = _lines(sizes.language, card_words.short_effect, card)
    least = min(places, 2 if focused == "queue" else 1) * COMPACT
    wishes = (
        PanelWish("queue", least, places * COMPACT),
        PanelWish("seats", sizes.seats if focused == "seats" else -(-sizes.seats // ABREAST), sizes.seats),
        PanelWish("hand", cards, whole * cards),
    )
    rows = dict(shared_rows(height, wishes, (focused, "queue")))
    spare = max(0, rows["hand"] - cards) if rows["hand"] < whole * cards else 0
    rows["hand"] -= spare
    rows["seats"] += min(spare, sizes.seats - rows["seats"])
    where = stacked(width, rows, ("queue", "seats", "hand"))
    shape = QueueShape(columns, min(width, columns * WIDEST_PLACE))
    card = _card(width, max(1, rows["hand"] // max(1, cards)))
    return Plan(where["queue"], shape, where["seats"], False, where["hand"], card, ())


def _wishes(width: int, sizes: PlanSizes) -> Iterator[dict[str, Any]]:
    """Yield what a larger board has, the most useful first."""
    few = _lines(sizes.language, card_words.short_effect, _card(width, 1))
    yield {"card": few}
    if width // _queue_columns(width, sizes.most) < WHOLE_NAMES:
        yield {"place": ROOMY}
    yield {"lines": 2}
    if width < FRAMES_FROM:
        return
    whole = _lines(sizes.language, card_words.effect, _card(width, 1, framed=True))
    yield {"card": 1 + whole, "framed_card": True}
    yield {"framed_place": True}
    yield {"tall_seats": True}
    for lines in range(ROOMY + 1, TALLEST_PLACE + 1):
        yield {"place": lines}


def _card(width: int, lines: int, *, framed: bool = False) -> HandShape:
    """Return the cells of the hand's cards."""
    columns = max(1, width // (NARROW_CARD if width < FRAMES_FROM else CARD))
    return HandShape(columns, max(NARROW_CARD, width // columns), lines, framed)


def _lines(language: str, say: card_words.Wording, card: HandShape) -> int:
    """Return the most lines of a card's name and text; a frame around them has one more."""
    return card_words.lines_of(language, say, card.name_cells, card.text_cells)


def _queue_columns(width: int, most: int) -> int:
    columns = next((columns for places, columns in CAPACITIES if places >= most), MOST)
    return max(1, min(columns, width // NARROWEST_PLACE))


def _stacked(width: int, sizes: PlanSizes, heights: _Heights) -> Plan:
    columns = _queue_columns(width, sizes.most)
    shape = QueueShape(columns, min(width, columns * WIDEST_PLACE), heights.place, heights.framed_place)
    queue = Region(0, 0, width, shape.height(rows_of(sizes.places, columns)))
    seats = Region(0, queue.bottom + 1, width, sizes.seats * (1 + heights.tall_seats))
    lines = heights.lines if sizes.hand else 1
    card = _card(width, heights.card, framed=heights.framed_card)
    hand = Region(0, seats.bottom + lines - 1, width, card.rows(sizes.hand) * card.lines)
    separators = (queue.bottom, seats.bottom)[:lines]
    return Plan(queue, shape, seats, heights.tall_seats, hand, card, separators)
