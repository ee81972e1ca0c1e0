"""The shortest way for a cursor from one cell to another. Cells are counted from 0."""

from __future__ import annotations

from functools import lru_cache

UNKNOWN = -1
NEAR = 3
"""Up to this many rows down or columns to the left, single steps are shorter than a count."""


@lru_cache(maxsize=16384)
def move(from_x: int, from_y: int, x: int, y: int, columns: bool) -> str:
    """Returns what to send. `from_x`, or both, may be UNKNOWN; `columns`: the terminal understands CHA and
    VPA.

    The cursor never leaves the rows between the two, so nothing scrolls; LF keeps the column.
    """
    if (from_x, from_y) == (x, y):
        return ""
    ways = [_address(x, y)]
    if from_y != UNKNOWN:
        rows = _rows(from_y, y, columns=columns)
        ways.append("\r" + rows + _sideways(0, x, columns=columns))
        if from_x != UNKNOWN:
            ways.append(rows + _sideways(from_x, x, columns=columns))
    return min(ways, key=len)


def _address(x: int, y: int) -> str:
    if x == 0:
        return f"\x1b[{y + 1}H" if y else "\x1b[H"
    return f"\x1b[{y + 1};{x + 1}H" if y else f"\x1b[;{x + 1}H"


def _rows(from_y: int, y: int, *, columns: bool) -> str:
    """Returns the way to another row in the same column."""
    distance = y - from_y
    if 0 <= distance <= NEAR:
        return "\n" * distance
    if -NEAR < distance < 0:
        return "\x1bM" * -distance
    step = f"\x1b[{abs(distance)}{'B' if distance > 0 else 'A'}"
    return min(step, f"\x1b[{y + 1}d", key=len) if columns else step


def _sideways(from_x: int, x: int, *, columns: bool) -> str:
    distance = x - from_x
    if distance == 0:
        return ""
    if -NEAR <= distance < 0:
        return "\b" * -distance
    count = abs(distance) if abs(distance) > 1 else ""
    step = f"\x1b[{count}{'C' if distance > 0 else 'D'}"
    return min(step, f"\x1b[{x + 1}G", key=len) if columns else step
