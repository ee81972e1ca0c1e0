"""Finds rows that only moved up, so that the terminal can move them itself.

Otherwise a log that grows by a line would be sent again from its first row to its last. Every terminal since
the VT100 scrolls a range of rows (DECSTBM and LF), which costs some twenty bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tui.wire.encoding.grid import GridRow

FARTHEST = 6
"""The most rows that are scrolled up."""


class Scroll(NamedTuple):
    """Scrolls the rows from `top` to `bottom` up by a number of rows; the rows that come in are blank."""

    top: int
    bottom: int
    by: int

    @property
    def text(self) -> str:
        """Returns the bytes for it. Afterwards the cursor is at home or, on some terminals, where it was."""
        region = f"\x1b[{self.top + 1};{self.bottom + 1}r"
        return f"{region}\x1b[{self.bottom + 1}H" + "\n" * self.by + "\x1b[r"


def scroll_of(shown: Sequence[GridRow], wanted: Mapping[int, GridRow]) -> Scroll | None:
    """Returns the scroll that brings most rows to where they are wanted; None if none does."""
    found = [_longest(shown, wanted, by) for by in range(1, FARTHEST + 1)]
    rows, best = max(found, key=lambda pair: pair[0])
    return _with_what_grew(shown, wanted, best) if rows else None


def _with_what_grew(shown: Sequence[GridRow], wanted: Mapping[int, GridRow], best: Scroll) -> Scroll:
    """Returns the scroll with one row more if that row moves up as well, though it changes: a sentence of the
    log that goes on. The row that comes in for it is blank.
    """
    below, to = best.bottom + 1, best.bottom + 1 - best.by
    if below == len(shown):
        return best
    stays = _alike(wanted.get(below, shown[below]), shown[below])
    moves = _alike(wanted.get(to, shown[to]), shown[below])
    return best._replace(bottom=below) if moves > stays else best


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
