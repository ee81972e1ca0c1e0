"""The page of a table after the end: who won and why, places, what decided the game, and its record.

It shows as much of that as the window has rows for; what is least important is left out first. A large window
has a podium. The words are left to `tui.presenters.outcome`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size

from engine.game import Standing
from tui.boards.kit.board import Board, Names
from tui.host.port import TableSnapshot
from tui.language.texts import Texts
from tui.presenters import outcome
from tui.presenters.table_details import record_line
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import fit
from tui.wire.terminal import palette, tones

INDENT = 2
LONGEST = 96
"""Cells of the longest line of a sentence."""
BAR = 12
"""Cells of the best score's bar."""
AROUND_BAR = 12
"""The other cells of a line with a bar: the edge, the place, and what separates them."""
STEP, STEP_ROWS = 18, (4, 3, 2)
"""Cells of a step of the podium, and its rows by place."""
PODIUM_FROM = Size(64, 20)
"""The least room for the podium."""
PageLine = Sequence[Part]
BLOCK = "█"
BLANK: PageLine = ()
LEFT_OUT = (0, 9, 5, 7, 4, 8, 10, 3, 2)
"""The blocks of lines of a result by their place on the page, the first to be left out first."""


class ResultContext(NamedTuple):
    """What the page is drawn from."""

    texts: Texts
    board: Board
    snapshot: TableSnapshot
    names: Names
    ssh_host: str
    """As in `Port.ssh_host`."""

    def is_mine(self, seat: int) -> bool:
        """Returns whether the player who looks has the seat, or conceded it."""
        return seat in {self.snapshot.seat, self.snapshot.info.given_up}


def result_lines(about: ResultContext, room: Size) -> tuple[PageLine, ...]:
    """Returns the page for a room of some cells."""
    texts, board, snapshot, names, host = about
    width = max(1, min(room.width, LONGEST) - INDENT)
    record = _said(record_line(texts, host, snapshot.info.id), palette.DIM, width)
    ended = outcome.how_it_ended(texts, snapshot, names)
    if not snapshot.standings:
        return _fitting(
            [[BLANK], _said(ended, palette.STRONG, width), [BLANK], record], (0, 2, 3), room.height
        )
    won = any(one.place == 1 and about.is_mine(one.seat) for one in snapshot.standings)
    head = _said(ended, tones.bold(board.accent.ink) if won else palette.STRONG, width)
    place = _said(outcome.your_place(texts, snapshot), palette.MINE, width)
    why = _said(outcome.why(texts, board, snapshot, names), palette.TEXT, width)
    told = _moments(about, width)
    podium = _podium(about) if room.width >= PODIUM_FROM.width and room.height >= PODIUM_FROM.height else []
    above_told, above_record = [BLANK] if told else [], [BLANK] if record else []
    blocks = [[BLANK], head, place, why, [BLANK], podium, _table(about, width), above_told, told]
    return _fitting([*blocks, above_record, record], LEFT_OUT, room.height)


def _said(sentence: str, style: Style, width: int) -> list[PageLine]:
    """Returns a sentence in as many lines as it needs; none if it is empty."""
    if not sentence:
        return []
    return [((" " * INDENT, palette.TEXT), *line) for line in wrap([(sentence, style)], width)]


def _fitting(blocks: list[list[PageLine]], leave_out: Sequence[int], rows: int) -> tuple[PageLine, ...]:
    """Returns the lines of blocks. As long as there is no room for all, one block more is left out, in the
    order of `leave_out`.
    """
    kept = list(blocks)
    for place in leave_out:
        if sum(map(len, kept)) <= rows:
            break
        kept[place] = []
    return tuple(line for block in kept for line in block)


# Places


def _table(about: ResultContext, width: int) -> list[PageLine]:
    """Returns places, bars, names and results in words, best first."""
    standings = about.snapshot.standings
    scores = {one.seat: outcome.score(about.texts, about.board, about.snapshot, one) for one in standings}
    named, scored = (max(map(cell_len, words)) for words in (map(about.names, scores), scores.values()))
    most = max(one.score for one in standings)
    if most <= 0 or AROUND_BAR + BAR + named + scored > width:
        most = 0
        scored = max(1, min(scored, width - (AROUND_BAR - 2) - named))
    return [_row(about, one, (fit(about.names(one.seat), named), fit(scores[one.seat], scored)), most)
            for one in standings]  # fmt: skip


def _row(about: ResultContext, one: Standing, words: tuple[str, str], most: int) -> PageLine:
    """Returns a seat's line; `most` is the score of a full bar, 0: there are no bars."""
    accent, mine, first = about.board.accent, about.is_mine(one.seat), one.place == 1
    ground = tones.ROW if mine else palette.TEXT
    ink = (accent.edge if mine else accent.ink) if first else ground if mine else palette.DIM
    name, score = words
    return (
        (" " * (INDENT - 1), palette.TEXT),
        (tones.EDGE, accent.edge) if mine else (" ", palette.TEXT),
        (f" {one.place}.  ", ink),
        *(_bar(one.score, most, ink, ground) if most else ()),
        (name, tones.bold(ground) if mine or first else ground),
        (f"   {score} ", ground),
    )


def _bar(score: int, most: int, ink: Style, ground: Style) -> list[Part]:
    """Returns a bar as long as a score is high, beside that of the best score."""
    cells = max(0, min(BAR, round(BAR * score / most)))
    return [(BLOCK * cells, ink), (" " * (BAR - cells + 2), ground)]


def _podium(about: ResultContext) -> list[PageLine]:
    """Returns the first three seats on steps of blocks: the first in the middle, the third on the right."""
    first, second, third = (about.snapshot.standings[place : place + 1] for place in range(3))
    steps = [_step(about, one) for one in (*second, *first, *third)]
    rows = max(map(len, steps))
    gap, air = (" " * INDENT, palette.TEXT), (" " * STEP, palette.TEXT)
    raised = [[air] * (rows - len(step)) + step for step in steps]
    return [*(tuple(part for step in raised for part in (gap, step[row])) for row in range(rows)), BLANK]


def _step(about: ResultContext, one: Standing) -> list[Part]:
    """Returns the rows of one step from the top, the name above it."""
    ink = about.board.accent.ink if one.place == 1 else palette.DIM
    name = about.names(one.seat)
    left = max(0, STEP - cell_len(name)) // 2
    style = palette.MINE if about.is_mine(one.seat) else tones.bold(ink) if one.place == 1 else palette.TEXT
    rows = STEP_ROWS[min(one.place, len(STEP_ROWS)) - 1]
    top = f" {one.place} ".center(STEP, BLOCK)
    return [(fit(" " * left + name, STEP), style), (top, ink), *[(BLOCK * STEP, ink)] * (rows - 1)]


# What decided the game


def _moments(about: ResultContext, width: int) -> list[PageLine]:
    texts, board, snapshot, names, _ = about
    told = outcome.moments(texts, board, snapshot, names)
    if not told:
        return []
    when = max(cell_len(round_) for round_, _ in told) + 2
    lines: list[PageLine] = [((" " * INDENT, palette.TEXT), (texts._("What decided it"), palette.STRONG))]
    for round_, sentence in told:
        for row, line in enumerate(wrap([(sentence, palette.TEXT)], max(1, width - when))):
            label = fit(round_ if not row else "", when)
            lines.append(((" " * INDENT + label, palette.DIM), *line))
    return lines
