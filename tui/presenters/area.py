"""A row of values from 0 to 1 as an area of blocks, and as one line of signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tui.wire.terminal.display import TerminalDisplay

Signs = Literal["eighths", "halves", "ascii"]
"""What a terminal can show: blocks of any height, half and whole ones (the Linux console), or letters."""
EIGHTHS = "▁▂▃▄▅▆▇█"
_PARTS: dict[Signs, str] = {"eighths": EIGHTHS, "halves": "▄▄▄▄████", "ascii": "...:::##"}


def signs_of(showing: TerminalDisplay) -> Signs:
    """What a client's terminal can show."""
    if not showing.terminal.utf8:
        return "ascii"
    return "eighths" if showing.has_dots else "halves"


def spark(values: Sequence[float], signs: Signs) -> str:
    """A sign for each value; without blocks of any height digits from 0 to 8."""
    if signs != "eighths":
        return "".join([str(round(8 * value)) for value in values])
    return "".join([EIGHTHS[round(7 * value)] for value in values])


def area(values: Sequence[float], width: int, height: int, signs: Signs = "eighths") -> list[str]:
    """Rows of blocks as high as the values, which are spread over the width; the highest row first."""
    columns = [at(values, column / max(1, width - 1)) for column in range(width)]
    eighths = [round(8 * height * value) for value in columns]
    parts = " " + _PARTS[signs]
    return [
        "".join([parts[max(0, min(8, high - 8 * row))] for high in eighths])
        for row in range(height - 1, -1, -1)
    ]


def at(values: Sequence[float], share: float) -> float:
    """The value at a share of the way from the first to the last, between two of them in proportion."""
    place = share * (len(values) - 1)
    low = min(int(place), len(values) - 1)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (place - low)
