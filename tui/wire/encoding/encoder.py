"""The shortest bytes that bring one client's terminal from what it shows to what it should.

The encoder remembers every cell the client shows. A frame is the difference, cut into pieces
(`tui.wire.encoding.pieces`) and sent in the cheaper of several orders: line by line, look by look, or
always the nearest piece next. When to send one, and to whom, is `tui.wire.line.output`'s business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.segment import Segment

from tui.wire.encoding.cells import cells
from tui.wire.encoding.grid import Grid
from tui.wire.encoding.moves import UNKNOWN, move
from tui.wire.encoding.pieces import Piece, pieces_of
from tui.wire.encoding.scrolling import scroll_of
from tui.wire.terminal.cell_styles import PLAIN, CellStyle, cell_style_of, change, on_blanks
from tui.wire.terminal.terminals import Terminal

FEW_PIECES = 16
"""Up to so many, looking for the nearest piece each time is quick."""
WORTH_SCROLLING = 100
"""A frame of so many bytes may be shorter where rows move up by themselves."""
CLEAR = "\x1b[H\x1b[2J"
WORTH_TRYING_ANEW = 600
"""A frame of so many bytes may be shorter from an empty screen."""


class CursorState(NamedTuple):
    """Where the terminal's cursor is, and the style it writes with."""

    x: int = UNKNOWN
    y: int = UNKNOWN
    cell_style: CellStyle = PLAIN


class Encoder:
    """One client's screen."""

    def __init__(self, terminal: Terminal, columns: int, rows: int) -> None:
        self.terminal = terminal
        self._grid = Grid(columns, rows)
        self._cursor = CursorState()
        self._unknown = True

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self._grid.columns, self._grid.rows

    def resize(self, columns: int, rows: int) -> None:
        """The window has another size; what it shows is not known any more."""
        self._grid = Grid(columns, rows)
        self._unknown = True

    def lose_sight(self) -> None:
        """Something else has written on the terminal: the next frame begins from nothing."""
        self._unknown = True

    def put(self, x: int, y: int, segments: Iterable[Segment]) -> None:
        """Writes segments from (x, y) on; controls are left out."""
        chars: list[str] = []
        cell_styles: list[CellStyle] = []
        terminal = self.terminal
        depth, shown, utf8, theme = terminal.depth, terminal.attributes, terminal.utf8, terminal.theme
        for text, style, control in segments:
            if control or not text:
                continue
            cell_style = cell_style_of(style, depth, shown, theme)
            found = cells(text, utf8=utf8)
            chars += found
            if cell_style is PLAIN or " " not in text:
                cell_styles += [cell_style] * len(found)
            else:
                blank = on_blanks(cell_style)
                cell_styles += [blank if char == " " else cell_style for char in found]
        self._grid.put(y, x, chars, cell_styles)

    def frame(self, caret: tuple[int, int] | None) -> str:
        """What to send so that the screen is as it was put, with the cursor at `caret`."""
        if self._unknown:
            text, cursor = self._from_nothing(caret)
            self._unknown = False
        else:
            text, cursor = self._changed(caret)
            if len(text) > WORTH_TRYING_ANEW:
                anew, its_cursor = self._from_nothing(caret)
                if len(anew) < len(text):
                    text, cursor = anew, its_cursor
        self._grid.settle()
        self._cursor = cursor
        return text

    def _changed(self, caret: tuple[int, int] | None) -> tuple[str, CursorState]:
        """A frame for what the terminal shows. Rows that only moved up it moves itself, where that
        is shorter.
        """
        whole = self._ordered(self._pieces(), self._cursor, caret)
        worth = self.terminal.scrolls and len(whole[0]) > WORTH_SCROLLING
        scroll = scroll_of(self._grid.shown, self._grid.wanted) if worth else None
        if scroll is None:
            return whole
        before = self._grid.copy()
        self._grid.scroll(*scroll)
        lead = f"{self._plain()}{scroll.text}"
        text, cursor = self._ordered(self._pieces(), CursorState(), caret)
        if len(lead) + len(text) < len(whole[0]):
            return lead + text, cursor
        self._grid = before
        return whole

    def _pieces(self) -> list[Piece]:
        rows = self._grid.changed()
        return [piece for row in rows for piece in pieces_of(*row, self.terminal)]

    def _from_nothing(self, caret: tuple[int, int] | None) -> tuple[str, CursorState]:
        """A frame for a terminal that is cleared first."""
        self._grid.forget()
        text, cursor = self._ordered(self._pieces(), CursorState(0, 0), caret)
        return f"{self._plain()}{CLEAR}{text}", cursor

    def _plain(self) -> str:
        return "\x1b[m" if self._unknown or self._cursor.cell_style != PLAIN else ""

    def _ordered(
        self, pieces: list[Piece], cursor: CursorState, caret: tuple[int, int] | None
    ) -> tuple[str, CursorState]:
        """The pieces in the cheapest order that was found."""
        orders = [pieces]
        if len(pieces) > 1:
            orders.append(_by_cell_style(pieces, cursor))
        if 2 < len(pieces) <= FEW_PIECES:
            orders.append(self._nearest(pieces, cursor))
        return min((self._sent(order, cursor, caret) for order in orders), key=lambda sent: len(sent[0]))

    def _sent(
        self, pieces: Sequence[Piece], cursor: CursorState, caret: tuple[int, int] | None
    ) -> tuple[str, CursorState]:  # fmt: skip
        parts: list[str] = []
        x, y, cell_style = cursor
        for piece in pieces:
            way, x, y, cell_style = self._way(piece, x, y, cell_style)
            parts += (way, piece.text)
        if caret is not None:
            parts.append(move(x, y, *caret, columns=self.terminal.columns))
            x, y = caret
        return "".join(parts), CursorState(x, y, cell_style)

    def _way(self, piece: Piece, x: int, y: int, before: CellStyle) -> tuple[str, int, int, CellStyle]:
        """The way to a piece from a cursor, and where the cursor is behind it: plain numbers, there are
        hundreds of pieces to a screen and several orders to try.
        """
        cell_style = before if piece.any_style and on_blanks(before) == piece.cell_style else piece.cell_style
        way = move(x, y, piece.x, piece.y, columns=self.terminal.columns)
        if cell_style is not before:
            way += change(before, cell_style, ends_attributes=self.terminal.ends_attributes)
        return way, UNKNOWN if piece.rest is None else piece.rest, piece.y, cell_style

    def _nearest(self, pieces: Sequence[Piece], cursor: CursorState) -> list[Piece]:
        """Always the piece next that costs least to begin."""
        left, order = list(pieces), []
        x, y, cell_style = cursor
        while left:
            ways = [(len(self._way(piece, x, y, cell_style)[0]), i) for i, piece in enumerate(left)]
            piece = left.pop(min(ways)[1])
            order.append(piece)
            _, x, y, cell_style = self._way(piece, x, y, cell_style)
        return order


def _by_cell_style(pieces: Sequence[Piece], cursor: CursorState) -> list[Piece]:
    """All pieces of one style after another, those that fit the cursor's style first."""
    groups: dict[CellStyle, list[Piece]] = {cursor.cell_style: []}
    for piece in pieces:
        fits = piece.any_style and on_blanks(cursor.cell_style) == piece.cell_style
        groups.setdefault(cursor.cell_style if fits else piece.cell_style, []).append(piece)
    return [piece for group in groups.values() for piece in group]
