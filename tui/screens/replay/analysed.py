"""What an analysis says where somebody is in a game: a hint below the log, and the curve with a mark."""

from __future__ import annotations

from textual.geometry import Size

from engine.analysis.findings import Analysis, Finding
from tui.analysis import plot
from tui.boards.kit.board import Names
from tui.language.texts import Texts
from tui.replay.cursor import ReplayCursor
from tui.replay.mistakes import told_here
from tui.screens.analysis.curve import curve_lines
from tui.widgets.lines import PartLine
from tui.widgets.panel import Part
from tui.wire.terminal import palette

EDGE: Part = ("│ ", palette.FAINT)


def hint_of(texts: Texts, analysis: Analysis, finding: Finding, names: Names) -> tuple[Part, ...]:
    """Returns what the decision made here cost, as a paragraph."""
    style = palette.ACCENT if finding.loss else palette.DIM
    return ((told_here(texts, analysis, finding, names), style),)


def beside(
    texts: Texts, analysis: Analysis, cursor: ReplayCursor, size: Size, *, dots: bool
) -> list[PartLine]:
    """Returns the curve for the room below the log, with a mark at the position."""
    said = texts._("Chances to win, by round")
    heading: list[Part] = [
        ("├─", palette.FAINT),
        (f" {said} ", palette.DIM),
        ("─" * size.width, palette.FAINT),
    ]
    bold = max(0, cursor.eyes)
    across, high = size.width - plot.AXIS - 3, size.height - 2
    drawn = curve_lines(analysis, across, high, dots=dots, mark=cursor.position, bold=bold)
    return [heading, *([EDGE, *line] for line in drawn)]
