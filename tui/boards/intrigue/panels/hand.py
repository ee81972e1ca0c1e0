"""The viewer's own hand as a widget: filled cards in one or two rows, with frames where there is room.

Keys and the cursor are those of every grid of cards; here is how the cards look. A card that was chosen is
filled; the cursor is a caret in the blank before a card's first line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from rich.cells import cell_len
from textual.geometry import Offset
from textual.strip import Strip

from tui.boards.intrigue.panels import inks
from tui.widgets.card_faces import CardFace, CardRow, GridShape
from tui.widgets.card_grid import CardGrid
from tui.widgets.even import even_lines
from tui.widgets.panel import Part, line_of
from tui.widgets.pieces import CARET, fit
from tui.wire.terminal import palette

PAD = 1
"""The cells of a card that are neither its name nor the blank behind it."""
FRAME, AROUND = 6, 4
"""The cells of a frame around a name, and around a text."""


class Hand(CardGrid):
    """Cards to play from."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self._framed = False
        self._chosen = ""

    def set_framed(self, *, framed: bool) -> None:
        """Draw the cards with frames or without."""
        if framed != self._framed:
            self._framed, self._shaped = framed, None
            self.refresh()

    def choose(self, key: str) -> None:
        """Fill a card, which was chosen; '': none."""
        if key != self._chosen:
            changed, self._chosen = {self._chosen, key}, key
            self._redraw(place for place, card in self._cells() if card.key in changed)

    def caret(self) -> Offset | None:
        """The first letter of the card under the cursor."""
        if self.card is None:
            return Offset(0, 0)
        region = self._region(self.place)
        return Offset(region.x + 2 + 2 * self._framed, region.y)

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        shape = self._shape()
        row, line = divmod(y, shape.pitch)
        if row >= len(self.rows):
            return Strip.blank(self.size.width)
        cards = self.rows[row].cards
        parts: list[Part] = []
        for column, card in enumerate(cards):
            parts.append(self._between(row, column, marked=not line))
            chosen = card.key == self._chosen
            parts += card_line(
                card, shape.widths[column] - 1, shape.pitch, framed=self._framed, chosen=chosen
            )[line]
        parts.append(self._between(row, len(cards), marked=not line))
        return line_of(parts, self.size.width)

    def _between(self, row: int, column: int, *, marked: bool) -> Part:
        """Return the cell before a card: the caret, or a blank."""
        return CARET if marked and self._focused((row, column)) else " ", palette.ACCENT

    def _measure(self) -> GridShape:
        widths = widths_of(self.rows, self.size.width - 1, framed=self._framed)
        lines = self.size.height // max(1, len(self.rows))
        return GridShape(tuple(accumulate(widths, initial=0)), widths, max(0, lines - 1))


def widths_of(rows: Sequence[CardRow], room: int, *, framed: bool) -> tuple[int, ...]:
    """Return the cells of each column with the blank behind it: equal, but for longer names."""
    count = max((len(row.cards) for row in rows), default=0)
    around = 1 + (FRAME if framed else PAD)
    needs = [
        max(cell_len(row.cards[at].name) + around for row in rows if at < len(row.cards))
        for at in range(count)
    ]
    wide: set[int] = set()
    while True:
        share = (room - sum(needs[at] for at in wide)) // max(1, count - len(wide))
        wider = {at for at in range(count) if at not in wide and needs[at] > share}
        if not wider:
            return tuple(needs[at] if at in wide else share for at in range(count))
        wide |= wider


def card_line(card: CardFace, width: int, rows: int, *, framed: bool, chosen: bool) -> list[list[Part]]:
    """Return all lines of a card."""
    tone = inks.CHOSEN if chosen else inks.HELD
    if not framed:
        said = _said(card, width - PAD, rows - 1)
        name = [(f" {fit(card.name, width - 1)}", inks.strong(tone))]
        return [name, *[[(f" {fit(text, width - 1)}", tone)] for text in said]]
    line = "─" * max(0, width - FRAME + 1 - cell_len(card.name))
    top = [("╭─ ", tone), (card.name, inks.strong(tone)), (f" {line}╮", tone)]
    said = _said(card, width - AROUND, rows - 2)
    bottom = [(f"╰{'─' * (width - 2)}╯", tone)]
    return [top, *[[(f"│ {fit(text, width - AROUND)} │", tone)] for text in said], bottom]


def _said(card: CardFace, width: int, rows: int) -> tuple[str, ...]:
    """Return the longest text that fits, in `rows` lines."""
    wraps = [even_lines(text, width) for text in card.powers]
    does = next((wrap for wrap in wraps if len(wrap) <= rows), wraps[-1] if wraps else ())
    return (*does, *[""] * rows)[:rows]
