"""The queue as a widget: places in rows, with a cursor on a place or between two places.

It knows keys and where its cells are. The cards, their shape, and where the cursor may stop, come from
outside. A place has a caret before its card, a spot between two places has ^; both change few cells when the
cursor moves, and the terminal's real cursor goes with it. If not all rows have room, those around the cursor
are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from tui.boards.intrigue.panels.places import COMPACT, PlaceFace, before, inside, lines_of, title
from tui.boards.intrigue.play.intents import QueueSpot
from tui.widgets.card_faces import joint
from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.pieces import CARET, width_of
from tui.wire.terminal import palette

SPOT = "^"
"""Between two places, or before the first or behind the last."""


class QueueShape(NamedTuple):
    """The cells of a queue: the places in a row, the columns of all of them, the lines of a place."""

    columns: int
    width: int
    lines: int = COMPACT
    framed: bool = False
    """True: a line of a frame is above every place, and below the last ones."""

    @property
    def pitch(self) -> int:
        """The lines from one row of places to the next."""
        return self.lines + self.framed

    def height(self, rows: int) -> int:
        """Return the lines of so many rows of places."""
        return rows * self.pitch + self.framed

    def edge(self, column: int) -> int:
        """Return the column of cells before a place; for the last but one: after the last place, which is
        beyond the queue where places without frames fill it. Places are as wide as each other, but for a few
        at the end: a card that moves on by a place looks the same there, and the terminal can move it.
        """
        filled = not self.framed and self.width % self.columns == 0
        each, spare = divmod(self.width - (not filled), self.columns)
        wider = spare if 2 * spare > self.columns else 0
        return column * each + min(column, wider)


def rows_of(places: int, columns: int) -> int:
    """Return the number of rows for these places; an empty queue has one."""
    return max(1, -(-places // columns))


class Queue(Panel):
    """Places from the front to the end."""

    can_focus = True
    DEFAULT_CSS: ClassVar[str] = "Queue { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)"),
        Binding("right,l", "step(1)"),
        Binding("up,k", "row(-1)"),
        Binding("down,j", "row(1)"),
        Binding("home", "step(-999)"),
        Binding("end", "step(999)"),
        Binding("enter", "confirm"),
    ]

    @dataclass
    class Confirmed(Message):
        """Enter was pressed."""

        queue: Queue
        at: QueueSpot

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self.faces: tuple[PlaceFace, ...] = ()
        self.stops: tuple[QueueSpot, ...] = ()
        self.stop = QueueSpot(1)
        self.nothing = ""
        """The text of an empty queue."""
        self.shape = QueueShape(10, 80)
        self._top = 0
        """The first row of places that is shown."""
        self._at: dict[int, int] = {}
        """Where each place stands among the faces: cards that are gone stand there, too."""

    def set_shape(self, shape: QueueShape) -> None:
        """Give the places other cells."""
        if shape != self.shape:
            self.shape = shape
            self.flash(None)
            self.refresh()

    def show(self, faces: Iterable[PlaceFace], stops: Iterable[QueueSpot]) -> None:
        """Show places, and where the cursor may stop. The cursor stays where it was, if it can."""
        old, self.faces = self.faces, tuple(faces)
        self._at = {face.number: at for at, face in enumerate(self.faces) if not face.gone}
        was, self.stops = self.stop, tuple(stops)
        if was not in self.stops and self.stops:
            self.stop = min(self.stops, key=lambda stop: (abs(stop.place - was.place), stop.on != was.on))
        if len(old) != len(self.faces):
            self.refresh()
            return
        pairs = zip(self.faces, old, strict=True)
        changed = {at // self.shape.columns for at, (new, before) in enumerate(pairs) if new != before}
        self._redraw(changed | (self._rows_at(was, self.stop) if was != self.stop else set()))

    def go(self, stop: QueueSpot) -> None:
        """Puts the cursor somewhere. Posts nothing."""
        if stop in self.stops:
            was, self.stop = self.stop, stop
            self._redraw(self._rows_at(was, stop))

    def follow(self, place: int) -> None:
        """Puts the cursor on the card that acts if not all rows have room, so that it is in sight."""
        if len(self.rows_shown) < rows_of(len(self.faces), self.shape.columns):
            self.go(QueueSpot(place))

    def flash(self, place: int | None) -> None:
        """Has the name of the card at a place flash, until it is called with None."""
        regions = []
        if place in self._at:
            shape, (row, column) = self.shape, divmod(self._at[place], self.shape.columns)
            left, y = shape.edge(column) + 1, (row - self.rows_shown.start) * shape.pitch + 1
            regions = [Region(left, y, shape.edge(column + 1) - left, 1)]
        self.flash_cells(*regions)

    # Keys

    def action_step(self, by: int) -> None:
        """Moves the cursor."""
        if self.stops:
            at = self.stops.index(self.stop) + by
            self._move(self.stops[max(0, min(at, len(self.stops) - 1))])

    def action_row(self, by: int) -> None:
        """Move to the nearest stop of the next row that has one."""
        row, column = self._where(self.stop)
        there = [stop for stop in self.stops if (self._where(stop)[0] - row) * by > 0]
        if there:
            nearest = min(abs(self._where(stop)[0] - row) for stop in there)
            close = [stop for stop in there if abs(self._where(stop)[0] - row) == nearest]
            self._move(min(close, key=lambda stop: abs(self._where(stop)[1] - column)))

    def action_confirm(self) -> None:
        """Reports what is under the cursor as confirmed."""
        self.post_message(self.Confirmed(self, self.stop))

    def _move(self, stop: QueueSpot) -> None:
        if stop != self.stop:
            self.go(stop)
            self.post_message(self.Moved(self))

    # Positions in the panel

    @property
    def rows_shown(self) -> range:
        """The rows of places that are shown: all, or as many as fit, among them the one of the cursor."""
        rows = rows_of(len(self.faces), self.shape.columns)
        fit = max(1, (self.size.height - self.shape.framed) // self.shape.pitch)
        row = self._where(self.stop)[0]
        self._top = max(0, min(self._top, row, rows - fit), min(row - fit + 1, rows - fit))
        return range(self._top, min(rows, self._top + fit))

    def _where(self, stop: QueueSpot) -> tuple[int, int]:
        """Return the row, and the column in half places: a spot between two places is before its place."""
        behind = not stop.on and stop.place > len(self._at) and stop.place > 1
        place = stop.place - behind
        row, column = divmod(self._at.get(place, place - 1), self.shape.columns)
        return row, 2 * (column + behind) + stop.on

    def _rows_at(self, *stops: QueueSpot) -> set[int]:
        return {self._where(stop)[0] for stop in stops}

    def caret(self) -> Offset | None:
        row, half = self._where(self.stop)
        y = (row - self.rows_shown.start) * self.shape.pitch + 1
        return Offset(min(self.shape.edge(half // 2) + half % 2, self.shape.width - 1), y)

    def _redraw(self, rows: Iterable[int]) -> None:
        """Draws rows of places again."""
        if not self.size.area:
            return
        top, shown, pitch = self._top, self.rows_shown, self.shape.pitch
        if shown.start != top:
            self.refresh()
            return
        regions = [
            Region(0, (row - top) * pitch, self.size.width, pitch) for row in sorted(rows) if row >= top
        ]
        if regions:
            self.refresh(*regions)

    # Drawing

    def render_line(self, y: int) -> Strip:
        """Row `y` of the panel."""
        shape, shown = self.shape, self.rows_shown
        row, inner = divmod(y, shape.pitch)
        row += shown.start
        if row >= shown.stop:
            parts = self._border(row, ()) if shape.framed and row == shown.stop and not inner else []
        elif shape.framed and not inner:
            parts = self._border(row, self._row(row))
        else:
            parts = self._cells(row, inner - shape.framed, self._row(row))
        return line_of(parts, self.size.width)

    def _row(self, row: int) -> tuple[PlaceFace, ...]:
        return self.faces[row * self.shape.columns : (row + 1) * self.shape.columns]

    def _cells(self, row: int, line: int, faces: Sequence[PlaceFace]) -> list[Part]:
        shape, marked = self.shape, line == 1 - self.shape.framed
        draw = inside if shape.framed else lines_of
        parts: list[Part] = []
        for column, face in enumerate(faces):
            parts.append(self._between(row, column, marked=marked))
            parts += draw(face, shape.edge(column + 1) - shape.edge(column) - 1, shape.lines)[line]
        closing = self._between(row, len(faces), marked=marked)
        if shape.edge(len(faces)) < shape.width:
            parts.append(closing)
        elif closing[0] == SPOT:
            last, ink = parts.pop()
            parts += [(last[:-1], ink), closing]
        return parts if self.faces or not marked else [*parts, (f" {self.nothing}", palette.DIM)]

    def _between(self, row: int, column: int, *, marked: bool) -> Part:
        """Return the cell before a place: the caret, the sign of a spot, or the cell's usual content."""
        if marked and self.is_focused and self._where(self.stop)[0] == row:
            signs = {2 * column: SPOT, 2 * column + 1: CARET}
            found = signs.get(self._where(self.stop)[1])
            if found:
                return found, palette.ACCENT
        faces, shape = self._row(row), self.shape
        if marked and column < len(faces):
            cells = shape.edge(column + 1) - shape.edge(column) - 1
            if sign := before(faces[column], cells, 2 if shape.framed else shape.lines - 2):
                return sign, faces[column].tone
        return ("│" if self.shape.framed and self._row(row) else " "), palette.FAINT

    def _border(self, row: int, faces: Sequence[PlaceFace]) -> list[Part]:
        """Return the line above a row of frames, which is also the one below the row before it."""
        shape = self.shape
        above = len(self._row(row - 1)) if row > self.rows_shown.start else 0
        parts: list[Part] = []
        for column in range(max(above, len(faces))):
            parts.append((_corner(column, above, len(faces)), palette.FAINT))
            width = shape.edge(column + 1) - shape.edge(column) - 1
            said = title(faces[column]) if column < len(faces) else []
            parts += [*said, ("─" * (width - width_of(said)), palette.FAINT)]
        return [*parts, (_corner(max(above, len(faces)), above, len(faces)), palette.FAINT)]


def _corner(column: int, above: int, below: int) -> str:
    if not (above or below):
        return " "
    return joint(
        left=0 < column <= max(above, below),
        right=column < max(above, below),
        up=above > 0 and column <= above,
        down=below > 0 and column <= below,
    )
