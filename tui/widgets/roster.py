"""A list of entries, some rows each, with a cursor: the seats of a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.pieces import CARET, cut
from tui.wire.terminal import palette


class RosterEntry(NamedTuple):
    """A row: the parts before the caret, the name, and the parts after it; and the rows below it."""

    lead: tuple[Part, ...]
    name: tuple[Part, ...]
    rest: tuple[Part, ...] = ()
    below: tuple[tuple[Part, ...], ...] = ()
    """Shown where every entry has as many rows."""
    ground: Style = palette.TEXT
    """What blank cells stand on: `tones.ROW` in the row of the player who looks."""


class Roster(Panel):
    """Entries with a cursor: a caret before the name."""

    can_focus = True
    DEFAULT_CSS: ClassVar[str] = "Roster { width: 1fr; height: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)"),
        Binding("down,j", "move(1)"),
        Binding("home", "move(-999)"),
        Binding("end", "move(999)"),
        Binding("enter", "confirm"),
    ]

    @dataclass
    class Confirmed(Message):
        """Enter was pressed on an entry."""

        roster: Roster
        index: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self.entries: tuple[RosterEntry, ...] = ()
        self.cursor = 0
        self._pitch = 1
        """The rows of an entry."""
        self._across = 1
        """The entries beside each other in a row, where each has one."""

    def set_shape(self, *, rows: int = 1, across: int = 1) -> bool:
        """Give every entry so many rows, or put so many beside each other. Return whether that is new."""
        before = self._pitch, self._across
        self._pitch, self._across = rows, across
        if (self._pitch, self._across) == before:
            return False
        self.refresh()
        return True

    def show(self, entries: Iterable[RosterEntry]) -> None:
        """Shows entries; only rows that differ are drawn again."""
        old, self.entries = self.entries, tuple(entries)
        self.cursor = max(0, min(self.cursor, len(self.entries) - 1))
        rows = range(max(len(old), len(self.entries)))
        self._redraw(y for y in rows if old[y : y + 1] != self.entries[y : y + 1])

    def go(self, index: int) -> None:
        """Puts the cursor on an entry. Posts nothing."""
        index = max(0, min(index, len(self.entries) - 1))
        changed, self.cursor = {self.cursor, index}, index
        self._redraw(changed)

    def action_move(self, by: int) -> None:
        before = self.cursor
        self.go(before + by)
        if self.cursor != before:
            self.post_message(self.Moved(self))
        elif abs(by) == 1:
            self.post_message(self.Beyond(self, by))

    def action_confirm(self) -> None:
        if self.entries:
            self.post_message(self.Confirmed(self, self.cursor))

    def caret(self) -> Offset | None:
        lead = self.entries[self.cursor].lead if self.entries else ()
        row, column = divmod(self.cursor - self._first, self._across)
        left = column * (self.size.width // self._across)
        return Offset(left + sum(cell_len(text) for text, _ in lead) + 1, row * self._pitch)

    @property
    def _first(self) -> int:
        """The first entry that is shown: if not all are, the one under the cursor is among them."""
        room = max(1, self.size.height // self._pitch) * self._across
        return max(0, min(self.cursor - room // 2, len(self.entries) - room))

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        row, inner = divmod(y, self._pitch)
        at, width = self._first + row * self._across, self.size.width
        entries = self.entries[at : at + self._across]
        if inner and entries:
            below = entries[0].below[inner - 1] if entries[0].below else ()
            return line_of(cut(below, width, entries[0].ground), width)
        parts = [
            part
            for number, entry in enumerate(entries, at)
            for part in cut(self._parts(number, entry), width // self._across, entry.ground)
        ]
        return line_of(parts, width)

    def _parts(self, at: int, entry: RosterEntry) -> list[Part]:
        caret = CARET if self.is_focused and at == self.cursor else " "
        shown: list[Part] = [*entry.lead, (caret, entry.ground + palette.ACCENT), *entry.name]
        return [*shown, (" ", entry.ground), *entry.rest]

    def _redraw(self, entries: Iterable[int]) -> None:
        pitch = self._pitch
        if self._across > 1 or self.size.height < len(self.entries) * pitch:
            self.refresh()
            return
        regions = [Region(0, at * pitch, self.size.width, pitch) for at in entries]
        if regions and self.size.area:
            self.refresh(*regions)
