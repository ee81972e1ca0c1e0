"""The garden as a panel: 8 x 8 squares with a cursor. What is on them comes from outside."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from engine.laurin.model.names import Point
from tui.boards.laurin.panels.squares import (
    LABEL,
    SIDE,
    GardenPicture,
    GardenShape,
    column_of,
    line,
    row_of,
    square_at,
)
from tui.widgets.panel import Panel, line_of

MIDDLE = 5
"""The first row that is shown where eight are: the King begins in the midst of them."""


class Garden(Panel):
    """Squares with a cursor: a caret before one."""

    can_focus = True
    DEFAULT_CSS: ClassVar[str] = "Garden { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(0, -1)"),
        Binding("right,l", "step(0, 1)"),
        Binding("up,k", "step(-1, 0)"),
        Binding("down,j", "step(1, 0)"),
        Binding("home", "step(0, -9)"),
        Binding("end", "step(0, 9)"),
        Binding("enter,space", "confirm"),
    ]

    @dataclass
    class Confirmed(Message):
        """Enter or the space bar was pressed on a square."""

        garden: Garden
        square: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self.picture = GardenPicture()
        self.cursor = "d5"
        self._top = MIDDLE
        """The first visible row; more than 0 in a panel that is too low for the garden."""

    def show(self, picture: GardenPicture) -> None:
        """Show a picture; only rows that differ are drawn again."""
        old, self.picture = self.picture, picture
        squares = {
            square
            for square in {*old.dwarfs, *picture.dwarfs}
            if old.dwarfs.get(square) != picture.dwarfs.get(square)
        }
        squares |= set(old.picks) ^ set(picture.picks)
        points = {
            point
            for point in {*old.marks, *picture.marks}
            if old.marks.get(point) != picture.marks.get(point)
        }
        if old.king != picture.king:
            points |= {old.king, picture.king}
        self._redraw(squares, points)

    def go(self, square: str) -> None:
        """Puts the cursor on a square. Posts nothing."""
        if square != self.cursor:
            before, self.cursor = self.cursor, square
            if self._scrolled() == self._top:
                self._redraw({before, square})
            else:
                self.refresh()

    def flash(self, squares: Iterable[str]) -> None:
        """Has the dwarfs on these squares flash, until it is called without any."""
        shape, top = self.shape, self._scrolled()
        at = [
            (column_of(square) * (shape.width + 1), row_of(square) * (shape.height + 1)) for square in squares
        ]
        self.flash_cells(*[Region(LABEL + 1 + x, 1 + y + shape.middle - top, shape.width, 1) for x, y in at])

    def action_step(self, down: int, right: int) -> None:
        """Moves the cursor."""
        before = self.cursor
        self.go(square_at(row_of(before) + down, column_of(before) + right))
        if self.cursor != before:
            self.post_message(self.Moved(self))

    def action_confirm(self) -> None:
        """Reports what is under the cursor as confirmed."""
        self.post_message(self.Confirmed(self, self.cursor))

    # Drawing

    @property
    def shape(self) -> GardenShape:
        """The largest shape of squares that fits."""
        width, height = self.size
        return GardenShape(max(3, (width - LABEL - 1) // SIDE - 1), max(1, (height - 1) // SIDE - 1))

    def _scrolled(self) -> int:
        """The first row that has to be visible, so that the cursor's square and the lines around it are."""
        shape, height = self.shape, self.size.height
        if not height:
            return self._top
        upper = row_of(self.cursor) * (shape.height + 1)
        lower = upper + shape.height + 2 - height
        return max(0, min(max(lower, min(self._top, upper)), shape.rows - height))

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a part of the panel, from the first visible row on."""
        self._top = self._scrolled()
        return super().render_lines(crop)

    def caret(self) -> Offset | None:
        shape = self.shape
        x = LABEL + 1 + column_of(self.cursor) * (shape.width + 1) + (shape.width - 2) // 2
        y = 1 + row_of(self.cursor) * (shape.height + 1) + shape.middle
        return Offset(x, y - self._scrolled())

    def render_line(self, y: int) -> Strip:
        """Row `y` of the panel."""
        shape, y = self.shape, y + self._top
        if y >= shape.rows:
            return Strip.blank(self.size.width)
        cursor = self.cursor if self.is_focused else ""
        return line_of(line(self.picture, shape, y, cursor), self.size.width)

    def _redraw(self, squares: Iterable[str], points: Iterable[Point] = ()) -> None:
        """Draw the rows of these squares and points again."""
        shape, width = self.shape, self.size.width
        pitch = shape.height + 1
        top, all_ = self._top, self.size.region
        lines = [
            Region(0, 1 + row * pitch - top, width, shape.height) for row in {row_of(s) for s in squares}
        ]
        lines += [
            Region(0, (SIDE - north) * pitch - top, width, 1) for north in {north for _, north in points}
        ]
        regions = [line.intersection(all_) for line in lines if line.overlaps(all_)]
        if regions and self.size.area:
            self.refresh(*regions)
