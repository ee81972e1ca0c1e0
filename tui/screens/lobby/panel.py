"""The only panel of the lobby: draws a page, and of a new page only the rows that differ."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from textual.geometry import Offset, Region
from textual.strip import Strip

from tui.screens.lobby.page import LobbyPage
from tui.widgets.panel import Panel, line_of


class LobbyPanel(Panel):
    """Draws the page that it is given."""

    can_focus = True
    DEFAULT_CSS = "LobbyPanel { width: 1fr; height: 1fr; }"

    def __init__(self, draw: Callable[[int, int], LobbyPage]) -> None:
        super().__init__()
        self._draw = draw
        self._page = LobbyPage((), (0, 0))
        self._page_size = (0, 0)

    def renew(self) -> None:
        """Makes the page anew and draws the rows that differ; the first one when it is painted."""
        if not self._drawn:
            self._page_size = (0, 0)
            return
        old, width = self._page, self.size.width
        self._page_size = (width, self.size.height)
        self._page = self._draw(*self._page_size)
        pairs = zip_longest(old.lines, self._page.lines)
        rows = [y for y, (before, after) in enumerate(pairs) if before != after]
        self.refresh(*[Region(0, y, width, 1) for y in rows or [0]])

    def render_lines(self, crop: Region) -> list[Strip]:
        self._fit()
        return super().render_lines(crop)

    def _fit(self) -> None:
        if self._page_size != (self.size.width, self.size.height):
            self._page_size = (self.size.width, self.size.height)
            self._page = self._draw(*self._page_size)

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        lines = self._page.lines
        return line_of(lines[y] if y < len(lines) else [], self._page_size[0])

    @property
    def tables(self) -> int:
        """How many tables of others are seen at once."""
        self._fit()
        return self._page.tables

    @property
    def before(self) -> int:
        """Rows before the first of them in their pages."""
        return self._page.before

    def caret(self) -> Offset:
        return Offset(*self._page.caret)
