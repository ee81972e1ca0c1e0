"""The whole log of a place over its screen, from its end: arrows and Page Up scroll, another key closes.

What the log says is left to the screen below, which passes a function: the log goes on while it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.events import Key
from textual.geometry import Offset
from textual.strip import Strip

from tui.language.texts import Texts
from tui.screens.base.help_page import page_title
from tui.screens.base.session_screen import SessionScreen
from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.paragraphs import Line, wrap_cached
from tui.widgets.pieces import cut
from tui.wire.terminal import palette, tones
from tui.wire.terminal.tones import Accent

Paragraphs = Callable[[], Sequence[tuple[Part, ...]]]
AROUND = 2
"""Rows for the heading and the last line."""
LINE_UP, LINE_DOWN = ("up", "k"), ("down", "j", "enter")
PAGE_UP, PAGE_DOWN = ("pageup", "b"), ("pagedown", "space")
FIRST, LAST = ("home", "g"), ("end", "G")
EVERYTHING = 1 << 30
"""More lines than a log has."""


class LogPanel(Panel):
    """As many lines as there is room for; `above` of all lines are above them."""

    can_focus = True
    DEFAULT_CSS = "LogPanel { width: 1fr; height: 1fr; }"

    def __init__(self, texts: Texts, heading: str, paragraphs: Paragraphs, accent: Accent) -> None:
        super().__init__()
        self._texts, self._top, self._paragraphs, self._accent = texts, heading, paragraphs, accent
        self._lines: list[Line] = []
        self._above: int | None = None
        """None: the end is shown, and what comes next as well."""
        self.news = ""
        """What happened elsewhere; shown in place of the keys."""

    @property
    def _room(self) -> int:
        return max(1, self.size.height - AROUND)

    @property
    def _first(self) -> int:
        """Returns the number of lines above those that are shown."""
        last = max(0, len(self._lines) - self._room)
        return last if self._above is None else min(self._above, last)

    def renew(self, *, earlier: bool = False) -> None:
        """Takes the paragraphs as they are now; with `earlier` ones, what is shown stays."""
        before = len(self._lines)
        width = max(1, self.size.width - 2)
        wrapped = (wrap_cached(parts, width, indent=2) for parts in self._paragraphs())
        self._lines = [line for lines in wrapped for line in lines]
        if earlier and self._above is not None:
            self._above += len(self._lines) - before
        self.refresh()

    def scroll_lines(self, by: int) -> None:
        """Goes up or down by so many lines."""
        last = max(0, len(self._lines) - self._room)
        above = max(0, self._first + by)
        self._above = None if above >= last else above
        self.refresh()

    def scroll_pages(self, by: int) -> None:
        """Goes up or down by so many pages."""
        self.scroll_lines(by * max(1, self._room - 1))

    def on_resize(self) -> None:
        """Lays out for the new size."""
        self.renew()

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        texts, first, shown = self._texts, self._first, self._lines
        parts: Sequence[Part] = ()
        if y == 0:
            end = min(first + self._room, len(shown))
            where = (
                texts._("{first}-{last} of {all}", first=first + 1, last=end, all=len(shown)) if shown else ""
            )
            parts = page_title(self._top, where, self.size.width, self._accent)
        elif y == self.size.height - 1:
            keys = texts._("Arrows, Page Up and Page Down scroll; any other key goes back.")
            if cell_len(keys) >= self.size.width:
                keys = texts._("Press any key to go back.")
            ink = self._accent.loud if self.news else palette.STRONG
            parts = cut([(f" {self.news or keys}", ink)], self.size.width, ink)
        elif y == 1 and not shown:
            nothing = texts._("Nothing has happened here yet.")
            parts = [(f" {nothing}", palette.DIM)]
        elif first + y - 1 < len(shown):
            parts = [(" ", palette.TEXT), *shown[first + y - 1]]
        return line_of(parts, self.size.width)

    def caret(self) -> Offset:
        return Offset(1, self.size.height - 1)


class LogScreen(SessionScreen):
    """Shows the log until a key is pressed that does not scroll."""

    def __init__(self, heading: str, paragraphs: Paragraphs, accent: Accent = tones.LOBBY) -> None:
        super().__init__()
        self._heading, self._paragraphs, self._accent = heading, paragraphs, accent

    def compose(self) -> ComposeResult:
        yield self._panel

    @cached_property
    def _panel(self) -> LogPanel:
        """It is there for news that come before it is on the screen."""
        return LogPanel(self.session.texts, self._heading, self._paragraphs, self._accent)

    def renew(self, *, earlier: bool = False) -> None:
        """Shows what has been added, at the end or, if it is `earlier`, at the beginning."""
        self._panel.renew(earlier=earlier)

    def announce(self, text: str) -> None:
        self._panel.news = text
        self._panel.refresh()

    def on_key(self, event: Key) -> None:
        """Does what the key means here."""
        event.stop()
        key, panel = event.key, self._panel
        panel.news = ""
        if key in LINE_UP or key in LINE_DOWN:
            panel.scroll_lines(-1 if key in LINE_UP else 1)
        elif key in PAGE_UP or key in PAGE_DOWN:
            panel.scroll_pages(-1 if key in PAGE_UP else 1)
        elif key in FIRST or key in LAST:
            panel.scroll_lines(-EVERYTHING if key in FIRST else EVERYTHING)
        else:
            self.dismiss()
