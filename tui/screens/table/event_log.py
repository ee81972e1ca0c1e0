"""The log of a table: events and chat (`tui.screens.table.log_items`), newest last; or an explanation.

It is below the board with a line above it, or beside the board with a line at its left. A banner is in the
line above as far as it fits, or above everything; a hint is below everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Literal, TypeVar

from textual.geometry import Region, Size
from textual.strip import Strip

from tui.screens.table.log_items import LogItem, LogItems
from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.paragraphs import Line, Paragraph, wrap_cached
from tui.wire.terminal import palette

HEADING_ROWS = 3
"""The most rows of a heading above everything."""
AROUND_BANNER = 6
"""Cells of the line above that are not the banner's words."""
T = TypeVar("T")
Content = Literal["all", "events", "talk"]


def _goes_on(line: Sequence[Part]) -> Sequence[Part]:
    """Returns the first visible line, marked if its paragraph begins above it."""
    indented = bool(line) and line[0][0].isspace()
    return (("… ", palette.DIM), *line[1:]) if indented else line


class EventLog(Panel):
    """A log that draws only the rows that changed."""

    DEFAULT_CSS: ClassVar[str] = "EventLog { width: 1fr; height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self.beside = False
        """True if it is beside the board, not below it."""
        self.content: Content = "all"
        """What is shown of it; call `relay` after a change."""
        self.title = ""
        """A word in a line above, if it is beside the board."""
        self.empty = ""
        """The text shown while there is nothing else."""
        self._banner = ""
        self._hint: tuple[Part, ...] = ()
        self._items = LogItems()
        self._explained: tuple[tuple[Part, ...], ...] = ()
        self._heading = ""
        """The heading of an explanation."""
        self._lines: list[Line] = []

    def add(self, items: Iterable[LogItem]) -> None:
        """Adds new items."""
        items = tuple(items)
        if items:
            self._items.add(items)
            self.relay()

    def begin(self, past: Sequence[T], tell: Callable[[T], LogItem | None]) -> None:
        """Takes earlier items, which `tell` words as far back as there is room."""
        self._items.begin(past, tell)
        self.relay()

    def announce(self, text: str) -> None:
        """Shows a banner for what waits for an answer; '' removes it."""
        if text != self._banner:
            self._banner = text
            if self.size.area:
                self.refresh(Region(0, 0, self.size.width, 1))
            self.relay()

    def hint(self, parts: Iterable[Part]) -> None:
        """Shows a hint in the last rows; it stays until the next call."""
        hint = tuple(parts)
        if hint != self._hint:
            self._hint = hint
            self.relay()

    def explain(self, lines: Iterable[Sequence[Part]], heading: str = "") -> None:
        """Shows these paragraphs instead, from the top; none: the log. The heading is in the line above, or
        above everything.
        """
        self._explained = tuple(tuple(line) for line in lines)
        if heading != self._heading:
            self._heading = heading
            if self.size.area:
                self.refresh(Region(0, 0, self.size.width, 1))
        self.relay()

    @property
    def room(self) -> Size:
        """The cells for paragraphs below a heading."""
        left, top = self._edge
        above = HEADING_ROWS if self.beside else 0
        return Size(max(0, self.size.width - left - 2), max(0, self.size.height - top - above))

    def on_resize(self) -> None:
        """Lays out again for the new size."""
        self.relay()

    @property
    def _edge(self) -> tuple[int, int]:
        """Returns the columns and rows that the separating line takes."""
        return (2, int(bool(self.title))) if self.beside else (0, 1)

    def relay(self) -> None:
        """Lays out what is shown."""
        left, top = self._edge
        width, height = self.size.width - left - 1, self.size.height - top
        if width <= 0 or height <= 0:
            return
        if self._explained and self.content != "talk":
            above = (((self._heading, palette.ACCENT),), ()) if self._heading and self.beside else ()
            explained = (*above, *self._explained)
            lines = [line for parts in explained for line in wrap_cached(parts, width - 1)][:height]
        else:
            lines = self._latest(width - 1, height)
        old, self._lines = self._lines, lines
        rows = range(max(len(old), len(lines)))
        changed = [y for y in rows if old[y : y + 1] != lines[y : y + 1]]
        if changed:
            self.refresh(*[Region(0, top + y, self.size.width, 1) for y in changed])

    def _latest(self, width: int, height: int) -> list[Line]:
        above = self._announced() if self.beside else self._announced()[1:]
        below = wrap_cached(self._hint, width) if self._hint else ()
        room = max(0, height - len(above) - len(below))
        lines: list[Line] = []
        for items in self._items.backwards():
            if self.content not in {"all", "talk" if items[0].said else "events"}:
                continue
            lines[:0] = wrap_cached(_paragraph(items), width, indent=2)
            if len(lines) >= room:
                break
        if not lines and self.empty:
            lines = [*wrap_cached(((self.empty, palette.DIM),), width)]
        shown = lines[-room:] if room else []
        blank: list[Line] = [()] * (room - len(shown) if below else 0)
        return [*above, *shown, *blank, *below]

    def _announced(self) -> Paragraph:
        """Returns the banner; below a board its first line is in the line above."""
        width = self.size.width - (4 if self.beside else AROUND_BANNER)
        return wrap_cached(((self._banner, palette.ACCENT),), width) if self._banner else ()

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        left, top = self._edge
        if y < top and self.beside:
            parts = [
                ("├─", palette.FAINT),
                (f" {self.title} ", palette.DIM),
                ("─" * self.size.width, palette.FAINT),
            ]
            return line_of(parts, self.size.width)
        if y < top:
            heading = ((self._heading, palette.ACCENT),) if self._heading and self.content != "talk" else ()
            blank, words = (" ", palette.FAINT), self._announced()[0] if self._banner else heading
            said = [blank, *words, blank] if words else []
            return line_of(
                [("──", palette.FAINT), *said, ("─" * self.size.width, palette.FAINT)], self.size.width
            )
        line = self._lines[y - top] if y - top < len(self._lines) else ()
        edge = ("│ ", palette.FAINT) if left else (" ", palette.TEXT)
        return line_of([edge, *(_goes_on(line) if y == top else line)], self.size.width)


def _paragraph(items: tuple[LogItem, ...]) -> tuple[Part, ...]:
    first = items[0]
    if not first.who:
        return ((first.text, palette.DIM),)
    if first.said:
        return (f"{first.who}:", first.style), (f" {first.text}", palette.TEXT)
    text = ", ".join(item.text for item in items)
    return (first.who, first.style), (f" {text}.", palette.TEXT)
