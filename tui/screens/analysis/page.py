"""The page of an analysis as lines: the curve, the seats, what one of them lost and where. Pure.

The curve is as high as its window leaves room for; what is least important is left out first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size

from engine.analysis.findings import Analysis
from tui.analysis import plot
from tui.boards import BOARDS
from tui.boards.kit.board import Names
from tui.host.game_analysis import GameAnalysis
from tui.host.pictures import ReplayedGame
from tui.language.texts import Texts
from tui.presenters.game_refusals import any_refusal_text
from tui.replay import analysis_report as report
from tui.screens.analysis import worst
from tui.screens.analysis.curve import curve_lines
from tui.widgets.lines import PartLine
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import CARET, bar, cut, fit, justify
from tui.wire.terminal import palette, tones
from tui.wire.terminal.tones import Accent

LOWEST, HIGHEST = 4, 12
"""Rows of the curve."""
WIDEST = 72
"""Columns of the curve: it has to come over a slow line."""
WIDE, TALL = 110, 36
"""From this size on a text stands beside the curve, and each of the worst decisions is told in full."""
PROGRESS, LONG_PROGRESS = 10, 30
"""Cells of the bar that shows how much is done."""
ACCOUNT = 2
"""Rows for the account of a seat, so that nothing moves when it comes."""
DETAILS = 7
LEFT_OUT = (8, 1, 5, 4, DETAILS)
"""The blocks of the page by their place, the first to be left out first; of the last as much as is needed."""
FEWEST_LETTERS = 5
"""Cells of a name that is cut; where there are not as many, only the chosen seat has its name."""


class AnalysisContext(NamedTuple):
    """What the page is drawn from."""

    texts: Texts
    game: ReplayedGame
    analysis: GameAnalysis
    names: Names
    seat: int
    """Whose decisions are shown."""
    at: int
    """Which of them is chosen, from 0."""
    dots: bool
    """Whether the terminal can show patterns of dots."""

    @property
    def accent(self) -> Accent:
        """The colour of the game."""
        return BOARDS[self.game.course.game.key].accent


class AnalysisPage(NamedTuple):
    """All lines but the last one, and the number of the chosen one."""

    lines: Sequence[PartLine]
    row: int = 0


def analysis_page(about: AnalysisContext, size: Size) -> AnalysisPage:
    """Returns the page for a window of `size` cells."""
    found, width = about.analysis.found, size.width
    head = _header(about, width)
    if found is None:
        return AnalysisPage([head, (), *_said([_state(about)], width), (), *_progress(about)])
    texts, is_tall = about.texts, size.height >= TALL
    done = found.complete or about.seat in found.done
    summary = report.summary(texts, found, about.seat, about.names(about.seat)) + ("" if done else " …")
    account = _said(report.account(texts, found, about.seat), width)
    rows = worst.worst_rows(texts, found, about.seat, about.at, width, about.accent, in_full=is_tall)
    beside = width >= WIDE
    assumed = [] if beside else _said(report.method(texts, found)[1:2], width, palette.DIM)
    wanted = worst.rows_wanted(in_full=is_tall) + max(len(account), ACCOUNT)
    free = size.height - 1 - len((head, "seats", "summary")) - wanted - len(assumed)
    if free - 2 < LOWEST:
        free += len(assumed)
    blocks = [
        [head],
        _curve(about, found, width, min(HIGHEST, free - 2), beside=beside),
        [_seats(about, found, width)],
        _said([summary], width, palette.STRONG),
        account,
        rows.headings,
        rows.rows,
        [*rows.details, *[()] * (worst.DETAILS - len(rows.details))] if rows.details else (),
        assumed,
    ]
    return _fitted(blocks, rows.at, size.height - 1)


def _fitted(blocks: list[Sequence[PartLine]], at: int, room: int) -> AnalysisPage:
    """Returns as many blocks as there is room for; what is assumed stands at the bottom."""
    for place in LEFT_OUT:
        over = sum(map(len, blocks)) - room
        if over <= 0:
            break
        whole = blocks[place]
        blocks[place] = whole[: max(0, len(whole) - over)] if place == DETAILS else ()
    before = sum(map(len, blocks[:6]))
    *upper, assumed = blocks
    lines = [line for block in upper for line in block]
    blank = max(0, room - len(lines) - len(assumed))
    return AnalysisPage([*lines, *[()] * blank, *assumed][:room], before + at)


def _said(sentences: Iterable[str], width: int, style: Style = palette.TEXT) -> list[PartLine]:
    """Returns each sentence in as many lines as it needs."""
    room = max(20, width - 2)
    return [
        [(" ", palette.TEXT), *line] for said in sentences for line in wrap([(said, style)], room, indent=2)
    ]


def _header(about: AnalysisContext, width: int) -> list[Part]:
    accent, texts = about.accent, about.texts
    title = f" {texts.of(BOARDS[about.game.course.game.key].title)} "
    what = texts.pgettext("header", "analysis")
    left: list[Part] = [(title, accent.title), (f" {what} ", accent.bar)]
    if about.analysis.is_over or about.analysis.news is None:
        return justify(left, [], width, accent.bar)
    done = about.analysis.news.done
    right = [
        (f" {round(100 * done)}% ", accent.title),
        *bar(round(PROGRESS * done), PROGRESS, accent.title, accent.bar),
        (" ", accent.bar),
    ]
    return justify(left, right, width, accent.bar)


def _state(about: AnalysisContext) -> str:
    """Returns how far it is, while nothing or little is there to be shown."""
    texts, analysis = about.texts, about.analysis
    if analysis.refusal:
        return any_refusal_text(texts, analysis.refusal)
    if analysis.news is None:
        return texts._("Asking the host ...")
    return report.state(texts, analysis.news)


def _progress(about: AnalysisContext) -> list[PartLine]:
    if about.analysis.is_over or about.analysis.news is None:
        return []
    done = about.analysis.news.done
    return [
        [
            (" ", palette.TEXT),
            *bar(round(LONG_PROGRESS * done), LONG_PROGRESS, about.accent.ink),
            (f" {round(100 * done)}%", palette.TEXT),
        ]
    ]


def _curve(
    about: AnalysisContext, found: Analysis, width: int, height: int, *, beside: bool
) -> Sequence[PartLine]:
    """Returns the curve with its heading, in `height` + 2 rows; beside it the method, if there is room."""
    if height < LOWEST:
        return ()
    texts = about.texts
    across = min(WIDEST, width - plot.AXIS - 3)
    drawn = curve_lines(found, across, height, dots=about.dots, bold=about.seat)
    if drawn:
        heading = texts._("Chances to win, by round")
        lines: list[PartLine] = [[(f" {heading}", palette.DIM)], *drawn]
    else:
        lines = [*_said([_state(about)], width), (), *_progress(about)]
    lines += [()] * (height + 2 - len(lines))
    if not beside or not drawn:
        return lines[: height + 2]
    left = across + plot.AXIS + 3
    told = wrap([(" ".join(report.method(texts, found)), palette.DIM)], width - left - 1)
    return [
        [*cut(line, left), *(told[number - 1] if 0 < number <= len(told) else ())]
        for number, line in enumerate(lines)
    ]


def _seats(about: AnalysisContext, found: Analysis, width: int) -> list[Part]:
    """Returns all seats on a bar, with the numbers that stand on their lines; the chosen one is loud."""
    accent, seats = about.accent, range(1, found.seats + 1)
    room = max(1, (width - 1) // found.seats - 6)
    parts: list[Part] = []
    for seat in seats:
        name = about.names(seat)
        chosen = seat == about.seat
        ground = accent.loud if chosen else accent.bar
        tile = tones.SEAT_TILES[(seat - 1) % len(tones.SEAT_TILES)]
        if room < FEWEST_LETTERS:
            called = f" {name}" if chosen else ""
        else:
            called = f" {fit(name, room)}" if cell_len(name) > room else f" {name}"
        parts += [
            (CARET if chosen else " ", ground),
            (str(seat), tile),
            (f"{called} ", ground),
            (" ", accent.bar),
        ]
    return cut(parts, width, accent.bar)
