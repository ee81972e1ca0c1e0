"""What happened, newest last: one paragraph for all that a seat did in a row. Or an explanation.

It stands below the board with a line above it, or beside the board with a line at its left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from tui import palette
from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.paragraphs import wrapped

KEPT = 200
"""Paragraphs remembered."""


class Deed(NamedTuple):
    """What somebody did, to follow the name; or, without a name, a whole sentence."""

    who: str
    text: str
    style: Style = palette.STRONG
    """Of the name."""


class Chronicle(Panel):
    """A log that draws only the rows that changed."""

    DEFAULT_CSS: ClassVar[str] = "Chronicle { width: 1fr; height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self.beside = False
        """It stands beside the board, not below it."""
        self._deeds: list[tuple[Deed, ...]] = []
        self._explained: tuple[tuple[Part, ...], ...] = ()
        self._lines: list[list[Part]] = []

    def add(self, deeds: Iterable[Deed]) -> None:
        """More happened."""
        for deed in deeds:
            last = self._deeds[-1] if self._deeds else ()
            if last and deed.who and last[0].who == deed.who:
                self._deeds[-1] = (*last, deed)
            else:
                self._deeds.append((deed,))
        del self._deeds[:-KEPT]
        self._arrange()

    def explain(self, lines: Iterable[Sequence[Part]]) -> None:
        """Shows these paragraphs instead, from the top; none: what happened."""
        self._explained = tuple(tuple(line) for line in lines)
        self._arrange()

    def on_resize(self) -> None:
        self._arrange()

    @property
    def _edge(self) -> tuple[int, int]:
        """Columns and rows that the line takes."""
        return (2, 0) if self.beside else (0, 1)

    def _arrange(self) -> None:
        left, top = self._edge
        width, height = self.size.width - left - 1, self.size.height - top
        if width <= 0 or height <= 0:
            return
        if self._explained:
            lines = [line for parts in self._explained for line in wrapped(parts, width - 1)][:height]
        else:
            lines = self._latest(width - 1, height)
        old, self._lines = self._lines, lines
        rows = range(max(len(old), len(lines)))
        changed = [y for y in rows if old[y : y + 1] != lines[y : y + 1]]
        if changed:
            self.refresh(*[Region(0, top + y, self.size.width, 1) for y in changed])

    def _latest(self, width: int, height: int) -> list[list[Part]]:
        lines: list[list[Part]] = []
        for deeds in reversed(self._deeds):
            lines[:0] = wrapped(_paragraph(deeds), width, indent=2)
            if len(lines) >= height:
                break
        return lines[-height:]

    def render_line(self, y: int) -> Strip:
        left, top = self._edge
        if y < top:
            return line_of([("─" * self.size.width, palette.FAINT)], self.size.width)
        line = self._lines[y - top] if y - top < len(self._lines) else []
        edge = ("│ ", palette.FAINT) if left else (" ", palette.TEXT)
        return line_of([edge, *line], self.size.width)


def _paragraph(deeds: tuple[Deed, ...]) -> list[Part]:
    first = deeds[0]
    if not first.who:
        return [(first.text, palette.DIM)]
    text = ", ".join(deed.text for deed in deeds)
    return [(first.who, first.style), (f" {text}.", palette.TEXT)]
