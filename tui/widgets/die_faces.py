"""How a die looks: drawing objects, one per size. Rows of text, no widget.

A die is told apart by its digit in every size; pips come where there is room. The focus is a
pair of brackets on cells that are blank otherwise, so that moving it changes four of them: a
small die has them at its sides, a framed one below it, around its mark. Frames are around dice
that one may choose; without them dice stand where they would, and cost a slow line a third.
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

    def row(self, face: int, y: int, *, focused: bool, framed: bool = True) -> tuple[Part, ...]:
        """The cells of row `y`, from 0 to height - 1."""
        ...

    def below(self, sign: str, *, focused: bool) -> str:
        """The cells under the die, with its mark or blank."""
        ...


class SmallFace(NamedTuple):
    """`[5]`: one row."""

    width: int = 3
    height: int = 1
    digit_row: int = 0

    def row(self, face: int, y: int, *, focused: bool, framed: bool = True) -> tuple[Part, ...]:
        del y, framed
        left, right = "[]" if focused else "  "
        return (left, palette.ACCENT), (digit(face), palette.STRONG), (right, palette.ACCENT)

    def below(self, sign: str, *, focused: bool) -> str:
        del focused
        return sign.center(self.width)


class FramedFace(NamedTuple):
    """A digit in a frame: three rows."""

    width: int = 5
    height: int = 3
    digit_row: int = 1

    def row(self, face: int, y: int, *, focused: bool, framed: bool = True) -> tuple[Part, ...]:
        del focused
        if y == self.digit_row:
            side = _SIDE if framed else _NO_SIDE
            return side, (f" {digit(face)} ", palette.STRONG), side
        border = "╭───╮" if y == 0 else "╰───╯"
        return ((border if framed else " " * self.width, palette.FAINT),)

    def below(self, sign: str, *, focused: bool) -> str:
        return _bracketed(sign, self.width, focused=focused)


class PipFace(NamedTuple):
    """Pips in a frame that names the digit: five rows."""

    width: int = 7
    height: int = 5
    digit_row: int = 4

    def row(self, face: int, y: int, *, focused: bool, framed: bool = True) -> tuple[Part, ...]:
        del focused
        if y == 0:
            return (("╭─────╮" if framed else " " * self.width, palette.FAINT),)
        if y == self.digit_row:
            left, right = ("╰──", "──╯") if framed else ("   ", "   ")
            return (left, palette.FAINT), (digit(face), palette.DIM), (right, palette.FAINT)
        side = _SIDE if framed else _NO_SIDE
        return side, (_PIPS[face][y - 1], palette.STRONG), side

    def below(self, sign: str, *, focused: bool) -> str:
        return _bracketed(sign, self.width, focused=focused)


_SIDE: Part = ("│", palette.FAINT)
_NO_SIDE: Part = (" ", palette.FAINT)


def _bracketed(sign: str, width: int, *, focused: bool) -> str:
    return (f"[{sign}]" if focused else sign).center(width)


SMALL = SmallFace()
FRAMED = FramedFace()
PIPS = PipFace()
