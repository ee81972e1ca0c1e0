"""The curve of winning chances in the colours of the seats, with a mark at a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style

from engine.analysis.findings import Analysis
from tui.analysis import plot
from tui.widgets.panel import Part
from tui.wire.encoding.cells import DOTS
from tui.wire.terminal import palette


def curve_lines(
    analysis: Analysis, width: int, height: int, *, dots: bool, mark: int | None = None, bold: int
) -> list[list[Part]]:
    """Rows of the curve with its axes, `plot.AXIS` cells wider and one row higher than the plot; none without
    a curve. `dots`: the terminal can show them; `mark`: a position; `bold`: a seat.
    """
    cells = plot.plot(analysis, width, height)
    if not cells:
        return []
    lines = [
        [(plot.percent(number, height), palette.DIM), *_coloured(row, dots=dots, bold=bold)]
        for number, row in enumerate(cells)
    ]
    return [*lines, _axis(analysis, width, mark)]


def _coloured(row: Sequence[plot.PlotCell], *, dots: bool, bold: int) -> Iterator[Part]:
    """Neighbours of one seat as one part, with the blanks between them: a colour costs more than a cell."""
    text, owner = "", 0
    for cell in row:
        if cell.seat and owner and cell.seat != owner:
            yield text, _ink(owner, bold)
            text = ""
        owner = cell.seat or owner
        text += cell.text if dots else cell.text.translate(DOTS)
    yield text, _ink(owner, bold)


def _ink(seat: int, bold: int) -> Style:
    if not seat:
        return palette.TEXT
    inks = palette.OWN_SEATS if seat == bold else palette.SEATS
    return inks[(seat - 1) % len(inks)]


def _axis(analysis: Analysis, width: int, mark: int | None) -> list[Part]:
    rounds = plot.rounds(analysis, width).ljust(width)
    before = " " * plot.AXIS
    if mark is None:
        return [(before + rounds.rstrip(), palette.DIM)]
    at = plot.column(analysis, mark, width)
    return [
        (before + rounds[:at], palette.DIM), (plot.MARK, palette.ACCENT), (rounds[at + 1 :], palette.DIM),
    ]  # fmt: skip
