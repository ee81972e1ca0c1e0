"""A list with a cursor: rows with one or two options each, under a heading.

It shows movement cards with their two directions, magic on offer, and the ways to play a card.
The board decides what choosing an option means. A list that does not fit scrolls with the cursor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip

from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.pieces import CARET, width_of
from tui.wire.terminal import palette

OptionPosition = tuple[int, int]
"""A row, and which of the options on it."""


class ChoiceRow(NamedTuple):
    """A row: what stands before the options, the options, and what stands after them."""

    lead: tuple[Part, ...]
    cells: tuple[tuple[Part, ...], ...]
    rest: tuple[Part, ...] = ()


class ChoiceList(Panel):
    """Rows with a cursor: a caret before one option."""

    can_focus = True
    DEFAULT_CSS: ClassVar[str] = "ChoiceList { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(0, -1)"),
        Binding("right,l", "step(0, 1)"),
        Binding("up,k", "step(-1, 0)"),
        Binding("down,j", "step(1, 0)"),
        Binding("home", "step(-99, 0)"),
        Binding("end", "step(99, 0)"),
        Binding("enter,space", "confirm"),
    ]

    @dataclass
    class Confirmed(Message):
        """Enter or the space bar was pressed."""

        choices: ChoiceList
        place: OptionPosition

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self.rows: tuple[ChoiceRow, ...] = ()
        self.heading: tuple[Part, ...] = ()
        """What stands above the rows, if there is a row left for it."""
        self.foot: tuple[tuple[Part, ...], ...] = ()
        """What stands below the rows, as far as there is room."""
        self.place: OptionPosition = (0, 0)

    def show(self, rows: Iterable[ChoiceRow], heading: tuple[Part, ...] = ()) -> None:
        """Shows rows. The cursor stays in its place if there is an option, else near it."""
        rows = tuple(rows)
        if (rows, heading) != (self.rows, self.heading):
            self.rows, self.heading = rows, heading
            self.refresh()
        self.place = self._near(self.place)

    def tell(self, foot: tuple[tuple[Part, ...], ...]) -> None:
        """Shows what is to be said of the option under the cursor, below the rows."""
        if foot != self.foot:
            self.foot = foot
            self.refresh()

    @property
    def tells(self) -> int:
        """How many rows are left below the list."""
        return max(0, self.size.height - self._head - len(self.rows))

    def start(self, place: OptionPosition) -> None:
        """Sets where the cursor will be in the rows that are shown next."""
        self.place = place
        self.refresh()

    def go(self, place: OptionPosition) -> None:
        """Puts the cursor on an option. Posts nothing."""
        place = self._near(place)
        if place != self.place:
            self.place = place
            self.refresh()

    def action_step(self, down: int, right: int) -> None:
        """Moves the cursor."""
        before = self.place
        rows = [row for row, entry in enumerate(self.rows) if entry.cells]
        if down and before[0] in rows:
            at = max(0, min(rows.index(before[0]) + down, len(rows) - 1))
            self.go((rows[at], before[1]))
        else:
            self.go((before[0], before[1] + right))
        if self.place != before:
            self.post_message(self.Moved(self))

    def action_confirm(self) -> None:
        """Reports what is under the cursor as confirmed."""
        if any(entry.cells for entry in self.rows):
            self.post_message(self.Confirmed(self, self.place))

    def _near(self, place: OptionPosition) -> OptionPosition:
        rows = [row for row, entry in enumerate(self.rows) if entry.cells]
        row = min(rows, key=lambda row: abs(row - place[0]), default=0)
        cells = len(self.rows[row].cells) if rows else 1
        return row, max(0, min(place[1], cells - 1))

    # Drawing

    @property
    def _head(self) -> int:
        """Returns how many rows the heading takes."""
        return int(bool(self.heading) and len(self.rows) < self.size.height)

    @property
    def _top(self) -> int:
        """Returns the first visible row."""
        return max(0, self.place[0] - self.size.height + 1)

    def caret(self) -> Offset | None:
        row, cell = self.place
        if row >= len(self.rows):
            return Offset(0, 0)
        entry = self.rows[row]
        before = width_of(entry.lead) + sum(width_of(parts) + 1 for parts in entry.cells[:cell])
        return Offset(before + 1, self._head + row - self._top)

    def render_line(self, y: int) -> Strip:
        """Row `y` of the panel."""
        if y < self._head:
            return line_of(self.heading, self.size.width)
        row = y - self._head + self._top
        if row >= len(self.rows):
            below = row - len(self.rows)
            return line_of(self.foot[below] if below < len(self.foot) else (), self.size.width)
        entry = self.rows[row]
        chosen = self.place[1] if self.is_focused and row == self.place[0] else None
        return line_of([*entry.lead, *_cells(entry.cells, chosen), *entry.rest], self.size.width)


def _cells(cells: Sequence[tuple[Part, ...]], chosen: int | None) -> Iterator[Part]:
    """Yields the options, each behind a cell for the caret."""
    for at, cell in enumerate(cells):
        yield CARET if at == chosen else " ", palette.ACCENT
        yield from cell
    if cells:
        yield " ", palette.TEXT
