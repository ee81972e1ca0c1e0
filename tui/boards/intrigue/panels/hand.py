"""The viewer's own hand as a widget: filled cards in a grid that stays, with frames where there is room.

Keys and the cursor are those of every grid of cards; here is how the cards look. The name of a card that was
chosen is filled; the cursor is a caret in the blank before a card's first line.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Offset
from textual.strip import Strip

from engine.intrigue.model.cards import KINDS
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.panels import inks
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import cards, names
from tui.widgets.card_faces import CardFace, CardRow, GridShape
from tui.widgets.card_grid import CardGrid
from tui.widgets.even import even_lines
from tui.widgets.panel import Part, line_of
from tui.widgets.pieces import CARET, fit
from tui.wire.terminal import palette


class HandShape(NamedTuple):
    """The cells of a hand. However many cards are left, they have the same."""

    columns: int
    """The cards in a row."""
    pitch: int
    """The columns from one card to the next, with the blank before each."""
    lines: int
    """The lines of a card."""
    framed: bool = False

    @property
    def name_cells(self) -> int:
        """What a card has for its name."""
        return self.pitch - (6 if self.framed else 2)

    @property
    def text_cells(self) -> int:
        """What a card has for a line of what it does."""
        return self.pitch - (5 if self.framed else 2)

    def rows(self, cards: int) -> int:
        """Return the rows of so many cards."""
        return -(-cards // self.columns)


class Hand(CardGrid):
    """Cards to play from."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self._cells_of = HandShape(1, 16, 1)
        self._chosen = ""

    def set_shape(self, shape: HandShape) -> None:
        """Give the cards other cells."""
        if shape != self._cells_of:
            self._cells_of, self._shaped = shape, None
            self.refresh()

    def choose(self, key: str) -> None:
        """Fill the name of a card, which was chosen; '': none."""
        if key != self._chosen:
            changed, self._chosen = {self._chosen, key}, key
            self._redraw(place for place, card in self._cells() if card.key in changed)

    def caret(self) -> Offset | None:
        if self.card is None:
            return Offset(0, 0)
        region = self._region(self.place)
        return Offset(region.x + 2 + 2 * self._cells_of.framed, region.y)

    def render_line(self, y: int) -> Strip:
        row, line = divmod(y, self._cells_of.lines)
        cards = self.rows[row].cards if row < len(self.rows) else ()
        parts: list[Part] = []
        for column, card in enumerate(cards):
            caret = not line and self.is_focused and (row, column) == self.place
            parts.append((CARET if caret else " ", palette.ACCENT))
            parts += card_line(card, self._cells_of, chosen=card.key == self._chosen)[line]
        return line_of(parts, self.size.width)

    def _measure(self) -> GridShape:
        columns, pitch, lines, _ = self._cells_of
        return GridShape(tuple(range(0, columns * pitch, pitch)), (pitch,) * columns, lines - 1)


def card_line(card: CardFace, shape: HandShape, *, chosen: bool) -> list[list[Part]]:
    """Return all lines of a card."""
    tone, cells, name = inks.HELD, shape.text_cells, card.name.split("\n")
    strong = inks.strong(inks.CHOSEN if chosen else tone)
    does = [(text, tone) for text in (even_lines(card.powers[0], cells) if card.powers else ())]
    said = [*((half, strong) for half in name[shape.framed :]), *does, *[("", tone)] * shape.lines]
    if not shape.framed:
        return [[(f" {fit(text, cells)}", ink)] for text, ink in said[: shape.lines]]
    line = "─" * (shape.name_cells - cell_len(card.name))
    top = [("╭─ ", tone), (card.name, strong), (f" {line}╮", tone)]
    inside = [[(f"│ {fit(text, cells)} │", ink)] for text, ink in said[: shape.lines - 2]]
    return [top, *inside, [(f"╰{'─' * (shape.pitch - 3)}╯", tone)]]


def hand_rows(model: ViewModel, shape: HandShape) -> tuple[CardRow, ...]:
    """Return the hand in rows; no row for a spectator. All cards say what they do in whole sentences, in a
    few words or not at all: what has room in the cells of any card.
    """
    hand, texts = model.hand, model.texts
    said = next((say for say in cards.WORDINGS if fits(texts.language, say, shape)), None)
    faces = [
        CardFace(
            kind,
            "\n".join(names.in_lines(texts, kind, shape.name_cells, most=2 if said else 1)),
            powers=(said(texts, kind),) if said else (),
        )
        for kind in hand
    ]
    rows = range(0, len(hand), shape.columns)
    return tuple(CardRow("", tuple(faces[at : at + shape.columns])) for at in rows)


def fits(language: str, say: cards.Wording, shape: HandShape) -> bool:
    """Return whether every card has room for its text in this wording."""
    needs = cards.lines_of(language, say, shape.name_cells, shape.text_cells)
    return needs + shape.framed <= shape.lines


def kind_of(key: str) -> Kind:
    """Return the card of a cell's key."""
    return next(kind for kind in KINDS if kind == key)
