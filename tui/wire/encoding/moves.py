"""The shortest way for a cursor from one cell to another. Cells are counted from 0."""

from __future__ import annotations

from functools import lru_cache

UNKNOWN = -1
NEAR = 3
"""Up to this many rows, single steps can be shorter than an address."""


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
        rows = _rows(y - from_y)
        if rows is not None:
            ways.append("\r" + rows + _sideways(0, x, columns=columns))
            if from_x != UNKNOWN:
                ways.append(rows + _sideways(from_x, x, columns=columns))
        elif columns and from_x != UNKNOWN:
            ways.append(f"\x1b[{y + 1}d" + _sideways(from_x, x, columns=columns))
    return min(ways, key=len)


def _address(x: int, y: int) -> str:
    if x == 0:
        return f"\x1b[{y + 1}H" if y else "\x1b[H"
    return f"\x1b[{y + 1};{x + 1}H" if y else f"\x1b[;{x + 1}H"


def _rows(count: int) -> str | None:
    """Returns steps down or up in the same column; None if an address is shorter."""
    if 0 <= count <= NEAR:
        return "\n" * count
    return "\x1bM" * -count if -NEAR < count < 0 else None


def _sideways(from_x: int, x: int, *, columns: bool) -> str:
    distance = x - from_x
    if distance == 0:
        return ""
    if -NEAR <= distance < 0:
        return "\b" * -distance
    count = abs(distance) if abs(distance) > 1 else ""
    step = f"\x1b[{count}{'C' if distance > 0 else 'D'}"
    return min(step, f"\x1b[{x + 1}G", key=len) if columns else step
