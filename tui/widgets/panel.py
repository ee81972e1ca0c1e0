"""A panel: one node that draws all its lines itself. The base of every widget here.

It leaves out what Textual does for every widget and we never use (CSS borders, padding, opacity, filters): a
panel's lines go to the compositor as they are drawn. What a panel shows, and which keys it takes, is left to
its subclass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Self

from rich.cells import cached_cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from tui.wire.private.screens import DisposableWidget
from tui.wire.private.strips import PaintedLine
from tui.wire.terminal import tones

Part = tuple[str, Style]
"""A piece of a line. User text must have been cleaned; nothing here reads markup."""

segment: Callable[[tuple[str, Style | None, None]], Segment] = partial(tuple.__new__, Segment)
"""Makes a segment without a call of a function in Python: lines have a dozen."""


def line_of(parts: Iterable[Part], width: int) -> Strip:
    """Returns parts as one line, cut or filled up to `width` cells."""
    segments, missing = [], width
    for text, style in parts:
        if text:
            segments.append(segment((text, style, None)))
            missing -= len(text) if text.isascii() else cached_cell_len(text)
    if missing > 0:
        segments.append(segment((" " * missing, None, None)))
    if missing >= 0:
        return PaintedLine(segments, width)
    return PaintedLine([*PaintedLine(segments, width - missing).crop(0, width)], width)


class Panel(DisposableWidget, inherit_css=False):
    """Subclasses draw with `render_line`; `caret` returns where the terminal's cursor rests.

    Lines are kept as they were drawn until `refresh` marks them as changed: refresh the rows that changed,
    `Region(0, y, width, 1)`, and only they are drawn again.
    """

    _flashing: tuple[Region, ...] = ()
    size = DisposableWidget.outer_size
    """The cells to draw on: all of them, because a panel has neither border nor padding."""

    @dataclass
    class Moved(Message):
        """The cursor went elsewhere, or what is marked there is other than before."""

        panel: Panel

    @dataclass
    class Beyond(Message):
        """The cursor was to go up (-1) or down (1), and the panel ends there. A parent with several panels
        may move the focus to the next.
        """

        panel: Panel
        by: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self._drawn: list[Strip] = []
        self._stale: set[int] = set()
        """The rows that have to be drawn again."""
        self._drawn_at = Size(0, 0)

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Has these regions drawn again, or everything."""
        if not regions or layout or recompose:
            self._stale.update(range(len(self._drawn)))
        for region in regions:
            self._stale.update(range(region.y, region.y + region.height))
        if repaint and not (layout or recompose) and self.repaint(regions or (self.outer_size.region,)):
            return self
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def flash_cells(self, *regions: Region) -> None:
        """Draws these cells in `tones.FLASH`, until it is called again or the panel's size changes."""
        changed, self._flashing = {*self._flashing, *regions}, regions
        visible = [region.intersection(self.size.region) for region in changed]
        if any(visible):
            self.refresh(*filter(None, visible))

    def focus(self, scroll_visible: bool = True) -> Self:
        """Takes the focus. Does nothing if the panel has it and no other widget is about to take it."""
        if self.is_focused and not self.app.message_queue_size:
            return self
        return super().focus(scroll_visible)

    def render_lines(self, crop: Region) -> list[Strip]:
        lines = self.whole_lines(*crop.line_span)
        left, right = crop.column_span
        return lines if (left, right) == (0, self.size.width) else [line.crop(left, right) for line in lines]

    def whole_lines(self, first: int, last: int) -> list[Strip]:
        size = self.outer_size
        if size != self._drawn_at:
            self._drawn, self._drawn_at = [Strip.blank(size.width)] * size.height, size
            self._stale.update(range(size.height))
            self._flashing = ()
        for y in self._stale:
            if y < size.height:
                line = self.render_line(y)
                if line.cell_length != size.width:
                    line = line.adjust_cell_length(size.width)
                for region in self._flashing:
                    line = _flashed(line, *region.column_span) if y in region.line_range else line
                self._drawn[y] = line
        self._stale.clear()
        return self._drawn[first:last]

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Does nothing: no style of ours depends on the focus; a panel draws its focus itself."""

    def caret(self) -> Offset | None:
        """Returns where the real cursor rests while this panel has the focus, in cells from its own top left
        corner. Braille displays and speech follow it. None: it has no such place.
        """
        return Offset(0, 0)


def _flashed(line: Strip, left: int, right: int) -> Strip:
    """Returns a line with some of its cells in `tones.FLASH`."""
    cells = Strip([Segment(line.crop(left, right).text, tones.FLASH)])
    return Strip.join([line.crop(0, left), cells, line.crop(right)])
