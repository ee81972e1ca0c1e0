"""The seats of a garden table as a panel: some rows for each seat, with a cursor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.pieces import CARET, width_of
from tui.wire.terminal import palette


class SeatRow(NamedTuple):
    """A seat: the parts before the caret, the name, the parts after it, and below."""

    lead: tuple[Part, ...]
    name: tuple[Part, ...]
    rest: tuple[Part, ...]
    below: tuple[tuple[Part, ...], ...]


class SeatPanel(Panel):
    """Seats with a cursor; all have the same number of rows."""

    can_focus = True
    DEFAULT_CSS: ClassVar[str] = "SeatPanel { width: 1fr; height: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)"),
        Binding("down,j", "move(1)"),
        Binding("home", "move(-9)"),
        Binding("end", "move(9)"),
        Binding("enter,space", "confirm"),
    ]

    @dataclass
    class Confirmed(Message):
        """Enter or the space bar was pressed on a seat."""

        seat_panel: SeatPanel
        index: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self.entries: tuple[SeatRow, ...] = ()
        self.cursor = 0

    def show(self, entries: Iterable[SeatRow]) -> None:
        """Shows entries; only those that differ are drawn again."""
        old, self.entries = self.entries, tuple(entries)
        self.cursor = max(0, min(self.cursor, len(self.entries) - 1))
        places = range(max(len(old), len(self.entries)))
        self._redraw(at for at in places if old[at : at + 1] != self.entries[at : at + 1])

    def action_move(self, by: int) -> None:
        before = self.cursor
        self.cursor = max(0, min(before + by, len(self.entries) - 1))
        if self.cursor != before:
            if self._scrolls:
                self.refresh()
            else:
                self._redraw({before, self.cursor})
            self.post_message(self.Moved(self))

    def action_confirm(self) -> None:
        """Reports what is under the cursor as confirmed."""
        if self.entries:
            self.post_message(self.Confirmed(self, self.cursor))

    @property
    def _pitch(self) -> int:
        return 1 + len(self.entries[0].below) if self.entries else 1

    @property
    def _scrolls(self) -> bool:
        """True if there are more seats than rows for them."""
        return len(self.entries) * self._pitch > self.size.height

    @property
    def _top(self) -> int:
        """Returns the first visible seat."""
        return max(0, self.cursor + 1 - max(1, self.size.height // self._pitch)) if self._scrolls else 0

    def caret(self) -> Offset | None:
        lead = self.entries[self.cursor].lead if self.entries else ()
        return Offset(width_of(lead) + 1, (self.cursor - self._top) * self._pitch)

    def on_focus(self) -> None:
        self._redraw([self.cursor])

    def on_blur(self) -> None:
        self._redraw([self.cursor])

    def render_line(self, y: int) -> Strip:
        """Row `y` of the panel."""
        at, inner = divmod(y + self._top * self._pitch, self._pitch)
        if at >= len(self.entries):
            return Strip.blank(self.size.width)
        entry = self.entries[at]
        if inner:
            return line_of(entry.below[inner - 1], self.size.width)
        caret = CARET if self.is_focused and at == self.cursor else " "
        parts: list[Part] = [*entry.lead, (caret, palette.ACCENT), *entry.name, (" ", palette.TEXT)]
        return line_of([*parts, *entry.rest], self.size.width)

    def _redraw(self, places: Iterable[int]) -> None:
        pitch, top = self._pitch, self._top
        regions = [Region(0, (at - top) * pitch, self.size.width, pitch) for at in places if at >= top]
        if regions and self.size.area:
            self.refresh(*regions)
