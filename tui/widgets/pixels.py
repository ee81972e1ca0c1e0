"""Pictures of half blocks: two rows of signs make a row of cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.style import Style

from tui.widgets.panel import Part
from tui.wire.terminal import palette

NO_PAIRS: Mapping[tuple[str, str], Style] = MappingProxyType({})
CROWN = (
    "...........o...........",
    "o.........###.........o",
    "#....o....###....o....#",
    "##..###..#####..###..##",
    "##..###..#####..###..##",
    "###.####.#####.####.###",
    "bbbjbbbjbbbjbbbjbbbjbbb",
    "bbbjbbbjbbbjbbbjbbbjbbb",
    "#######################",
    ".#####################.",
)
"""A crown: gold (#) with pearls (o), and a band (b) with jewels (j)."""


def pixels(
    art: Sequence[str], inks: Mapping[str, Style], pairs: Mapping[tuple[str, str], Style] = NO_PAIRS
) -> list[list[Part]]:
    """Return a picture as lines; signs without an ink are empty. `pairs`: the style of a cell whose upper and
    lower half have different inks; without one the whole cell has the upper one's.
    """
    return [
        _merged([_cell(upper, lower, inks, pairs) for upper, lower in zip(*art[row : row + 2], strict=True)])
        for row in range(0, len(art), 2)
    ]


def _cell(upper: str, lower: str, inks: Mapping[str, Style], pairs: Mapping[tuple[str, str], Style]) -> Part:
    if upper in inks and lower in inks:
        return ("▀", pairs[upper, lower]) if (upper, lower) in pairs else ("█", inks[upper])
    if upper in inks:
        return "▀", inks[upper]
    return ("▄", inks[lower]) if lower in inks else (" ", palette.TEXT)


def _merged(cells: Sequence[Part]) -> list[Part]:
    found = list[Part]()
    for text, style in cells:
        if found and (found[-1][1] == style or (not text.strip() and not found[-1][1].bgcolor)):
            found[-1] = (found[-1][0] + text, found[-1][1])
        else:
            found.append((text, style))
    return found
