"""The lines of the garden: squares with their dwarfs, the lattice between them, what stands on its corners.

Pure: a `GardenPicture` and a size become lines. Keys and focus are left to `garden`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from rich.style import Style

from engine.laurin.model.names import Point
from tui.widgets.panel import Part
from tui.widgets.pieces import CARET
from tui.wire.terminal import palette, tones

SIDE = 8
"""The number of squares along a side."""
FILES = "abcdefgh"
LABEL = 2
"""The columns for the number of a rank."""
WIDE = 5
"""The width of squares from which the numbers of the King's ways are three cells wide, as he is."""
LINE = "─"
AIMED = "*"
"""The mark on the point where the chosen way leads."""
PICKED = "*"
"""Before a chosen square."""
KING_SIGN = "♚"
KING = tones.CROWNED
"""The King, and where the chosen way leads him."""
REACHED = tones.LAURIN.loud
"""A point where the King can go."""


class DwarfSign(NamedTuple):
    """A dwarf in its square: letter and value in at most three cells, and what it shows after it scored."""

    sign: str
    style: Style
    below: str = ""


class GardenPicture(NamedTuple):
    """What is visible in the garden."""

    dwarfs: Mapping[str, DwarfSign] = MappingProxyType({})
    king: Point = (SIDE // 2, SIDE // 2)
    marks: Mapping[Point, str] = MappingProxyType({})
    """A sign of one cell on each point where the King can go."""
    picks: Collection[str] = ()
    """The chosen squares."""


class GardenShape(NamedTuple):
    """The size of a square, in cells."""

    width: int
    height: int

    @property
    def columns(self) -> int:
        """Columns of the whole garden."""
        return LABEL + 1 + SIDE * (self.width + 1)

    @property
    def rows(self) -> int:
        """Rows of the whole garden."""
        return 1 + SIDE * (self.height + 1)

    @property
    def middle(self) -> int:
        """The line inside a square that its dwarf is on."""
        return (self.height - 1) // 2


SHAPES = tuple(
    GardenShape(width, height)
    for width, height in ((11, 5), (9, 4), (9, 3), (7, 3), (7, 2), (5, 2), (5, 1), (3, 1))
)
"""The sizes of a garden, best first: as square as cells allow, which are twice as high as wide."""


def row_of(square: str) -> int:
    """Return the row of a square, counted from the top, from 0."""
    return SIDE - int(square[1])


def column_of(square: str) -> int:
    """Return the column of a square, counted from the left, from 0."""
    return FILES.index(square[0])


def square_at(row: int, column: int) -> str:
    """Return the square in a row from the top and a column, or the nearest one if there is none."""
    row, column = max(0, min(row, SIDE - 1)), max(0, min(column, SIDE - 1))
    return f"{FILES[column]}{SIDE - row}"


def line(picture: GardenPicture, shape: GardenShape, y: int, cursor: str) -> list[Part]:
    """Return row `y` of the garden; `cursor` is the square behind the caret, '' for none."""
    row, inner = divmod(y, shape.height + 1)
    if inner == 0:
        return [(" " * LABEL, palette.TEXT), *_border(picture, shape, row)]
    label = f"{SIDE - row} " if inner - 1 == shape.middle else " " * LABEL
    return [(label, palette.DIM), *_joined(_squares(picture, shape, row, inner - 1, cursor))]


def _joined(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield parts, those of one style beside each other as one."""
    for style, run in groupby(parts, key=lambda part: part[1]):
        yield "".join(text for text, _ in run), style


def _border(picture: GardenPicture, shape: GardenShape, row: int) -> list[Part]:
    """Return the line of the King's points above a row of squares; the first one names the files. The King
    has a cell on either side, and in a garden of wide squares all that stands on a point.
    """
    north, text = SIDE - row, _lattice(shape, row)
    style = tones.LAWN_TEXT if north == SIDE else tones.LAWN
    signs = {east: sign for (east, at), sign in picture.marks.items() if at == north}
    if picture.king[1] == north:
        signs[picture.king[0]] = KING_SIGN
    parts: list[Part] = []
    done = 0
    for east in sorted(signs):
        x, sign = east * (shape.width + 1), signs[east]
        is_king = (east, north) == picture.king
        wide = int(is_king or shape.width >= WIDE)
        start, end = max(0, x - wide), min(len(text), x + 1 + wide)
        loud = KING if sign == AIMED or is_king else REACHED
        parts += [(text[done:start], style), (f"{' ' * (x - start)}{sign}{' ' * (end - x - 1)}", loud)]
        done = end
    return [*parts, (text[done:], style)]


@lru_cache(maxsize=256)
def _lattice(shape: GardenShape, row: int) -> str:
    """Return the line above a row of squares, without what stands on it: between small squares crosses alone,
    which leaves room around what stands on them, and costs a client less.
    """
    corners = "┌┬┐" if row == 0 else "└┴┘" if row == SIDE else "├┼┤"
    line = LINE if shape.width >= WIDE else " "
    lines = [
        (name if row == 0 else LINE if row == SIDE else line).center(shape.width, line) for name in FILES
    ]
    return corners[0] + corners[1].join(lines) + corners[2]


def _squares(picture: GardenPicture, shape: GardenShape, row: int, inner: int, cursor: str) -> Iterator[Part]:
    """Yield the squares of a row and the lines between them."""
    middle, touched = inner == shape.middle, touched_by(picture.king)
    for column in range(SIDE + 1):
        right = square_at(row, column) if column < SIDE else ""
        yield _edge(picture, right, cursor) if middle else ("│", tones.LAWN)
        if right:
            ground = tones.TOUCHED if right in touched else tones.LAWN
            yield _inside(picture.dwarfs.get(right), shape, inner, ground)


def _edge(picture: GardenPicture, right: str, cursor: str) -> Part:
    """Return the cell between two squares: a line, or the sign of the one behind it."""
    if cursor and cursor == right:
        return CARET, tones.LAWN_FOCUS
    if right in picture.picks:
        return PICKED, tones.LAWN_FOCUS
    return "│", tones.LAWN


@lru_cache(maxsize=256)
def touched_by(point: Point) -> frozenset[str]:
    """Return the squares around a point, whose dwarfs score while the King is there."""
    east, north = point
    around = ((file, rank) for file in (east - 1, east) for rank in (north, north + 1))
    return frozenset(f"{FILES[file]}{rank}" for file, rank in around if 0 <= file < SIDE and 0 < rank <= SIDE)


def _inside(stone: DwarfSign | None, shape: GardenShape, inner: int, ground: Style) -> Part:
    if stone is None:
        return " " * shape.width, ground
    text = stone.sign if inner == shape.middle else stone.below if inner == shape.middle + 1 else ""
    pad = " " * ((shape.width - 2) // 2)
    return (f"{pad}{text}" if text else "").ljust(shape.width), stone.style
