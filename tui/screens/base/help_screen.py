"""Help pages over any screen: keys or commands and what they do. Space turns the page, another key closes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from math import ceil

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.events import Key
from textual.geometry import Offset, Size
from textual.strip import Strip

from tui.screens.base.help_page import below, laid_out, page_title
from tui.screens.base.session_screen import SessionScreen
from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.pieces import cut
from tui.wire.terminal import palette, tones
from tui.wire.terminal.tones import Accent

AROUND = 3
"""Rows for the heading, a blank line below or above the page, and the last line."""
SMALL = 14
"""Rows below which no line is left blank."""
MADE_AT_ONCE = 200
"""Lines that are laid out before they are shown, so that pages are counted; of longer texts, as records of
games are, one page after another is.
"""
ONWARD, BACKWARD = ("space", "pagedown", "down", "j"), ("pageup", "up", "k")


class HelpPanel(Panel):
    """Keys on the left, sentences on the right, as many as fit on a page."""

    can_focus = True
    DEFAULT_CSS = "HelpPanel { width: 1fr; height: 1fr; }"

    def __init__(
        self,
        heading: str,
        lines: Sequence[tuple[str, str]],
        accent: Accent,
        closing: str,
        turning: tuple[str, str],
    ) -> None:
        super().__init__()
        self._top, self._explained, self._accent = heading, tuple(lines), accent
        self._last, self._turning = closing, turning
        self._at = 0
        self.news = ""
        """What happened elsewhere; shown in place of the last line."""
        self._made: list[list[Part]] = []
        """The lines of the first pages, made once for each size of the window."""
        self._rest: Iterator[list[Part]] = iter(())
        self._made_for = Size(-1, -1)

    def _pages(self, at: int) -> int:
        """Makes the page `at`. Returns how many there are, as far as that is known: one more than those that
        are made, where more follow.
        """
        if self._made_for != self.size:
            self._made, self._made_for = [], self.size
            self._rest = laid_out(self._explained, self.size.width, self._accent)
        wanted = max(MADE_AT_ONCE, (at + 1) * self._room + 1)
        self._made.extend(islice(self._rest, max(0, wanted - len(self._made))))
        return max(1, ceil(len(self._made) / self._room))

    @property
    def _turning_words(self) -> str:
        """Returns how the page is turned, in as many words as fit."""
        said, short = self._turning
        return said if cell_len(said) + 1 < self.size.width else short

    @property
    def _room(self) -> int:
        """Returns the rows for keys and sentences."""
        return max(1, self.size.height - AROUND + (self.size.height < SMALL))

    def turn(self, by: int) -> bool:
        """Turns the page; returns False if there is none."""
        at = self._at + by
        if not 0 <= at < self._pages(at):
            return False
        self._at = at
        self.refresh()
        return True

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        pages = self._pages(self._at)
        self._at = min(self._at, pages - 1)
        if y == 0:
            of = f"/{pages}" if len(self._made) < MADE_AT_ONCE else ""
            number = f"{self._at + 1}{of}" if pages > 1 else ""
            parts: list[Part] = page_title(self._top, number, self.size.width, self._accent)
        elif y == self.size.height - 1:
            closing = self._turning_words if self._at < pages - 1 else self._last
            ink = self._accent.loud if self.news else palette.STRONG
            parts = cut([(f" {self.news or closing}", ink)], self.size.width, ink)
        else:
            page = self._made[self._at * self._room : (self._at + 1) * self._room]
            full = pages > 1 or len(page) == self._room
            top = 1 if full else 2  # the blank line is then below, before the last line
            parts = page[y - top] if top <= y < top + len(page) else below(page, self._accent)
        return line_of(parts, self.size.width)

    def caret(self) -> Offset:
        return Offset(1, self.size.height - 1)


class HelpScreen(SessionScreen):
    """Shows help until a key is pressed that does not turn the page. Its result is that key."""

    def __init__(self, heading: str, lines: Sequence[tuple[str, str]], accent: Accent = tones.LOBBY) -> None:
        super().__init__()
        self._top, self._explained, self._accent = heading, tuple(lines), accent

    def compose(self) -> ComposeResult:
        yield self._panel

    @cached_property
    def _panel(self) -> HelpPanel:
        """It is there for news that come before it is on the screen."""
        texts = self.session.texts
        closing = texts._("Press any key to go back.")
        turning = texts._("Space for more, any other key to go back."), texts._("Space for more.")
        return HelpPanel(self._top, self._explained, self._accent, closing, turning)

    def announce(self, text: str) -> None:
        self._panel.news = text
        self._panel.refresh()

    def on_key(self, event: Key) -> None:
        """Does what the key means here."""
        event.stop()
        self._panel.news = ""
        step = 1 if event.key in ONWARD else -1 if event.key in BACKWARD else 0
        if not (step and self._panel.turn(step)):
            self.dismiss(event.key)
