"""The lines of the garden: squares with their dwarfs, the lines between them, and the marks on their corners.

Pure: a `GardenPicture` and a size become lines. Keys and focus are left to `garden`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rich.style import Style

from engine.laurin.model.names import Point
from tui.widgets.panel import Part
from tui.wire.terminal import palette

SIDE = 8
"""The number of squares along a side."""
FILES = "abcdefgh"
LABEL = 2
"""The columns for the number of a rank."""


class DwarfSign(NamedTuple):
    """A dwarf in its square: letter and value in at most three cells, and the value of its other side."""

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
    for width, height in ((11, 5), (9, 5), (9, 4), (7, 4), (7, 3), (5, 3), (5, 2), (5, 1), (3, 1))
)
"""The sizes of a garden, best first."""


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
        return _border(picture, shape, row)
    return _squares(picture, shape, row, inner - 1, cursor)


def _border(picture: GardenPicture, shape: GardenShape, row: int) -> list[Part]:
    """Return the line of the King's points above a row of squares; the outer lines name the files."""
    north = SIDE - row
    parts: list[Part] = [(" " * LABEL, palette.TEXT)]
    for east in range(SIDE + 1):
        parts.append(_corner(picture, (east, north)))
        if east < SIDE:
            name = FILES[east] if north == SIDE else "─"
            left = (shape.width - 1) // 2
            parts += [
                ("─" * left, palette.FAINT),
                (name, palette.DIM if name != "─" else palette.FAINT),
                ("─" * (shape.width - 1 - left), palette.FAINT),
            ]
    return parts


def _corner(picture: GardenPicture, point: Point) -> Part:
    if point == picture.king:
        return picture.king_sign, palette.ACCENT
    if point in picture.marks:
        return picture.marks[point], palette.STRONG
    east, north = point
    across = 0 if east == 0 else 2 if east == SIDE else 1
    down = 0 if north == SIDE else 2 if north == 0 else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[down][across], palette.FAINT


def _squares(picture: GardenPicture, shape: GardenShape, row: int, inner: int, cursor: str) -> list[Part]:
    middle = inner == shape.middle
    label = f"{SIDE - row} " if middle else " " * LABEL
    parts: list[Part] = [(label, palette.DIM)]
    for column in range(SIDE + 1):
        left = square_at(row, column - 1) if column else ""
        right = square_at(row, column) if column < SIDE else ""
        parts.append(_edge(picture, left, right, cursor) if middle else ("│", palette.GRID))
        if right:
            parts.append(_inside(picture.dwarfs.get(right), shape, inner))
    return parts


def _edge(picture: GardenPicture, left: str, right: str, cursor: str) -> Part:
    """Return the cell between two squares: a line, or a bracket of one of them."""
    if cursor and cursor in {left, right}:
        return "[" if cursor == right else "]", palette.ACCENT
    if right in picture.picks:
        return "<", palette.ACCENT
    if left in picture.picks:
        return ">", palette.ACCENT
    return "│", palette.GRID


def _inside(stone: DwarfSign | None, shape: GardenShape, inner: int) -> Part:
    if stone is None:
        return " " * shape.width, palette.TEXT
    text = stone.sign if inner == shape.middle else stone.below if inner == shape.middle + 1 else ""
    pad = " " * ((shape.width - 3) // 2)
    return f"{pad}{text}".ljust(shape.width), stone.style
