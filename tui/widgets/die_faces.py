"""How a die looks: drawing objects, one per size. Rows of text, no widget.

A die is told apart by its digit in every size; pips come where there is room. The focus is a
pair of brackets in place of the die's sides, so that moving it changes a handful of cells.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from tui import palette
from tui.widgets.panel import Part

UNROLLED = 0
"""A die in hand: it shows no face yet."""

_PIPS = {
    UNROLLED: ("     ", "     ", "     "),
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}


def digit(face: int) -> str:
    """The face as one cell; a die in hand is a dot."""
    return str(face) if face != UNROLLED else "·"


class DieFace(Protocol):
    """One way to draw a die."""

    @property
    def width(self) -> int:
        """Cells from this die's left side to its right side."""
        ...

    @property
    def height(self) -> int:
        """Rows."""
        ...

    @property
    def digit_row(self) -> int:
        """The row the digit is in, where the real cursor rests."""
        ...

    def row(self, face: int, y: int, *, focused: bool) -> tuple[Part, ...]:
        """The cells of row `y`, from 0 to height - 1."""
        ...


class SmallFace(NamedTuple):
    """`[5]`: one row."""

    width: int = 3
    height: int = 1
    digit_row: int = 0

    def row(self, face: int, y: int, *, focused: bool) -> tuple[Part, ...]:
        del y
        left, right = "[]" if focused else "  "
        return (left, palette.ACCENT), (digit(face), palette.STRONG), (right, palette.ACCENT)


class FramedFace(NamedTuple):
    """A digit in a frame: three rows."""

    width: int = 5
    height: int = 3
    digit_row: int = 1

    def row(self, face: int, y: int, *, focused: bool) -> tuple[Part, ...]:
        if y == self.digit_row:
            return _sided((f" {digit(face)} ", palette.STRONG), focused=focused)
        return (("╭───╮" if y == 0 else "╰───╯", palette.FAINT),)


class PipFace(NamedTuple):
    """Pips in a frame that names the digit: five rows."""

    width: int = 7
    height: int = 5
    digit_row: int = 4

    def row(self, face: int, y: int, *, focused: bool) -> tuple[Part, ...]:
        if y == 0:
            return (("╭─────╮", palette.FAINT),)
        if y == self.digit_row:
            return ("╰──", palette.FAINT), (digit(face), palette.DIM), ("──╯", palette.FAINT)
        return _sided((_PIPS[face][y - 1], palette.STRONG), focused=focused and y == 2)


def _sided(inside: Part, *, focused: bool) -> tuple[Part, ...]:
    style = palette.ACCENT if focused else palette.FAINT
    left, right = "[]" if focused else "││"
    return (left, style), inside, (right, style)


SMALL = SmallFace()
FRAMED = FramedFace()
PIPS = PipFace()
