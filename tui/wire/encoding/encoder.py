"""Encodes frames for one client's terminal: the shortest bytes from what it shows to what it should show.

The encoder remembers every cell that the client shows. A frame is the difference, cut into pieces
(`tui.wire.encoding.pieces`) and sent in the cheapest of several orders: row by row, style by style, or always
the nearest piece next. When a frame is sent is left to `tui.wire.line.output`.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import repeat
from operator import add, itemgetter
from typing import NamedTuple

from rich.segment import Segment

from tui.wire.encoding.cells import CONSOLE, measured
from tui.wire.encoding.grid import Grid, GridRow, blank
from tui.wire.encoding.moves import UNKNOWN, move
from tui.wire.encoding.pieces import Piece, is_same
from tui.wire.encoding.scrolling import scroll_of
from tui.wire.encoding.shifting import RowChange, known, shifts_text
from tui.wire.encoding.spelling import SpelledScreen
from tui.wire.terminal.looks import PLAIN, CellStyle, blank_style, change, known_styles
from tui.wire.terminal.terminals import Terminal

FEW_PIECES = 16
"""Up to this many pieces, searching for the nearest each time is quick."""
FEW_ROWS = 2
"""A frame of up to so many rows is somebody's own key: nobody else's terminal shows the same next."""
WORTH_MOVING = 100
"""A frame of at least this many bytes may be shorter if the terminal moves rows or cells itself."""
CLEAR = "\x1b[H\x1b[2J"
WORTH_TRYING_ANEW = 600
"""A frame of at least this many bytes may be shorter if the screen is cleared first."""
OF_ANOTHER_SCREEN, OF_THE_SAME_SCREEN = 0.05, 0.35
"""If less of the text stays where it is, the screen is cleared first; if more does, it is not. In between
both are tried: each takes as long as drawing the screen.
"""


NO_STYLE = PLAIN, PLAIN, None
_TEXT = itemgetter(0)
"""Returns the bytes of a frame without where they leave the cursor."""


class CursorState(NamedTuple):
    """Where the terminal's cursor is, and the style it writes in."""

    x: int = UNKNOWN
    y: int = UNKNOWN
    look: CellStyle = PLAIN


