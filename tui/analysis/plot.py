"""A curve of winning chances as rows of text: braille dots, with the number of its seat on every line.

The dots of a cell cannot have several colours, so a cell belongs to one seat; a screen colours it by that,
and without colours the numbers tell the lines apart.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.analysis.findings import Analysis
from tui.analysis.figures import at

MARK = "▲"
"""Stands below the position that is looked at."""
AXIS = 5
"""Cells of the percent at the left."""
WIDTH, HEIGHT = 60, 10
"""Cells of the plot without its axis; at most 2 KB in all."""
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille cell, by row and column of its dots."""
_MARK_EVERY = 15


class PlotCell(NamedTuple):
    """A cell of the plot, and the seat whose line it shows."""

    text: str
    seat: int | None


def plot(analysis: Analysis, width: int = WIDTH, height: int = HEIGHT) -> list[list[PlotCell]]:
    """Rows of cells from 100 % above to 0 % below; no rows without a curve."""
    if not analysis.curve:
        return []
    bits = [[0] * width for _ in range(height)]
    owners: list[list[int | None]] = [[None] * width for _ in range(height)]
    for seat in range(1, analysis.seats + 1):
        for x, y in _dots(analysis, seat, width, height):
            row, column = y // 4, x // 2
            bits[row][column] |= _DOTS[y % 4][x % 2]
            owners[row][column] = seat
    cells = [
        [PlotCell(chr(0x2800 + bit) if bit else " ", owner) for bit, owner in zip(*rows, strict=True)]
        for rows in zip(bits, owners, strict=True)
    ]
    for seat in range(1, analysis.seats + 1):
        _mark(cells, analysis, seat)
    return cells


def _row(chance: float, dots: int) -> int:
    return min(dots - 1, max(0, round((1 - chance) * (dots - 1))))


def _position(analysis: Analysis, share: float) -> float:
    first, last = analysis.curve[0].position, analysis.curve[-1].position
    return first + (last - first) * share


def _dots(analysis: Analysis, seat: int, width: int, height: int) -> list[tuple[int, int]]:
    """The dots of a line, without gaps where it is steep."""
    found, before = [], None
    for x in range(2 * width):
        y = _row(at(analysis.curve, seat, _position(analysis, x / (2 * width - 1))), 4 * height)
        start = y if before is None else before + (y > before) - (y < before)
        found += [(x, step) for step in range(min(start, y), max(start, y) + 1)]
        before = y
    return found


def _mark(cells: list[list[PlotCell]], analysis: Analysis, seat: int) -> None:
    """Puts the seat's number on its line, at other columns than the others'."""
    width, height = len(cells[0]), len(cells)
    shift = 1 + (seat - 1) * _MARK_EVERY // analysis.seats
    for column in range(shift, width, _MARK_EVERY):
        chance = at(analysis.curve, seat, _position(analysis, (column + 0.5) / width))
        cells[_row(chance, 4 * height) // 4][column] = PlotCell(str(seat), seat)


def rows(analysis: Analysis, width: int = WIDTH, height: int = HEIGHT) -> list[str]:
    """The plot as plain text with an axis of percent, and the rounds below."""
    cells = plot(analysis, width, height)
    if not cells:
        return []
    drawn = [
        f"{percent(number, height)}{''.join(cell.text for cell in row)}".rstrip()
        for number, row in enumerate(cells)
    ]
    return [*drawn, " " * AXIS + rounds(analysis, width)]


def percent(row: int, height: int) -> str:
    """What stands before a row of the plot, AXIS cells wide."""
    labels = {0: "100%", height // 2: "50%", height - 1: "0%"}
    return f"{labels.get(row, ''):>{AXIS - 1}} "


def column(analysis: Analysis, position: int, width: int = WIDTH) -> int:
    """The column of a position; the nearest one if the curve does not reach it."""
    first, last = analysis.curve[0].position, analysis.curve[-1].position
    share = (position - first) / max(1, last - first)
    return round(min(1.0, max(0.0, share)) * (width - 1))


def rounds(analysis: Analysis, width: int = WIDTH) -> str:
    """The number of each round where it begins, as far as there is room."""
    line, seen = [" "] * (width + 3), 0
    free = 0
    for point in analysis.curve:
        at_column = column(analysis, point.position, width)
        if point.round > seen and at_column >= free:
            text = str(point.round)
            line[at_column : at_column + len(text)] = text
            seen, free = point.round, at_column + len(text) + 1
    return "".join(line).rstrip()
