"""The lines of the garden: squares with their dwarfs, the lattice between them, what stands on its corners.

Pure: a `GardenPicture` and a size become lines. Keys and focus are left to `garden`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from rich.cells import set_cell_size
from rich.style import Style

from engine.laurin.model.names import Point
from tui.widgets.panel import Part
from tui.wire.terminal import palette, tones

SIDE = 8
"""The number of squares along a side."""
FILES = "abcdefgh"
LABEL = 2
"""The columns for the number of a rank."""
WIDE = 5
"""The width of squares from which the King and the numbers of his ways are three cells wide."""
LINE = "─"
AIMED = "*"
"""The mark on the point where the chosen way leads."""
KING = tones.COURT.loud
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
    king_sign: str = "K"
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

Cell = tuple[str, Style]


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
    """Return row `y` of the garden; `cursor` is the square in brackets, '' for none."""
    row, inner = divmod(y, shape.height + 1)
    if inner == 0:
        return [(" " * LABEL, palette.TEXT), *_runs(_border(picture, shape, row))]
    label = f"{SIDE - row} " if inner - 1 == shape.middle else " " * LABEL
    return [(label, palette.DIM), *_runs(_squares(picture, shape, row, inner - 1, cursor))]


def _runs(cells: list[Cell]) -> list[Part]:
    """Return cells as parts, one for each run of a style."""
    runs = groupby(cells, key=lambda cell: cell[1])
    return [("".join(sign for sign, _ in run), style) for style, run in runs]


def _border(picture: GardenPicture, shape: GardenShape, row: int) -> list[Cell]:
    """Return the line of the King's points above a row of squares; the first one names the files."""
    north, pitch = SIDE - row, shape.width + 1
    cells: list[Cell] = []
    style = tones.LAWN_TEXT if north == SIDE else tones.LAWN
    for east in range(SIDE + 1):
        cells.append((_corner((east, north)), style))
        if east < SIDE:
            name = FILES[east] if north == SIDE else LINE
            cells += [(sign, style) for sign in name.center(shape.width, LINE)]
    for east in range(SIDE + 1):
        point = (east, north)
        if point == picture.king:
            _stand(cells, east * pitch, picture.king_sign, KING, shape)
        elif point in picture.marks:
            sign = picture.marks[point]
            _stand(cells, east * pitch, sign, KING if sign == AIMED else REACHED, shape)
    return cells


def _stand(cells: list[Cell], x: int, sign: str, style: Style, shape: GardenShape) -> None:
    """Puts a sign on a corner; in a garden of wide squares with a cell on either side."""
    cells[x] = sign, style
    if shape.width >= WIDE:
        for beside in {max(0, x - 1), min(len(cells) - 1, x + 1)} - {x}:
            cells[beside] = " ", style


def _corner(point: Point) -> str:
    east, north = point
    across = 0 if east == 0 else 2 if east == SIDE else 1
    down = 0 if north == SIDE else 2 if north == 0 else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[down][across]


def _squares(picture: GardenPicture, shape: GardenShape, row: int, inner: int, cursor: str) -> list[Cell]:
    middle = inner == shape.middle
    cells: list[Cell] = []
    for column in range(SIDE + 1):
        left = square_at(row, column - 1) if column else ""
        right = square_at(row, column) if column < SIDE else ""
        cells.append(_edge(picture, left, right, cursor) if middle else ("│", tones.LAWN))
        if right:
            cells += _inside(picture.dwarfs.get(right), shape, inner)
    return cells


def _edge(picture: GardenPicture, left: str, right: str, cursor: str) -> Cell:
    """Return the cell between two squares: a line, or a bracket of one of them."""
    if cursor and cursor in {left, right}:
        return "[" if cursor == right else "]", tones.LAWN_FOCUS
    if right in picture.picks:
        return "<", tones.LAWN_FOCUS
    if left in picture.picks:
        return ">", tones.LAWN_FOCUS
    return "│", tones.LAWN


def _inside(stone: DwarfSign | None, shape: GardenShape, inner: int) -> list[Cell]:
    if stone is None:
        return [(" ", tones.LAWN)] * shape.width
    text = stone.sign if inner == shape.middle else stone.below if inner == shape.middle + 1 else ""
    pad = " " * ((shape.width - 2) // 2)
    return [(sign, stone.style) for sign in set_cell_size(f"{pad}{text}" if text else "", shape.width)]
