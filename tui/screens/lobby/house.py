"""The house on the lobby's first page: its roof is a crown, a window is lit for each person here. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from rich.style import Style

from tui.screens.lobby.rows import Line
from tui.widgets.pixels import pixels
from tui.wire.terminal import palette, tones

ROOF = (
    "....o........o........o....",
    "...rrr......rrr......rrr...",
    "..rrrrr....rrrrr....rrrrr..",
    ".rrrrrrr..rrrrrrr..rrrrrrr.",
    "rrrrrrrrrrrrrrrrrrrrrrrrrrr",
    ".wwwwwwwwwwwwwwwwwwwwwwwww.",
)
"""Gold (o), roof (r) and wall (w)."""
WIDTH, ROWS = len(ROOF[0]), 7
WALL = (1, 26)
"""The columns of the wall: its first one, and the one after its last."""
FLOORS = ((1, 5, 9, 14, 18, 22), (1, 5, 9, 14, 18, 22), (1, 5, 18, 22))
"""Where the windows of each floor begin, counted from the wall; on the last one the door is in between."""
DOOR = 11
LIT_ORDER = (4, 13, 1, 8, 11, 15, 6, 2, 9, 12, 0, 5, 14, 3, 10, 7)
"""In which order windows are lit, counted from the left of the upper floor."""
INKS: Mapping[str, Style] = MappingProxyType({"o": palette.GOLD, "r": tones.ROOF, "w": tones.WALL_INK})
PAIRS: Mapping[tuple[str, str], Style] = MappingProxyType(
    {("o", "r"): tones.ROOF_TIP, ("r", "w"): tones.EAVES}
)


def house(people: int) -> tuple[Line, ...]:
    """Return the house with as many windows lit as people are here."""
    return _lit(min(people, len(LIT_ORDER)))


@cache
def _lit(windows: int) -> tuple[Line, ...]:
    lit, number = set(LIT_ORDER[:windows]), 0
    lines = pixels(ROOF, INKS, PAIRS)
    for floor, places in enumerate(FLOORS):
        line: Line = [(" " * WALL[0], palette.TEXT)]
        at = 0
        for start in places:
            if floor == len(FLOORS) - 1 and at < DOOR < start:
                line += [(" " * (DOOR - at) + "███", tones.LIT)]
                at = DOOR + 3
            line += [(" " * (start - at) + "▄▄", tones.LIT if number in lit else tones.SHUT)]
            at, number = start + 2, number + 1
        lines.append([*line, (" " * (WALL[1] - WALL[0] - at), tones.WALL)])
    return (*lines, [(" " * (DOOR + WALL[0] - 1), palette.TEXT), ("▀▀▀▀▀", tones.STEP)])
