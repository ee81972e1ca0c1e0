"""How a die looks: drawing objects, one per size. Rows of text, no widget.

A die is told apart by its digit in every size; pips come where there is room. The focus is a
pair of brackets on cells that are blank otherwise, so that moving it changes four of them: a
bare digit has them at its sides, a framed one below it, around its mark. Frames and pips have dice
that one may choose; the others are digits where those would stand, and cost a slow line little.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from tui.widgets.panel import Part
from tui.wire.terminal import palette

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

    def below(self, sign: str, *, focused: bool) -> str:
        """The cells under the die, with its mark or blank."""
        ...


class BareFace(NamedTuple):
    """A digit in the middle, `[5]` where the focus is: a row, or in the room of a larger die."""

    width: int = 3
    height: int = 1

    @property
    def digit_row(self) -> int:
        """The middle."""
        return self.height // 2

    def row(self, face: int, y: int, *, focused: bool) -> tuple[Part, ...]:
        """The cells of row `y`, from 0 to height - 1."""
        if y != self.digit_row:
            return ((" " * self.width, palette.TEXT),)
        side = " " * (self.width // 2 - 1)
        left, right = "[]" if focused else "  "
        return (
            (side + left, palette.ACCENT),
            (digit(face), palette.STRONG),
            (right + side, palette.ACCENT),
        )

    def below(self, sign: str, *, focused: bool) -> str:
        """The cells under the die, with its mark or blank."""
        del focused
        return sign.center(self.width)


class FramedFace(NamedTuple):
    """A digit in a frame: three rows."""

    width: int = 5
    height: int = 3
    digit_row: int = 1

    def row(self, face: int, y: int, *, focused: bool) -> tuple[Part, ...]:
        """The cells of row `y`, from 0 to height - 1."""
        del focused
        if y == self.digit_row:
            return _SIDE, (f" {digit(face)} ", palette.STRONG), _SIDE
        return (("╭───╮" if y == 0 else "╰───╯", palette.FAINT),)

    def below(self, sign: str, *, focused: bool) -> str:
        """The cells under the die, with its mark or blank."""
        return _bracketed(sign, self.width, focused=focused)


class PipFace(NamedTuple):
    """Pips in a frame that names the digit: five rows."""

    width: int = 7
    height: int = 5
    digit_row: int = 4

    def row(self, face: int, y: int, *, focused: bool) -> tuple[Part, ...]:
        """The cells of row `y`, from 0 to height - 1."""
        del focused
        if y == 0:
            return (("╭─────╮", palette.FAINT),)
        if y == self.digit_row:
            return ("╰──", palette.FAINT), (digit(face), palette.DIM), ("──╯", palette.FAINT)
        return _SIDE, (_PIPS[face][y - 1], palette.STRONG), _SIDE

    def below(self, sign: str, *, focused: bool) -> str:
        """The cells under the die, with its mark or blank."""
        return _bracketed(sign, self.width, focused=focused)


_SIDE: Part = ("│", palette.FAINT)


def _bracketed(sign: str, width: int, *, focused: bool) -> str:
    return (f"[{sign}]" if focused else sign).center(width)


SMALL = BareFace()
FRAMED = FramedFace()
PIPS = PipFace()


def bare(face: DieFace) -> DieFace:
    """The digit alone, in the middle of where such a die stands."""
    return BareFace(face.width, face.height)
