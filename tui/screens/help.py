"""One page of help over any screen: its keys and what they do. Every key goes back."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.events import Key
from textual.geometry import Offset
from textual.strip import Strip

from tui import palette
from tui.screens.base import HouseScreen
from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.pieces import fit

MOST_KEYS = 16
"""Cells for the keys; longer ones push their sentence to the right."""


class HelpPanel(Panel):
    """Keys on the left, sentences on the right."""

    can_focus = True
    DEFAULT_CSS = "HelpPanel { width: 1fr; height: 1fr; }"

    def __init__(self, heading: str, lines: Sequence[tuple[str, str]], closing: str) -> None:
        super().__init__()
        self._top, self._explained, self._bottom = heading, tuple(lines), closing

    def render_line(self, y: int) -> Strip:
        lines = help_page(self._explained, self.size.width)
        if y == 0:
            return line_of([(f" {self._top}", palette.STRONG)], self.size.width)
        if y == self.size.height - 1:
            return line_of([(f" {self._bottom}", palette.STRONG)], self.size.width)
        return line_of(lines[y - 2] if 2 <= y < 2 + len(lines) else [], self.size.width)

    def caret(self) -> Offset:
        return Offset(1, self.size.height - 1)


def help_page(lines: Sequence[tuple[str, str]], width: int) -> list[list[Part]]:
    """Keys and sentences in two columns, long sentences over several lines."""
    indent = min(MOST_KEYS, max((cell_len(keys) for keys, _ in lines), default=0)) + 4
    page: list[list[Part]] = []
    for keys, sentence in lines:
        first, *rest = wrap(sentence, max(20, width - indent - 1)) or [""]
        page.append(
            [(f"  {fit(keys, max(indent - 2, cell_len(keys) + 1))}", palette.ACCENT), (first, palette.TEXT)]
        )
        page += [[(" " * indent + line, palette.TEXT)] for line in rest]
    return page


class HelpScreen(HouseScreen):
    """Shows the help until a key is pressed."""

    def __init__(self, heading: str, lines: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._top, self._explained = heading, tuple(lines)

    def compose(self) -> ComposeResult:
        yield HelpPanel(self._top, self._explained, self.house.texts._("Any key goes back."))

    def on_key(self, event: Key) -> None:
        event.stop()
        self.dismiss()
