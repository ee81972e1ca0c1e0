"""Rows that only moved up: found, so that the terminal can move them itself.

A log that grows by a line would otherwise be sent anew from its first line to its last. Every
terminal since the VT100 scrolls a range of rows (DECSTBM and LF), which costs some twenty bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tui.wire.encoding.grid import GridRow

FARTHEST = 6
"""Rows up at most."""


class Scroll(NamedTuple):
    """The rows from `top` to `bottom` go up by so many; those that come in are blank."""

    top: int
    bottom: int
    by: int

    @property
    def text(self) -> str:
        """What has the terminal do it. Its cursor is then at home, or (some forget that) where it was."""
        region = f"\x1b[{self.top + 1};{self.bottom + 1}r"
        return f"{region}\x1b[{self.bottom + 1}H" + "\n" * self.by + "\x1b[r"


def scroll_of(shown: Sequence[GridRow], wanted: Mapping[int, GridRow]) -> Scroll | None:
    """The scroll that brings most rows where they are wanted; None: none does."""
    found = [_longest(shown, wanted, by) for by in range(1, FARTHEST + 1)]
    rows, best = max(found, key=lambda pair: pair[0])
    return best if rows else None


def _longest(shown: Sequence[GridRow], wanted: Mapping[int, GridRow], by: int) -> tuple[int, Scroll]:
    """The longest run of rows that are wanted as they are shown `by` rows below."""
    best, top = (0, Scroll(0, 0, by)), 0
    for y in range(len(shown) - by + 1):
        row = wanted.get(y)
        if row is not None and y + by < len(shown) and row == shown[y + by]:
            continue
        if y - top > best[0]:
            best = y - top, Scroll(top, y - 1 + by, by)
        top = y + 1
    return best
