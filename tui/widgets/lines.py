"""A panel of given lines: header, rules, lists, log. It draws them row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.geometry import Offset, Region
from textual.strip import Strip

from tui.widgets.panel import Panel, Part, line_of

PartLine = Sequence[Part]


class Lines(Panel):
    """Shows lines from the top; only rows that differ from what is shown are drawn again."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self._lines: tuple[PartLine, ...] = ()

    @property
    def lines(self) -> tuple[PartLine, ...]:
        return self._lines

    def show(self, lines: Iterable[PartLine]) -> None:
        """Replaces the lines. Text in them must be clean; markup is not read."""
        old, self._lines = self._lines, tuple(map(tuple, lines))
        rows = range(max(len(old), len(self._lines)))
        changed = [y for y in rows if old[y : y + 1] != self._lines[y : y + 1]]
        if changed:
            self.refresh(*[Region(0, y, self.size.width, 1) for y in changed])

    def caret(self) -> Offset:
        texts = ("".join(text for text, _ in line) for line in self._lines)
        found = ((y, text) for y, text in enumerate(texts) if text.strip())
        y, text = next(found, (0, ""))
        return Offset(len(text) - len(text.lstrip()), y)

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        return line_of(self._lines[y] if y < len(self._lines) else (), self.size.width)
