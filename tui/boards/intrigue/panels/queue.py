"""The queue as a widget: places in rows of ten, with a cursor on a place or between two places.

It knows keys and where its cells are. The cards, and where the cursor may stop, come from outside. A place
has brackets around its card, a spot between two places has ^; both change few cells when the cursor moves,
and the terminal's real cursor goes with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from tui.boards.intrigue.panels.places import PlaceFace, foot, head, inside, label
from tui.boards.intrigue.play.intents import QueueSpot
from tui.widgets.card_faces import joint
from tui.widgets.panel import Panel, Part, line_of
from tui.wire.terminal import palette

ROW = 10
"""The number of places in a row."""
COMPACT = 3
"""The lines of a place without a frame."""


def rows_of(places: int) -> int:
    """Return the number of rows for these places; an empty queue has one."""
    return max(1, -(-places // ROW))


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
    class Moved(Message):
        """The cursor went elsewhere."""

        queue: Queue
        at: QueueSpot

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

    def show(self, faces: Iterable[PlaceFace], stops: Iterable[QueueSpot]) -> None:
        """Show places, and where the cursor may stop. The cursor stays where it was, if it can."""
        old, self.faces = self.faces, tuple(faces)
        was, self.stops = self.stop, tuple(stops)
        if was not in self.stops and self.stops:
            self.stop = min(self.stops, key=lambda stop: (abs(stop.place - was.place), stop.on != was.on))
        if len(old) != len(self.faces):
            self.refresh()
            return
        changed = [new.number for new, before in zip(self.faces, old, strict=True) if new != before]
        self._redraw([*map(QueueSpot, changed), *([was, self.stop] if was != self.stop else [])])

    def go(self, stop: QueueSpot) -> None:
        """Puts the cursor somewhere. Posts nothing."""
        if stop in self.stops:
            was, self.stop = self.stop, stop
            self._redraw([was, stop])

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
            self.post_message(self.Moved(self, stop))

    # Positions in the panel

    @property
    def _pitch(self) -> int:
        """Return the lines from one row of places to the next."""
        rows = rows_of(len(self.faces))
        framed = (self.size.height - 1) // rows
        return max(COMPACT, framed)

    @property
    def _framed(self) -> bool:
        return self._pitch > COMPACT

    def _edge(self, column: int) -> int:
        """Return the column of cells before a place; for the eleventh: after the tenth."""
        return -(-column * (self.size.width - 1) // ROW)

    def _where(self, stop: QueueSpot) -> tuple[int, int]:
        """Return the row, and the column in half places: a spot between two places is before its place."""
        behind = not stop.on and stop.place > len(self.faces) and stop.place > 1
        row, column = divmod(stop.place - 1 - behind, ROW)
        return row, 2 * (column + behind) + stop.on

    def caret(self) -> Offset | None:
        """The first letter of the card, or the sign between two."""
        row, half = self._where(self.stop)
        return Offset(self._edge(half // 2) + half % 2, row * self._pitch + 1)

    def _redraw(self, stops: Iterable[QueueSpot]) -> None:
        rows = {self._where(stop)[0] for stop in stops}
        pitch = self._pitch
        regions = [Region(0, row * pitch, self.size.width, pitch) for row in sorted(rows)]
        if regions and self.size.area:
            self.refresh(*regions)

    def on_focus(self) -> None:
        """Draws the cursor."""
        self._redraw([self.stop])

    def on_blur(self) -> None:
        """Draws the panel without its cursor."""
        self._redraw([self.stop])

    # Drawing

    def render_line(self, y: int) -> Strip:
        """Row `y` of the panel."""
        row, inner = divmod(y, self._pitch)
        faces = self.faces[row * ROW : (row + 1) * ROW]
        if row >= rows_of(len(self.faces)):
            parts = self._border(row, faces) if self._framed and not inner else []
        elif self._framed and not inner:
            parts = self._border(row, faces)
        else:
            parts = self._cells(row, inner, faces)
        return line_of(parts, self.size.width)

    def _cells(self, row: int, inner: int, faces: Sequence[PlaceFace]) -> list[Part]:
        parts: list[Part] = []
        for column, face in enumerate(faces):
            parts.append(self._between(row, column, inner))
            parts += self._inside(face, self._edge(column + 1) - self._edge(column) - 1, inner)
        parts.append(self._between(row, len(faces), inner))
        return parts if self.faces or inner != 1 else [*parts, (f" {self.nothing}", palette.DIM)]

    def _inside(self, face: PlaceFace, width: int, inner: int) -> list[Part]:
        if self._framed:
            return inside(face, width, self._pitch - 1)[inner - 1]
        return (head, label, foot)[inner](face, width)

    def _between(self, row: int, column: int, inner: int) -> Part:
        """Return the cell before a place: a bracket, the sign of a spot, or the cell's usual content."""
        if inner == 1 and self.has_focus and self._where(self.stop)[0] == row:
            sign = {2 * column: "^", 2 * column + 1: "[", 2 * column - 1: "]"}
            found = sign.get(self._where(self.stop)[1])
            if found:
                return found, palette.ACCENT
        return ("│" if self._framed and self._has(row) else " "), palette.FAINT

    def _has(self, row: int) -> bool:
        return row * ROW < len(self.faces)

    def _border(self, row: int, faces: Sequence[PlaceFace]) -> list[Part]:
        """Return the line above a row of frames, which is also the one below the row before it."""
        above = min(ROW, max(0, len(self.faces) - (row - 1) * ROW)) if row else 0
        parts: list[Part] = []
        for column in range(max(above, len(faces))):
            parts.append((_corner(column, above, len(faces)), palette.FAINT))
            width = self._edge(column + 1) - self._edge(column) - 1
            line = [("─" * width, palette.FAINT)]
            parts += _titled(faces[column], width) if column < len(faces) else line
        return [*parts, (_corner(max(above, len(faces)), above, len(faces)), palette.FAINT)]


def _titled(face: PlaceFace, width: int) -> list[Part]:
    """Return the head of a frame with its blanks drawn as a line."""
    parts = head(face, width, framed=True)
    lead, *rest = parts
    return [
        lead,
        *[("─" * len(text), palette.FAINT) if text.isspace() else (text, ink) for text, ink in rest],
    ]


def _corner(column: int, above: int, below: int) -> str:
    if not (above or below):
        return " "
    return joint(
        left=0 < column <= max(above, below),
        right=column < max(above, below),
        up=above > 0 and column <= above,
        down=below > 0 and column <= below,
    )
