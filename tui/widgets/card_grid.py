"""A grid of cards to look at and to choose from, as one node: tiles of one row each, or of several.

The widget knows keys, focus and where its cells are. The states of cards, and what choosing one means, come
from outside.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from tui.widgets.card_faces import (
    ABOVE,
    BELOW,
    GAP,
    CardFace,
    CardRow,
    GridShape,
    grid_shape,
    ground_of,
    inside,
    title,
)
from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.pieces import fit, justify
from tui.wire.terminal import palette, tones
from tui.wire.terminal.tones import Accent

GridPlace = tuple[int, int]
"""Row and column."""


class CardGrid(Panel):
    """Cards with a cursor."""

    can_focus = True
    DEFAULT_CSS: ClassVar[str] = "CardGrid { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(0, -1)"),
        Binding("right,l", "step(0, 1)"),
        Binding("up,k", "step(-1, 0)"),
        Binding("down,j", "step(1, 0)"),
        Binding("home", "end_of_row(0)"),
        Binding("end", "end_of_row(-1)"),
        Binding("enter", "confirm"),
    ]

    @dataclass
    class Confirmed(Message):
        """Enter was pressed on a card."""

        grid: CardGrid
        key: str

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002  (Textual's own name for it)
        accent: Accent = tones.LOBBY,
        widest: int = 0,
    ) -> None:
        super().__init__(id=id)
        self._accent, self._widest = accent, widest
        """What affordable cards are filled with; the most cells of a card, 0 for any number."""
        self.rows: tuple[CardRow, ...] = ()
        self._shaped: tuple[tuple[CardRow, ...], Size, GridShape] | None = None
        """The last shape, and what it was made for."""
        self._titles: dict[tuple[int, int, bool], tuple[Part, ...]] = {}
        """The titles of cards in this shape, by whether they are under the cursor."""
        self.place: GridPlace = (0, 0)
        self._top = 0
        """The first line that is shown, where not all are."""
        self._among: Callable[[str], bool] | None = None

    @property
    def card(self) -> CardFace | None:
        """The card under the cursor."""
        row, column = self.place
        if row < len(self.rows) and column < len(self.rows[row].cards):
            return self.rows[row].cards[column]
        return None

    def show(self, rows: Iterable[CardRow]) -> None:
        """Shows cards, or the same in other states. The cursor stays on its card, or at its place."""
        rows = tuple(rows)
        if rows == self.rows:
            return
        old, shape, self.rows = self.rows, self._shape(), rows
        was = _card_at(old, self.place)
        if was and was != self.card:
            self.place = self._find(was.key) or self._nearest(self.place)
        same_cells = [len(row.cards) for row in rows] == [len(row.cards) for row in old]
        if self._shape() != shape or not same_cells:
            self.refresh()
        else:
            self._redraw(place for place, card in self._cells() if card != _card_at(old, place))

    @property
    def tells_powers(self) -> bool:
        """True if there is room on each card for more than the fewest words on what it does."""
        return self._shape().inner > 1

    def lines_at(self, width: int) -> int:
        """Returns the lines of text of all cards at a width, where each is one row of text."""
        return grid_shape(self.rows, Size(width, 0)).lines or len(self.rows)

    def limit(self, among: Callable[[str], bool] | None) -> None:
        """Lets the cursor rest on some cards only (None: on all)."""
        self._among = among

    def flash(self, key: str | None) -> None:
        """Has the name of a card flash, until it is called with None."""
        place = self._find(key) if key else None
        region = self._region(place) if place else None
        self.flash_cells(*([Region(region.x + GAP, region.y, region.width - GAP, 1)] if region else []))

    def select(self, key: str) -> None:
        """Puts the cursor on a card. Posts nothing."""
        place = self._find(key)
        if place:
            self._go(place)

    # Keys

    def action_step(self, down: int, right: int) -> None:
        """Moves the cursor by one."""
        place = next(filter(self._allows, self._along(down, right)), None)
        if place:
            self._go(place)
            self._tell()
        elif down and self._among is None:
            self.post_message(self.Beyond(self, down))

    def action_end_of_row(self, column: int) -> None:
        """Moves to the end of the row."""
        row = self.place[0]
        allowed = [place for place, _ in self._cells() if place[0] == row and self._allows(place)]
        if allowed:
            self._go(allowed[column])
            self._tell()

    def action_confirm(self) -> None:
        card = self.card
        if card:
            self.post_message(self.Confirmed(self, card.key))

    def _along(self, down: int, right: int) -> Iterator[GridPlace]:
        """Yields places in a direction, nearest first: to the side in reading order, from the end on to the
        beginning; rows without a free place are skipped.
        """
        if right:
            places = [place for place, _ in self._cells()]
            at = places.index(self.place) if self.place in places else 0
            yield from (places[(at + step * right) % len(places)] for step in range(1, len(places)))
            return
        row, column = self.place
        for at in self._rows_along(row, down):
            places_in_row = range(len(self.rows[at].cards))
            yield from ((at, near) for near in sorted(places_in_row, key=lambda place: abs(place - column)))

    def _rows_along(self, row: int, down: int) -> Iterator[int]:
        """The rows in a direction; if only some cards can be chosen, the last row leads to the first."""
        if self._among is not None:
            return ((row + step * down) % len(self.rows) for step in range(1, len(self.rows)))
        return iter(range(row + down, len(self.rows) if down > 0 else -1, down))

    def _allows(self, place: GridPlace) -> bool:
        card = _card_at(self.rows, place)
        return card is not None and (self._among is None or self._among(card.key))

    def _find(self, key: str) -> GridPlace | None:
        return next((place for place, card in self._cells() if card.key == key), None)

    def _nearest(self, place: GridPlace) -> GridPlace:
        """Returns the place itself or, if there is no card any more, the next place that has one."""
        row, column = place
        places = [there for there, _ in self._cells()]
        return min(places, key=lambda there: (abs(there[0] - row), abs(there[1] - column)), default=place)

    def _cells(self) -> list[tuple[GridPlace, CardFace]]:
        return [
            ((row, column), card)
            for row, cards in enumerate(self.rows)
            for column, card in enumerate(cards.cards)
        ]

    def _go(self, place: GridPlace) -> None:
        shape = self._shape()
        first = self._first(shape)
        changed, self.place = {self.place, place}, place
        self._top = self._first(shape)
        if self._top != first:
            self.refresh()
        else:
            self._redraw(changed)

    def _tell(self) -> None:
        card = self.card
        if card:
            self.post_message(self.Moved(self))

    # Drawing

    def caret(self) -> Offset | None:
        if self.card is None:
            return Offset(0, 0)
        region = self._region(self.place)
        return Offset(region.x + GAP, region.y)

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        shape = self._shape()
        line, inner = divmod(y, shape.pitch)
        line += self._first(shape)
        row, begin = self._row_of(line, shape)
        if row >= len(self.rows) or inner >= shape.tall:
            return Strip.blank(self.size.width)
        label, cards = self.rows[row]
        shown = label.ljust(shape.lefts[0]) if inner == 0 else " " * shape.lefts[0]
        parts: list[Part] = [(shown if shape.lefts[0] else "", palette.DIM)]
        caret = self.place if self.is_focused else None
        for column, (card, width) in enumerate(zip(cards[begin:], shape.widths, strict=False), begin):
            if inner == 0:
                parts += self._title((row, column), card, width, focused=(row, column) == caret)
            else:
                text = inside(card, width - GAP - 2, shape.inner)[inner - 1]
                parts += [(" " * GAP, palette.TEXT), (fit(f" {text}", width - GAP), ground_of(card))]
        if shape.starts:
            parts = justify(parts, [(self._more(y, shape), palette.DIM)], self.size.width)
        return line_of(parts, self.size.width)

    def _title(self, place: GridPlace, card: CardFace, width: int, *, focused: bool) -> tuple[Part, ...]:
        """Returns the first row of a card, as it was drawn before if it was."""
        drawn = (*place, focused)
        known = self._titles.get(drawn)
        if known is None:
            strong = self._shape().inner > 0
            known = tuple(title(card, width, self._accent, focused=focused, strong=strong))
            self._titles[drawn] = known
        return known

    def _row_of(self, line: int, shape: GridShape) -> tuple[int, int]:
        """Returns the row of cards in a line, and the first of them there."""
        if not shape.starts:
            return line, 0
        if line >= shape.lines:
            return len(self.rows), 0
        row = bisect_right(shape.starts, line) - 1
        return row, (line - shape.starts[row]) * len(shape.widths)

    def _first(self, shape: GridShape) -> int:
        """Returns the first line that is shown: the card under the cursor is always among them."""
        if not shape.starts:
            return 0
        line, room = shape.line(*self.place), max(1, self.size.height)
        first = max(min(self._top, line), line - room + 1)
        return max(0, min(first, shape.lines - room))

    def _more(self, y: int, shape: GridShape) -> str:
        """Returns the sign of lines further up or down."""
        first, room = self._first(shape), self.size.height
        if y == 0 and first:
            return ABOVE
        return BELOW if y == room - 1 and first + room < shape.lines else " "

    def _shape(self) -> GridShape:
        known = self._shaped
        if known is None or known[0] is not self.rows or known[1] != self.size:
            known = self._shaped = self.rows, self.size, self._measure()
            self._titles.clear()
        return known[2]

    def _measure(self) -> GridShape:
        """Returns where the cells are now."""
        return grid_shape(self.rows, self.size, widest=self._widest)

    def _region(self, place: GridPlace) -> Region:
        """A card's cells, with the gap before it."""
        shape = self._shape()
        return shape.region(*place, self._first(shape))

    def _redraw(self, places: Iterable[GridPlace]) -> None:
        shape = self._shape()
        first = self._first(shape)
        regions = [shape.region(*place, first) for place in places if _card_at(self.rows, place)]
        regions = [region for region in regions if region.y >= 0]
        if regions and self.size.area:
            self.refresh(*regions)


def _card_at(rows: Sequence[CardRow], place: GridPlace) -> CardFace | None:
    row, column = place
    if 0 <= row < len(rows) and 0 <= column < len(rows[row].cards):
        return rows[row].cards[column]
    return None
