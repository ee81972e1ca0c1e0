"""A list over the whole screen: a title, column headings, rows of which some can be chosen, details, keys.

What the rows say is left to `tui.screens.people.rows`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Offset, Region
from textual.strip import Strip

from tui.screens.base.help_page import page_title
from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.paragraphs import sentence_rows, wrap_again
from tui.widgets.pieces import cut, keys_line, width_of
from tui.wire.terminal import palette, tones

ACCENT = tones.LOBBY
TOP, BOTTOM = 2, 1
"""Rows above the list, for title and headings, and below its details."""
AROUND_TITLE = 4
"""Cells around the title and what stands at its end."""
FEWEST = 3
"""Rows that a list keeps, whatever is to be said of the chosen one."""


class ListRow(NamedTuple):
    """A row. `chosen` is what choosing it means, '' for a row that cannot be chosen."""

    parts: Sequence[Part]
    choice: str = ""


class RowsView(NamedTuple):
    """What is shown: the title and what stands at its end, the headings of the columns, all rows, what is
    said of the chosen one, and the keys.
    """

    title: str = ""
    where: str = ""
    headings: Sequence[Part] = ()
    rows: Sequence[ListRow] = ()
    details: Sequence[Sequence[Part]] = ()
    keys: Sequence[tuple[str, str]] = ()


class RowsPanel(Panel):
    """Draws the view that it is given, scrolled so that the chosen row is seen."""

    can_focus = True
    DEFAULT_CSS = "RowsPanel { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self._view = RowsView()
        self._details: list[list[Part]] = []
        """What is said of the chosen row, wrapped."""
        self._at, self._first = 0, 0
        self._said: Part | None = None

    @property
    def at(self) -> int:
        """The number of the chosen row, from 0."""
        return self._at

    @property
    def choice(self) -> str:
        """What the chosen row means; '': there is none."""
        rows = self._view.rows
        return rows[self._at].choice if self._at < len(rows) else ""

    @property
    def _room(self) -> int:
        room = self.size.height - TOP - BOTTOM
        return max(1, room - min(len(self._details), max(0, room - FEWEST)))

    def show(self, view: RowsView) -> None:
        """Shows another view. The chosen row keeps its number, if that can be chosen."""
        before, first = self._lines(), self._first
        self._view = view
        self._wrap()
        self._at = self._nearest(self._at)
        self._scroll()
        self._redraw(before, first)

    def _wrap(self) -> None:
        """Wraps what is said of the chosen row; where it takes the room of rows, without blank lines."""
        width, lines = self.size.width, list[list[Part]]()
        for one in self._view.details:
            lines += wrap_again(one, max(2, width - 1), 1) if width_of(one) > width else [list(one)]
        room = self.size.height - TOP - BOTTOM - FEWEST
        self._details = lines if len(lines) <= room else [line for line in lines if line]

    def step(self, by: int) -> None:
        """Chooses another row; at the end of the list it stays there, and what is above is seen."""
        before, first = self._lines(), self._first
        rows = self._view.rows
        wanted = range(self._at + 1, len(rows)) if by > 0 else range(self._at - 1, -1, -1)
        able = [number for number in wanted if rows[number].choice]
        if able:
            self._at = able[min(abs(by), len(able)) - 1]
        elif by < 0:
            self._first = 0
        if not able and by > 0:
            self._first = max(0, len(self._view.rows) - self._room)
        else:
            self._scroll()
        self._redraw(before, first)

    def say(self, text: str, style: Style = palette.WARNING) -> None:
        """Shows a whole sentence in place of the keys; '': the keys again."""
        said = (text, style) if text else None
        if said != self._said:
            width, height = self.size
            rows = max(1, len(self._told))
            self._said = said
            rows = min(height, max(rows, len(self._told)))
            self.refresh(Region(0, height - rows, width, rows))

    @property
    def _told(self) -> list[list[Part]]:
        """The rows of a sentence in place of the keys, and of what is above them if it is long."""
        return sentence_rows(self._said, self.size.width) if self._said else []

    def _nearest(self, at: int) -> int:
        able = [number for number, row in enumerate(self._view.rows) if row.choice]
        return min(able, key=lambda number: abs(number - at), default=0)

    def _scroll(self) -> None:
        """Scrolls so that the chosen row is seen, with the headings above the first that can be chosen."""
        room, rows = self._room, self._view.rows
        above = next((number for number, row in enumerate(rows) if row.choice), 0)
        least = 0 if self._at == above else self._at
        self._first = min(max(self._first, self._at - room + 1), least)
        self._first = max(0, min(self._first, len(rows) - room))

    def _lines(self) -> list[Sequence[Part]]:
        return [self._parts(y) for y in range(self.size.height)]

    def _redraw(self, before: Sequence[Sequence[Part]], first: int) -> None:
        if first != self._first or len(before) != self.size.height:
            self.refresh()
            return
        after = self._lines()
        changed = [
            y for y, (old, new) in enumerate(zip(before, after, strict=True)) if list(old) != list(new)
        ]
        if changed:
            self.refresh(*[Region(0, y, self.size.width, 1) for y in changed])

    def on_resize(self) -> None:
        """Lays out for the new size."""
        self._wrap()
        self._scroll()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        return line_of(self._parts(y), self.size.width)

    def _parts(self, y: int) -> Sequence[Part]:
        view, width, room = self._view, self.size.width, self._room
        told = self._told
        if y >= self.size.height - len(told):
            return cut(told[y - self.size.height], width)
        if y == 0:
            return page_title(self._title(width), view.where, width, ACCENT)
        if y == 1:
            return cut([(" ", palette.TEXT), *view.headings], width)
        if y == self.size.height - 1:
            return [(" ", palette.TEXT), *keys_line(view.keys, width - 2, ACCENT.ink)] if view.keys else ()
        number = y - TOP
        if number < 0:  # above the panel, in a window that is too small for it
            return ()
        if number < room:
            number += self._first
            if number >= len(view.rows):
                return ()
            row = view.rows[number]
            mark = (tones.EDGE if number == self._at and row.choice else " ", ACCENT.ink)
            return cut([mark, *row.parts], width)
        detail = number - room
        return cut(self._details[detail], width) if detail < len(self._details) else ()

    def _title(self, width: int) -> str:
        """Returns the title, without its last facts where it has no room for them."""
        title = self._view.title
        while cell_len(title) + cell_len(self._view.where) + AROUND_TITLE > width:
            end = max(title.rfind(", "), title.rfind(": "))
            if end < 0:
                break
            title = title[:end]
        return title

    def caret(self) -> Offset:
        return Offset(0, TOP + max(0, min(self._at - self._first, self._room - 1)))
