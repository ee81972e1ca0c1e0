"""A panel: one node that draws all its lines itself. The base of whatever is on our screens.

It leaves out what Textual does for every widget and we never use (CSS borders, padding,
opacity, caches per line): a panel's lines go to the compositor as they are drawn. What a
panel shows and which keys it takes is its subclass's business.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

Part = tuple[str, Style]
"""A piece of a line. User text must have been cleaned; nothing here reads markup."""


def line_of(parts: Iterable[Part], width: int) -> Strip:
    """Parts as one line, cut or filled up to `width` cells."""
    return Strip([Segment(text, style) for text, style in parts if text]).adjust_cell_length(width)


class Panel(Widget):
    """Subclasses draw with `render_line`; `caret` says where the terminal's cursor rests."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """The visible lines, drawn anew: the encoder finds out what changed."""
        left, right = crop.column_span
        lines = [self.render_line(y).adjust_cell_length(self.size.width) for y in crop.line_range]
        return lines if (left, right) == (0, self.size.width) else [line.crop(left, right) for line in lines]

    def caret(self) -> Offset | None:
        """Where the real cursor rests while this panel has the focus, in cells from its own
        top left corner. Braille lines and speech follow it. None: it has no such place.
        """
        return Offset(0, 0)
