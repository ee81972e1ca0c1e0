"""Terminals to compare with: pyte, a stricter pyte, and what can be seen of a screen.

The strict one does what real terminals do and pyte leaves out: half of a wide character that
is overwritten leaves a blank, erasing keeps nothing but the background, REP repeats. What it
does not know it reports instead of ignoring it.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, NamedTuple

import pyte
from pyte import modes
from pyte.screens import Char
from wcwidth import wcwidth


class VisibleCell(NamedTuple):
    """What a person sees of a cell."""

    text: str
    ink: str
    output: str
    bold: bool
    italics: bool
    underlined: bool
    struck: bool
    reverse: bool


class StrictScreen(pyte.Screen):
    """A screen of a real terminal."""

    def __init__(self, columns: int, lines: int) -> None:
        super().__init__(columns, lines)
        self.unknown: list[Any] = []
        self.last = " "

    def draw(self, data: str) -> None:
        if not self._draw_narrow(data):
            self._draw_each(data)

    def _draw_narrow(self, data: str) -> bool:
        """Draws at once what needs a cell for each character and has room in its row."""
        begin = self.cursor.x
        end = begin + len(data)
        if end > self.columns or modes.IRM in self.mode or not all(map(_is_narrow, data)):
            return False
        line = self.buffer[self.cursor.y]
        if begin and line[begin].data == "":
            line[begin - 1] = line[begin - 1]._replace(data=" ")
        if end < self.columns and line[end].data == "":
            line[end] = line[end]._replace(data=" ")
        attributes = self.cursor.attrs[1:]
        drawn = data.translate(self.g1_charset if self.charset else self.g0_charset)
        for x, char in enumerate(drawn, begin):
            line[x] = _cell(char, attributes)
        self.last, self.cursor.x = data[-1], end
        self.dirty.add(self.cursor.y)
        return True

    def _draw_each(self, data: str) -> None:
        for char in data:
            width = wcwidth(char)
            if width > 0:
                self._halve(width)
                self.last = char
            super().draw(char)

    def _halve(self, width: int) -> None:
        """Blanks what a wide character leaves when one of its halves is written over."""
        line, x = self.buffer[self.cursor.y], min(self.cursor.x, self.columns - 1)
        if line[x].data == "" and x:
            line[x - 1] = line[x - 1]._replace(data=" ")
        end = x + width
        if end < self.columns and line[end].data == "":
            line[end] = line[end]._replace(data=" ")

    def repeat(self, count: int | None = None) -> None:
        self.draw(self.last * (count or 1))

    def _erased(self) -> Char:
        return self.default_char._replace(bg=self.cursor.attrs.bg)

    def erase_characters(self, count: int | None = None) -> None:
        line = self.buffer[self.cursor.y]
        for x in range(self.cursor.x, min(self.cursor.x + (count or 1), self.columns)):
            line[x] = self._erased()

    def insert_characters(self, count: int | None = None) -> None:
        """ICH as tmux 3.3 does it: where fewer cells move than come in, what was between stays."""
        line, x, by = self._line_to_shift(), self.cursor.x, count or 1
        cells = [line[x] for x in range(self.columns)]
        moved = max(0, self.columns - x - by)
        self._fill(
            line, [*cells[:x], *[self._erased()] * min(by, moved), *cells[x + moved : x + by], *cells[x:]]
        )

    def delete_characters(self, count: int | None = None) -> None:
        line, x, by = self._line_to_shift(), self.cursor.x, count or 1
        cells = [line[x] for x in range(self.columns)]
        self._fill(line, [*cells[:x], *cells[x + by :], *[self._erased()] * by])

    def _line_to_shift(self) -> Any:
        """The cursor's line. What becomes of wide characters differs among terminals: none may be in it."""
        line = self.buffer[self.cursor.y]
        assert all(line[x].data for x in range(self.columns)), "moved a wide character"
        assert self.cursor.x < self.columns
        self.dirty.add(self.cursor.y)
        return line

    def _fill(self, line: Any, cells: list[Char]) -> None:
        for x, cell in enumerate(cells[: self.columns]):
            line[x] = cell

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:  # noqa: ARG002
        assert how == 0
        self.erase_characters(self.columns - self.cursor.x)

    def erase_in_display(self, how: int = 0, *args: Any, **kwargs: Any) -> None:
        assert how == 2
        super().erase_in_display(how, *args, **kwargs)
        for line in self.buffer.values():
            for x in line:
                line[x] = self._erased()

    def index(self) -> None:
        assert self.margins or self.cursor.y < self.lines - 1, "scrolled at the bottom"
        super().index()

    def reverse_index(self) -> None:
        assert self.margins or self.cursor.y, "scrolled at the top"
        super().reverse_index()

    def debug(self, *args: Any, **kwargs: Any) -> None:
        self.unknown.append((args, kwargs))


class LenientScreen(pyte.Screen):
    """pyte's own, but cells that are pushed out of a line do not come back when others are deleted."""

    def insert_characters(self, count: int | None = None) -> None:
        super().insert_characters(count)
        self.buffer[self.cursor.y].pop(self.columns, None)


class StrictStream(pyte.Stream):
    """Knows REP as well."""

    csi = {**pyte.Stream.csi, "b": "repeat"}  # noqa: RUF012
    events = pyte.Stream.events | {"repeat"}

    def feed(self, data: str) -> None:
        """Takes styles, which most of a screen consists of, in one piece; leaves the rest to pyte."""
        begin = 0
        for style in _STYLE.finditer(data):
            super().feed(data[begin : style.start()])
            begin = style.end()
            if self._taking_plain_text:
                numbers = [int(number or 0) for number in style[1].split(";")]
                self.listener.select_graphic_rendition(*numbers)
            else:
                super().feed(style[0])
        super().feed(data[begin:])


_STYLE = re.compile(r"\x1b\[([0-9;]*)m")


@cache
def _is_narrow(char: str) -> bool:
    return wcwidth(char) == 1


@lru_cache(maxsize=1 << 14)
def _cell(data: str, attributes: tuple[Any, ...]) -> Char:
    return Char(data, *attributes)


class EmulatedTerminal:
    """A terminal on which autowrap is off, as ours is once a session has begun."""

    def __init__(self, columns: int, rows: int, *, strict: bool = True) -> None:
        self.screen = StrictScreen(columns, rows) if strict else LenientScreen(columns, rows)
        self._stream = StrictStream(self.screen) if strict else pyte.Stream(self.screen)
        self.screen.mode.discard(modes.DECAWM)

    def feed(self, text: str) -> None:
        self._stream.feed(text)

    def raw(self, y: int) -> list[Char]:
        """The cells of a row as the emulator has them."""
        row = self.screen.buffer[y]
        return [row[x] for x in range(self.screen.columns)]

    def seen(self) -> list[list[VisibleCell]]:
        return [self.seen_in(y) for y in range(self.screen.lines)]

    def seen_in(self, y: int) -> list[VisibleCell]:
        """What a person sees of a row."""
        return [_seen(cell) for cell in self.raw(y)]

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def cursor(self) -> tuple[int, int]:
        return min(self.screen.cursor.x, self.screen.columns - 1), self.screen.cursor.y


@lru_cache(maxsize=1 << 14)
def _seen(cell: Char) -> VisibleCell:
    blank = cell.data == " " and not (cell.reverse or cell.underscore or cell.strikethrough)
    if blank:
        return VisibleCell(" ", "", cell.bg, False, False, False, False, False)
    return VisibleCell(
        cell.data, cell.fg, cell.bg, cell.bold, cell.italics,
        cell.underscore, cell.strikethrough, cell.reverse,
    )  # fmt: skip
