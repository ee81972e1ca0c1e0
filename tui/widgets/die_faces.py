"""The ways to draw a die, one for each size. Rows of text, no widget.

A die is identified by its digit in every size; pips are added if there is room. The focus is a pair of
brackets on cells that are otherwise blank, so that moving it changes four of them: a bare digit has them at
its sides, a framed one below it, around its mark. Dice that can be chosen have frames and pips; others are
bare digits in the same places, and cost few bytes.
"""

from __future__ import annotations

from functools import lru_cache
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
    """Returns the face as one cell; a die in hand is a dot."""
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
        """The row of the digit, where the real cursor rests."""
        ...

    def row(self, face: int, y: int, *, focused: bool) -> tuple[Part, ...]:
        """The cells of row `y`, from 0 to height - 1."""
        ...

    def below(self, sign: str, *, focused: bool) -> str:
        """The cells under the die, with its mark or blank."""
        ...


class BareFace(NamedTuple):
    """A digit in the middle, `[5]` with the focus: one row, or as many as a larger die has."""

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
    """Returns the digit alone, in the middle of the cells of such a die."""
    return BareFace(face.width, face.height)


SIZES: tuple[tuple[DieFace, DieFace], ...] = (
    (PIPS, PIPS),
    (FRAMED, PIPS),
    (SMALL, PIPS),
    (SMALL, FRAMED),
    (SMALL, SMALL),
)
"""The ways to draw dice set aside and active dice, the largest first."""


@lru_cache(maxsize=256)
def faces_for(width: int, height: int, aside: int, dice: int, *, framed: bool) -> tuple[DieFace, DieFace]:
    """Returns how dice set aside and active dice are drawn: as large as both rows and a row below them fit;
    bare if none is to be chosen.
    """
    for small, large in SIZES:
        wide = max(aside * small.width, dice * large.width)
        if height > small.height + large.height and width >= wide:
            return (small, large) if framed else (bare(small), bare(large))
    return SMALL, SMALL