class Encoder:
    """One client's screen."""

    def __init__(self, terminal: Terminal, columns: int, rows: int) -> None:
        self.terminal = terminal
        self._columns, self._ends = terminal.columns, terminal.ends_attributes
        self._signs = CONSOLE if terminal.utf8 and terminal.has_few_signs else "utf-8"
        self._styles = known_styles(terminal.depth, terminal.attributes, terminal.theme)
        self._grid = Grid(columns, rows)
        self._spelled = self._spelled_screen()
        self._pen = CursorState()
        self._unknown = True
        self._changes: dict[int, tuple[GridRow, GridRow, RowChange]] = {}
        """How rows change in this frame."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self._grid.columns, self._grid.rows

    def resize(self, columns: int, rows: int) -> None:
        """Takes a new window size; the content of the screen is then unknown."""
        self._grid = Grid(columns, rows)
        self._spelled = self._spelled_screen()
        self._unknown = True

    def _spelled_screen(self) -> SpelledScreen | None:
        """What words of other letters become; None: the terminal has all letters."""
        return None if self.terminal.utf8 else SpelledScreen(self.terminal, *self.size)

    def forget_screen(self) -> None:
        """Makes the next frame start with a cleared screen: something else has written on the terminal."""
        self._unknown = True

    def put(
        self, x: int, y: int, segments: Iterable[Segment], start: int = 0, end: int = sys.maxsize
    ) -> None:
        """Sets segments from (x, y) on as wanted, or only their cells from `start` up to `end`; control
        segments are skipped.
        """
        chars: list[str] = []
        looks: list[CellStyle] = []
        styles = self._styles.known
        for text, style, control in segments:
            if control:
                continue
            found: Sequence[str] = (
                text if text.isascii() and text.isprintable() else measured(text, self._signs)
            )
            chars += found
            look, blank, _ = NO_STYLE if style is None else styles.get(id(style)) or self._styles.add(style)
            if look is PLAIN or " " not in found:
                looks += [look] * len(found)
            else:
                looks += map({" ": blank}.get, found, repeat(look))
            if len(chars) >= end:
                break
        if start or len(chars) > end:
            chars, looks = _part(chars, looks, start, end)
        if self._spelled is None:
            self._grid.put(y, x + start, chars, looks)
        elif 0 <= y < self._grid.rows:
            self._grid.put(y, 0, *self._spelled.put(y, x + start, chars, looks))

    def frame(self, caret: tuple[int, int] | None) -> str:
        """Returns the bytes that make the screen as it was put, with the cursor at `caret`."""
        if caret and self._spelled:
            caret = self._spelled.column(*caret), caret[1]
        stays = self._text_that_stays()
        if stays < OF_ANOTHER_SCREEN:
            text, pen = self._from_nothing(caret)
            self._unknown = False
        else:
            text, pen = self._changed(caret)
            if len(text) > WORTH_TRYING_ANEW and stays < OF_THE_SAME_SCREEN:
                anew, its_pen = self._from_nothing(caret)
                if len(anew) < len(text):
                    text, pen = anew, its_pen
        self._grid.settle()
        self._changes.clear()
        self._pen = pen
        return text

    def _text_that_stays(self) -> float:
        """Returns which part of the wanted text is shown where it is wanted. If few rows change, that is not
        worth counting.
        """
        if self._unknown:
            return 0.0
        few = 2 * len(self._grid.wanted) < self._grid.rows
        return OF_ANOTHER_SCREEN if few else self._grid.text_that_stays()

    def _changed(self, caret: tuple[int, int] | None) -> tuple[str, CursorState]:
        """Returns a frame from what the terminal shows. Rows that moved up or down, and then cells that only
        moved sideways, are moved by the terminal if that is shorter. A frame of as many bytes as the screen
        has cells is another screen: in it nothing is looked for that has moved sideways.
        """
        lead, pen = "", self._pen
        best = self._ordered(self._pieces(), pen, caret)
        if len(best[0]) <= WORTH_MOVING:
            return best
        is_another = len(best[0]) >= self._grid.columns * self._grid.rows
        for moved in (self._scrolled,) if is_another else (self._scrolled, self._shifted):
            before = self._grid.copy()
            found = moved(lead, pen.look)
            if found is None:
                continue
            pieces, at = self._pieces(), found[1]
            here = [piece for piece in pieces if piece.y == at.y]
            others = [piece for piece in pieces if piece.y != at.y]
            # the row that was moved last may be written before the cursor leaves it
            first = self._sent([*here, *others], at, caret)
            text, end = min(self._ordered(pieces, at, caret), first, key=_length)
            if len(found[0]) + len(text) < len(best[0]):
                (lead, pen), best = found, (found[0] + text, end)
            else:
                self._grid = before
        return best

    def _scrolled(self, lead: str, look: CellStyle) -> tuple[str, CursorState] | None:
        """Scrolls the rows that moved up or down, in the grid, and returns what to send for it behind `lead`,
        which leaves the terminal writing in a style; None if there are none.
        """
        scroll = scroll_of(self._grid.shown, self._grid.wanted) if self.terminal.scrolls else None
        if scroll is None:
            return None
        self._grid.scroll(*scroll)
        ground, look = self._no_paper(look)
        return f"{lead}{ground}{scroll.text}", CursorState(look=look)

    def _shifted(self, lead: str, look: CellStyle) -> tuple[str, CursorState] | None:
        """Shifts the cells that only moved sideways, likewise."""
        rows = self._grid.changed() if self.terminal.shifts else ()
        shifts = [found for row in rows if (found := self._change_of(*row).shift())]
        if not shifts:
            return None
        for one in shifts:
            self._grid.shift(one.y, one.of(self._grid.shown[one.y]))
        text, x, y = shifts_text(shifts, self.terminal, self._grid.columns)
        ground, look = self._no_paper(look)
        return f"{lead}{ground}{text}", CursorState(x, y, look)

    def _no_paper(self, look: CellStyle) -> tuple[str, CellStyle]:
        """Returns what to send, in a style, before blanks come in that have none, and the style then: an ink
        is not seen on them and stays.
        """
        return ("", look) if not self._unknown and blank_style(look) == PLAIN else ("\x1b[m", PLAIN)

    def _pieces(self) -> list[Piece]:
        return [piece for row in self._grid.changed() for piece in self._change_of(*row).pieces()]

    def _change_of(self, y: int, shown: GridRow, wanted: GridRow) -> RowChange:
        """Returns the change of a row; the one made before in the same frame."""
        before = self._changes.get(y)
        if before and before[0] is shown and before[1] is wanted:
            return before[2]
        change = RowChange(y, shown, wanted, self.terminal)
        if len(self._grid.wanted) > FEW_ROWS:
            change = known(change)
        self._changes[y] = shown, wanted, change
        return change

    def _from_nothing(self, caret: tuple[int, int] | None) -> tuple[str, CursorState]:
        """Returns a frame that clears the terminal first."""
        self._grid.forget()
        text, pen = self._ordered(self._pieces(), CursorState(0, 0), caret)
        return f"{self._plain()}{CLEAR}{text}", pen

    def _plain(self) -> str:
        return "\x1b[m" if self._unknown or self._pen.look != PLAIN else ""

    def _ordered(
        self, pieces: list[Piece], pen: CursorState, caret: tuple[int, int] | None
    ) -> tuple[str, CursorState]:
        """Returns the pieces in the cheapest order found."""
        if len(pieces) < 2:
            return self._sent(pieces, pen, caret)
        if len(pieces) == 2:
            return self._better(self._sent(pieces, pen, caret), self._sent(pieces[::-1], pen, caret))
        orders = [pieces]
        if (by_look := self._by_look(pieces, pen)) != pieces:
            orders.append(by_look)
        if len(pieces) <= FEW_PIECES and (nearest := self._nearest(pieces, pen, caret)) not in orders:
            orders.append(nearest)
        sent = [self._sent(order, pen, caret) for order in orders]
        lengths = list(map(len, map(_TEXT, sent)))
        return sent[lengths.index(min(lengths))]

    def _better(
        self, one: tuple[str, CursorState], other: tuple[str, CursorState]
    ) -> tuple[str, CursorState]:
        """Returns the shorter order of two pieces. A caret that goes from cell to cell needs the same two
        styles with the next key, which begins with the one left on: half of what that saves counts.
        """
        look, its = one[1].look, other[1].look
        longer = len(one[0]) - len(other[0])
        if look is not its:
            longer += len(change(look, its, self._ends)) - len(change(its, look, self._ends))
        return other if longer > 0 else one

    def _sent(
        self, pieces: Sequence[Piece], pen: CursorState, caret: tuple[int, int] | None
    ) -> tuple[str, CursorState]:  # fmt: skip
        parts: list[str] = []
        x, y, look = pen
        for there_y, there_x, _, wanted, any_ink, text, rest in pieces:
            way = move(x, y, there_x, there_y, self._columns)
            if wanted is not look and not (any_ink and blank_style(look) == wanted):
                parts += way, change(look, wanted, self._ends), text
                look = wanted
            else:
                parts += way, text
            x, y = rest, there_y
        if caret is not None:
            parts.append(self._to_caret(x, y, look, caret))
            x, y = caret
        return "".join(parts), CursorState(x, y, look)

    def _to_caret(self, x: int, y: int, look: CellStyle, caret: tuple[int, int]) -> str:
        """Returns the way to the caret, which is behind a sign of the focus: the cells before it, if they are
        written in this style and are shorter than a step.
        """
        there, row = caret
        way = move(x, y, there, row, self._columns)
        if row == y and 0 <= x < there < x + len(way):
            wanted = self._grid.wanted.get(y) or self._grid.shown[y]
            text = "".join(wanted.chars[x:there])
            if len(text.encode()) < len(way) and is_same(look, wanted, x, there):
                return text
        return way

    def _nearest(
        self, pieces: Sequence[Piece], pen: CursorState, caret: tuple[int, int] | None
    ) -> list[Piece]:
        """Returns the pieces in an order in which the next one is always the cheapest to reach, but the last
        one that from which the caret is. All in one function and without calls for each pair, because dozens
        of ways are compared.
        """
        left, order, columns = list(pieces), list[Piece](), self._columns
        ys, xs, _, looks, any_inks, _, rests = zip(*pieces, strict=True)
        ways = [list(ys), list(xs), list(zip(looks, any_inks, strict=True))]
        last = list[Piece]()
        if caret:
            x, y = caret
            back = list(map(len, map(move, rests, ys, repeat(x), repeat(y), repeat(columns))))
            at = back.index(min(back))
            for way in ways:
                del way[at]
            last.append(left.pop(at))
        to_y, to_x, inks = ways
        x, y, look = pen
        known: dict[CellStyle, dict[tuple[CellStyle, bool], int]] = {}
        while len(left) > 1:
            if look not in known:
                known[look] = {ink: self._change_length(look, *ink) for ink in set(inks)}
            moves = map(move, repeat(x), repeat(y), to_x, to_y, repeat(columns))
            lengths = list(map(add, map(len, moves), map(known[look].__getitem__, inks)))
            at = lengths.index(min(lengths))
            for way in ways:
                del way[at]
            piece = left.pop(at)
            order.append(piece)
            y, x = piece.y, piece.rest
            if not (piece.any_ink and blank_style(look) == piece.look):
                look = piece.look
        return order + left + last

    def _change_length(self, look: CellStyle, wanted: CellStyle, any_ink: bool) -> int:
        return 0 if any_ink and blank_style(look) == wanted else len(change(look, wanted, self._ends))

    def _by_look(self, pieces: Sequence[Piece], pen: CursorState) -> list[Piece]:
        """Returns the pieces style by style, those in the pen's style first, then always the style that is
        the cheapest to change to.
        """
        written = {piece.look: blank_style(piece.look) for piece in pieces if not piece.any_ink}
        blanks = {blank: look for look, blank in written.items()}
        blanks[blank_style(pen.look)] = pen.look
        groups = defaultdict[CellStyle, list[Piece]](list)
        for piece in pieces:
            look = blanks.get(piece.look, piece.look) if piece.any_ink else piece.look
            groups[look].append(piece)
        order, look = groups.pop(pen.look, []), pen.look
        ends = self._ends
        while groups:
            now, others = look, tuple(groups)
            lengths = list(map(len, map(change, repeat(now), others, repeat(ends))))
            look = others[lengths.index(min(lengths))]
            order += groups.pop(look)
        return order


def _length(sent: tuple[str, CursorState]) -> int:
    return len(sent[0])


def _part(
    chars: list[str], looks: list[CellStyle], start: int, end: int
) -> tuple[list[str], list[CellStyle]]:
    """Returns some cells of a row; halves of wide characters become blanks."""
    part, looked = chars[start:end], looks[start:end]
    if part and part[0] == "":
        blank(part, looked, 0)
    if end < len(chars) and chars[end] == "" and part:
        blank(part, looked, -1)
    return part, looked
