"""The decisions that cost a seat most, as rows: where, how much, what was played, what was better and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from engine.analysis.findings import WORST, Analysis, Finding
from tui.analysis.figures import brief_loss
from tui.language.texts import Texts
from tui.replay import analysis_report as report
from tui.widgets.lines import PartLine
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import bar, cut, fit
from tui.wire.terminal import palette, tones
from tui.wire.terminal.tones import Accent

BAR, BAR_FROM = 8, 70
"""Cells of the bar of the worst decision, and columns from which rows have one."""
BETWEEN, INDENT = 2, 4
DETAILS = 3
"""Rows for what is said of the chosen one."""
TOLD = 3
"""Lines of a decision that is told in full."""


class WorstRows(NamedTuple):
    """Headings, rows, the first row of the chosen decision, and what is said of it below all."""

    headings: Sequence[PartLine]
    rows: Sequence[PartLine]
    at: int = 0
    details: Sequence[PartLine] = ()


def rows_wanted(*, in_full: bool) -> int:
    """The most rows that are needed, headings included, so that nothing moves when there are more of them."""
    return (TOLD + 1) * WORST if in_full else 1 + WORST + DETAILS


def worst_rows(
    texts: Texts, analysis: Analysis, seat: int, at: int, width: int, accent: Accent, *, in_full: bool
) -> WorstRows:
    """Returns the rows of a seat; `in_full`: what is said of each stands below it."""
    found = analysis.worst(seat)
    if not found:
        done = analysis.complete or seat in analysis.done
        said = texts._("No better move was found.") if done else texts._("Nothing has been found yet.")
        return WorstRows((), [[(f" {said}", palette.DIM)]])
    at = min(at, len(found) - 1)
    columns = _columns(texts, analysis, found)
    widths = [max(map(cell_len, column)) + BETWEEN for column in zip(*columns, strict=True)]
    lines: list[PartLine] = []
    first = 0
    for number, (finding, row) in enumerate(zip(found, columns[1:], strict=True)):
        first = len(lines) if number == at else first
        length = bar(max(1, round(BAR * finding.loss / found[0].loss)), BAR, accent.ink)
        ink = palette.STRONG if number == at else palette.TEXT
        mark = tones.EDGE if number == at else " "
        lines.append([(mark, accent.ink), *_row(row, widths, length, ink, width)])
        if in_full:
            lines += [*_said(texts, analysis, finding, width), ()]
    headings = [
        (" ", palette.TEXT),
        *_row(columns[0], widths, [(" " * BAR, palette.DIM)], palette.DIM, width),
    ]
    if in_full:
        return WorstRows([headings], lines[:-1], first)
    return WorstRows([headings], lines, first, _said(texts, analysis, found[at], width)[:DETAILS])


def _columns(texts: Texts, analysis: Analysis, found: Sequence[Finding]) -> list[tuple[str, ...]]:
    """Returns the headings, then the words of each row."""
    heads = (
        texts.pgettext("column", "on the table") if found[0].laid else texts.pgettext("column", "position"),
        texts.pgettext("column", "round"),
        texts.pgettext("column", "lost"),
        texts.pgettext("column", "played"),
    )
    rows = [
        (report.place(texts, analysis, one), str(one.round), brief_loss(one),
         report.in_words(texts, analysis, one.played))
        for one in found
    ]  # fmt: skip
    return [heads, *rows]


def _row(
    words: Sequence[str], widths: Sequence[int], length: Sequence[Part], ink: Style, width: int
) -> list[Part]:
    """Returns a row of the table without its mark: numbers at the right of their columns. Without the place
    where there is no room for it beside what was played.
    """
    place, round_, lost, played = words
    whole = width >= BAR_FROM or sum(widths) <= width
    parts: list[Part] = [
        (f" {place:>{widths[0] - BETWEEN}}  " if whole else " ", ink),
        (f"{round_:>{widths[1] - BETWEEN}}  ", ink),
        *(length if width >= BAR_FROM else ()),
        (f"  {fit(lost, widths[2])}" if width >= BAR_FROM else fit(lost, widths[2]), ink),
        (played, ink),
    ]
    return cut(parts, width - 1)


def _said(texts: Texts, analysis: Analysis, finding: Finding, width: int) -> list[PartLine]:
    """Returns what would have been better, and why, below its row."""
    sentences = (
        (report.better(texts, analysis, finding), palette.TEXT),
        (report.why(texts, analysis, finding), palette.DIM),
    )
    room = max(20, width - INDENT - 1)
    return [
        [(" " * INDENT, palette.TEXT), *line]
        for sentence, style in sentences
        if sentence
        for line in wrap([(sentence, style)], room, indent=2)
    ]
