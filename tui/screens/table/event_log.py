"""The log of a table: events and chat, newest last; or an explanation.

It is below the board with a line above it, or beside the board with a line at its left. A banner is in the
line above as far as it fits, or above everything; a hint is below everything.

What it shows is kept in `tui.screens.table.log_items`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import ClassVar, Literal, TypeVar

from rich.cells import cell_len
from textual.geometry import Region, Size
from textual.strip import Strip

from tui.screens.table.log_items import LogGroup, LogItem, LogItems, paragraph
from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.paragraphs import Line, Paragraph, wrap_cached
from tui.wire.terminal import palette

HEADING_ROWS = 3
"""The most rows of a heading above everything."""
AROUND_BANNER = 6
"""Cells of the line above that are not the banner's words."""
FEWEST_READ = 2
"""The least rows of a log that can be read back in; a lower one is shown on a page of its own."""
FEWEST_BELOW = 3
"""The least rows below an explanation that show the log."""
EXPLAINED = 40
"""The part of a log beside the board that explanations have to themselves, in hundredths."""
FEWEST_STILL = 8
"""The least rows of a log beside the board that stands still: it has no rows of the screen to itself, which a
terminal could move up.
"""
T = TypeVar("T")
Content = Literal["all", "events", "talk"]


def goes_on(line: Sequence[Part]) -> Sequence[Part]:
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
        self._headings: tuple[str, ...] = ()
        """The heading of an explanation, in fewer and fewer words."""
        self._lines: list[Line] = []
        self.further: Callable[[int], str] = str
        """Returns the words for so many newer lines below those that are shown."""
        self._reads = False
        """True while the player reads in the log: it is shown even if something is explained."""
        self._back = 0
        """How many lines of the log are below those that are shown."""
        self._stood: tuple[int, list[tuple[int, LogItem]]] = (0, [])
        """The width in which paragraphs stand still, and where: the rows and their first items."""

    def add(self, items: Iterable[LogItem]) -> None:
        items = tuple(items)
        if items:
            before = self._height() if self._back else 0
            self._items.add(items)
            self._back += max(0, self._height() - before) if self._back else 0
            self.relay()

    def take_back(self, items: Collection[LogItem]) -> None:
        """Takes items away, whose words nobody is to read any more."""
        if items:
            before = self._height() if self._back else 0
            self._items.take_back(items)
            self._back = max(0, self._back + self._height() - before) if self._back else 0
            self.relay()

    def begin(self, past: Sequence[T], tell: Callable[[T], LogItem | None]) -> None:
        """Takes earlier items, which `tell` words as far back as there is room."""
        self._items.begin(past, tell)
        self.relay()

    def precede(self, older: Sequence[object]) -> None:
        """Takes items from before the earliest one, to be worded as those are."""
        self._items.precede(older)
        self.relay()

    def begin_anew(self, past: Sequence[T], tell: Callable[[T], LogItem | None]) -> None:
        """Takes these items instead of all others, and shows the newest."""
        self._items = LogItems()
        self._reads, self._back, self._stood = False, 0, (0, [])
        self.begin(past, tell)

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

    def explain(self, lines: Iterable[Sequence[Part]], *headings: str) -> None:
        """Shows these paragraphs instead, from the top; none: the log. The heading is above everything, or
        the first one that fits is in the line above.
        """
        before, self._explained = self._explained, tuple(tuple(line) for line in lines)
        if self._explained and not before:
            self._reads, self._back = False, 0
        elif not self._explained and not self._back:
            self._reads = False
        if headings != self._headings:
            self._headings = headings
            if self.size.area:
                self.refresh(Region(0, 0, self.size.width, 1))
        self.relay()

    @property
    def shows_hint(self) -> bool:
        """True if there is room for all of the hint."""
        width, rows = self.size.width - self._edge[0] - 2, self._height_of_log
        return not self._hint or (width > 0 and len(wrap_cached(self._hint, width)) <= rows)

    # Reading back

    @property
    def is_readable(self) -> bool:
        """True if there is room to read in it."""
        return self._height_of_log > FEWEST_READ

    def scroll(self, pages: int) -> None:
        """Shows older lines (-1) or newer ones (1). Over an explanation the first step back shows the newest
        lines, the last step forward the explanation again.
        """
        rows = self._height_of_log
        step = max(1, rows - 2)
        covered = bool(self._explained) and self.content != "talk" and not self._reads
        if pages < 0:
            self._reads = True
            if not covered:
                total = self._height(self._back + step + rows)
                self._back = min(total - rows + 1 if total > rows else 0, self._back + step)
        else:
            self._reads = self._reads and self._back > 0 and (self._back > rows - 2 or bool(self._explained))
            self._back = max(0, self._back - step)
        self.relay()

    def paragraphs(self, *, before: int = 0) -> list[tuple[Part, ...]]:
        """Returns all that is kept of the log but for so many last events, oldest first."""
        kept: list[tuple[Part, ...]] = []
        for items in self._items.backwards():
            known = items if items[0].said else items[: max(0, len(items) - before)]
            before -= len(items) - len(known)
            kept += [paragraph(known)] if known else []
        return kept[::-1]

    @property
    def _height_of_log(self) -> int:
        return self.size.height - self._edge[1]

    def _height(self, most: int | None = None) -> int:
        """The lines of everything that is kept; of a longer log at least `most`, without wording the rest."""
        width, height = self.size.width - self._edge[0] - 2, 0
        for _, lines in self._wrapped(width) if width > 0 else ():
            height += len(lines)
            if most is not None and height >= most:
                break
        return height

    def _wrapped(self, width: int) -> Iterator[tuple[LogGroup, Paragraph]]:
        """Yields the paragraphs that are shown, also as lines, newest first."""
        for items in self._items.backwards():
            if self.content in {"all", "talk" if items[0].said else "events"}:
                yield items, wrap_cached(paragraph(items), width, indent=2)

    # Drawing

    def wanted(self, width: int) -> int:
        """Return the rows below so wide a board for what is explained, read or said in it; 0 if nothing is: a
        small window has no others.
        """
        if self._explained and self.content != "talk" and not self._reads:
            return 1 + sum(len(wrap_cached(line, width - 2)) for line in self._explained)
        return int(self._reads or self.content == "talk")

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
        if self._explained and self.content != "talk" and not self._reads:
            lines = self._explanation(width - 1, height)
        else:
            lines = self._latest(width - 1, height)
        old, self._lines = self._lines, lines
        rows = range(max(len(old), len(lines)))
        changed = [y for y in rows if old[y : y + 1] != lines[y : y + 1]]
        if changed:
            self.refresh(*[Region(0, top + y, self.size.width, 1) for y in changed])

    @property
    def _heading(self) -> str:
        room = self.size.width - AROUND_BANNER
        fitting = (heading for heading in self._headings if self.beside or cell_len(heading) <= room)
        return next(fitting, "")

    def _explanation(self, width: int, height: int) -> list[Line]:
        """Returns the explanation and, where rows are left below it, the latest of the log."""
        above = (((self._heading, palette.ACCENT),), ()) if self._heading and self.beside else ()
        explained = (*above, *self._explained)
        lines = [line for parts in explained for line in wrap_cached(parts, width)][:height]
        top = max(len(lines) + 1, height * EXPLAINED // 100)
        if not self.beside or height - top < FEWEST_BELOW:
            return lines
        return [*lines, *[()] * (top - len(lines)), *self._newest(width, top, height)]

    def _newest(self, width: int, top: int, bottom: int) -> list[Line]:
        """Returns the lines of the log from a row to another, those that are read if the player reads back;
        else whole paragraphs, of one that is longer its end.
        """
        rows = bottom - top
        if self.beside and not self._back and rows >= FEWEST_STILL:
            return self._still(width, top, bottom)
        lines: list[Line] = []
        for _, more in self._wrapped(width):
            if lines and not self._back and len(lines) + len(more) > rows:
                break
            lines[:0] = more
            if len(lines) >= rows + self._back:
                break
        end = len(lines) - self._back
        return lines[max(0, end - rows) : max(end, 0)] if rows else []

    def _still(self, width: int, top: int, bottom: int) -> list[Line]:
        """Returns lines as `_newest` does, of paragraphs that stay in their rows. If the newest has no room
        below them, those of the lower half move to the top.
        """
        stood = self._stood[1] if self._stood[0] == width else ()
        row, first = next((one for one in stood if one[0] >= top), (top, None))
        paragraphs, taken = self._wrapped(width), list[tuple[LogGroup, Paragraph]]()
        left, finds = bottom - row, first is None
        for items, lines in paragraphs:
            left -= len(lines)
            if taken and left < 0:
                break
            taken.append((items, lines))
            finds = finds or any(item is first for item in items)
            if first and finds:
                break
        if not finds:
            row = top
            while left < 0 and taken[1:] and sum(len(lines) for _, lines in taken) > (bottom - top) // 2:
                taken.pop()
        before: list[Line] = []
        while len(before) < row - top and (older := next(paragraphs, None)):
            before[:0] = older[1]
        shown = [*[()] * (row - top - len(before)), *before[max(0, len(before) - (row - top)) :]]
        placed = []
        for items, lines in reversed(taken):
            placed.append((top + len(shown), items[0]))
            shown += lines
        self._stood = width, placed
        return shown[-(bottom - top) :]

    def _latest(self, width: int, height: int) -> list[Line]:
        above = self._announced() if self.beside else self._announced()[1:]
        below = wrap_cached(self._hint, width) if self._hint and not self._reads else ()
        top, bottom = len(above), max(len(above), height - len(below))
        room = bottom - top
        if self._back and room > 1:
            further: Line = ((self.further(self._back), palette.ACCENT),)
            return [*above, *self._newest(width, top, bottom - 1), further, *below]
        shown = self._newest(width, top, bottom)
        if below and room == 1 and shown and shown[0] and shown[0][0][0].isspace():
            shown = []  # the rest of something alone says nothing above a hint
        if not shown and self.empty:
            shown = [*wrap_cached(((self.empty, palette.DIM),), width)][:room]
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
        return line_of([edge, *(goes_on(line) if y == top else line)], self.size.width)
