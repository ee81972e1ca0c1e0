"""Finds rows that only moved up or down, so that the terminal can move them itself.

Otherwise a log that grows by a line would be sent again from its first row to its last. Every terminal since
the VT100 scrolls a range of rows (DECSTBM with LF or RI), which costs some twenty bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tui.wire.encoding.grid import GridRow

FARTHEST = 6
"""The most rows by which a range is scrolled."""


class Scroll(NamedTuple):
    """Scrolls the rows from `top` to `bottom` up by a number of rows, or down if it is below 0; the rows that
    come in are blank.
    """

    top: int
    bottom: int
    by: int

    @property
    def text(self) -> str:
        """Returns the bytes for it. Afterwards the cursor is at home or, on some terminals, where it was."""
        there, step = (self.bottom, "\n") if self.by > 0 else (self.top, "\x1bM")
        return f"\x1b[{self.top + 1};{self.bottom + 1}r\x1b[{there + 1}H{step * abs(self.by)}\x1b[r"

    def mirrored(self, rows: int) -> Scroll:
        """Returns the scroll of a screen that stands on its head."""
        return Scroll(rows - 1 - self.bottom, rows - 1 - self.top, -self.by)


def scroll_of(shown: Sequence[GridRow], wanted: Mapping[int, GridRow]) -> Scroll | None:
    """Returns the scroll that brings most rows to where they are wanted; None if none does."""
    last = len(shown) - 1
    shown_down, wanted_down = shown[::-1], {last - y: row for y, row in wanted.items()}
    (rows, up), (rows_down, down) = _farthest(shown, wanted), _farthest(shown_down, wanted_down)
    if rows_down > rows:
        return _with_what_changed(shown_down, wanted_down, down).mirrored(len(shown))
    return _with_what_changed(shown, wanted, up) if rows else None


def _farthest(shown: Sequence[GridRow], wanted: Mapping[int, GridRow]) -> tuple[int, Scroll]:
    """Returns how many rows moved up at most, and the scroll for them."""
    return max([_longest(shown, wanted, by) for by in range(1, FARTHEST + 1)], key=lambda pair: pair[0])


def _with_what_changed(shown: Sequence[GridRow], wanted: Mapping[int, GridRow], best: Scroll) -> Scroll:
    """Returns the scroll with the rows at both ends that move up as well, though they change: a sentence of
    the log that goes on, the row of the cursor.
    """

    def moves(to: int) -> bool:
        if not 0 <= to < len(shown) - best.by:
            return False
        row, goes = wanted.get(to, shown[to]), shown[to + best.by]
        return _alike(row, goes) > max(_alike(row, shown[to]), _alike(wanted.get(to + best.by, goes), goes))

    top, bottom = best.top, best.bottom
    while moves(top - 1):
        top -= 1
    while moves(bottom + 1 - best.by):
        bottom += 1
    return best._replace(top=top, bottom=bottom)


def _alike(row: GridRow, other: GridRow) -> int:
    """Returns how many characters two rows have in the same places."""
    return sum(one == its != " " for one, its in zip(row.chars, other.chars, strict=True))


def _longest(shown: Sequence[GridRow], wanted: Mapping[int, GridRow], by: int) -> tuple[int, Scroll]:
    """Returns the longest run of rows that are wanted as they are shown `by` rows below."""
    best, top = (0, Scroll(0, 0, by)), 0
    for y in range(len(shown) - by + 1):
        row = wanted.get(y)
        if row is not None and y + by < len(shown) and row == shown[y + by]:
            continue
        if y - top > best[0]:
            best = y - top, Scroll(top, y - 1 + by, by)
        top = y + 1
    return best
