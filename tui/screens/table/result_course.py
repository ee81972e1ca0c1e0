"""How the chances of a game went and what decided it, for the page of its result; what that is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from tui.boards.kit.board import Board, Names
from tui.host.port import TableSnapshot
from tui.language.texts import Texts
from tui.presenters import outcome
from tui.presenters.area import Signs, area
from tui.presenters.deeds import Deeds
from tui.screens.table.snapshot_feed import names_in_ink
from tui.widgets.panel import Part
from tui.widgets.paragraphs import inked, wrap
from tui.widgets.pieces import cut, fit, justify, width_of
from tui.wire.terminal import palette, tones

INDENT = 2
AXIS = 5
"""Cells left of the curve."""
MARKS = 3
"""Rounds that are told."""
PageLine = Sequence[Part]
Block = list[PageLine]
"""Lines that stay together."""
BLANK: PageLine = ()


class ResultContext(NamedTuple):
    """What the page is drawn from."""

    texts: Texts
    board: Board
    snapshot: TableSnapshot
    names: Names
    ssh_host: str
    """As in `Port.ssh_host`."""
    deeds: Deeds | None = None
    """The player's earlier games; None: they are not known, or there are none."""
    signs: Signs = "eighths"
    beyond: str = ""
    """What it means among all who played the deal of the day, or on the ladder, in a sentence."""
    web: str = ""
    """The address of the game on the web, if it has one."""
    closed: bool = False
    """Whether others still play its deal: until they have, nobody is given the record."""

    def is_mine(self, seat: int) -> bool:
        """Returns whether the player who looks has the seat, or conceded it."""
        return seat in {self.snapshot.seat, self.snapshot.info.given_up}

    @property
    def winner(self) -> Style:
        """The ink of who has won."""
        first = [one.seat for one in self.snapshot.standings if one.place == 1]
        return palette.OWN_SEATS[first[0] - 1] if len(first) == 1 else palette.STRONG

    @property
    def has_won(self) -> bool:
        """Whether the player who looks has won; for spectators, that somebody has."""
        mine = [one.place for one in self.snapshot.standings if self.is_mine(one.seat)]
        return 1 in mine if mine else True


def indented(lines: Sequence[PageLine]) -> Block:
    """Returns lines that begin where sentences of the page do."""
    return [((" " * INDENT, palette.TEXT), *line) for line in lines]


def beside(left: Sequence[PageLine], right: Sequence[PageLine], column: int) -> list[PageLine]:
    """Returns lines beside each other, the right ones from a column on."""
    found = list[PageLine]()
    for row in range(max(len(left), len(right))):
        first = left[row] if row < len(left) else BLANK
        second = right[row] if row < len(right) else BLANK
        found.append((*cut(first, column), *second) if second else first)
    return found


def course_lines(about: ResultContext, width: int, rows: int, most: int) -> list[PageLine]:
    """Returns the chances by rounds, and beside them what decided the game, in `most` lines."""
    told = told_moments(about)
    drawn = curve_lines(about, width // 2 - 4, rows, [when for when, _ in told])
    if not drawn:
        return indented(moment_lines(about, width - INDENT, told))
    column = max(width // 2 - 2, width_of(drawn[0]) + 2)
    return beside(drawn, moment_lines(about, width - column - 1, told, max(len(drawn), most)), column)


def told_moments(about: ResultContext) -> Sequence[tuple[int, str]]:
    """Returns what decided the game, each with its round."""
    return outcome.decided(about.texts, about.board, about.snapshot, names_in_ink(about.names))[:MARKS]


def curve_lines(about: ResultContext, width: int, rows: int, marks: Sequence[int]) -> list[PageLine]:
    """Returns the shown seat's chances as an area, with the rounds that are told on its axis; or points."""
    texts, curve = about.texts, about.snapshot.curve
    seat = outcome.shown_seat(about.snapshot)
    if curve is None or not (curve.chances or curve.points):
        return []
    if curve.chances:
        values, top = curve.of(seat), "100"
        heading = texts._("Your chance to win") if about.is_mine(seat) else texts._("The winner's chance")
    else:
        own = [one[seat - 1] for one in curve.points]
        most = max(1, *own)
        values, top = tuple([max(0, one) / most for one in own]), str(most)
        heading = texts._("Points by round")
    across, last = width - AXIS, len(values) - 1
    drawn = area(values, across, rows, about.signs)
    sides = [top, *[""] * (rows - 2), "0"]
    lines: list[PageLine] = [((" " * INDENT, palette.TEXT), (heading, palette.STRONG))]
    ink = palette.SEATS[seat - 1]
    lines += [
        ((f"{side:>{AXIS - 1}} ", palette.DIM), (row.rstrip(), ink))
        for side, row in zip(sides, drawn, strict=True)
    ]
    lines.append(
        _axis(across, [(round(at * (across - 1) / max(1, last)), n) for n, at in enumerate(marks, 1)])
    )
    end = texts._("round {number}", number=last)
    lines.append(
        (
            (" " * AXIS, palette.TEXT),
            *justify([(texts.pgettext("curve", "start"), palette.DIM)], [(end, palette.DIM)], across),
        )
    )
    return lines


def _axis(width: int, marks: Sequence[tuple[int, int]]) -> PageLine:
    """Returns the line below the curve, with numbers at some of its columns."""
    line: list[Part] = [(" " * AXIS, palette.TEXT)]
    at = 0
    for column, number in marks:
        if column < at:
            continue
        line += [("─" * (column - at), palette.FAINT), (str(number), tones.bold(palette.GOLD))]
        at = column + 1
    return (*line, ("─" * (width - at), palette.FAINT))


def moment_lines(
    about: ResultContext, width: int, told: Sequence[tuple[int, str]], rows: int = 99
) -> list[PageLine]:
    """Returns what decided the game under a heading; where there are too few rows, each in two lines."""
    if not told:
        return []
    curve = about.snapshot.curve
    said = about.texts._("What decided it") if curve and curve.chances else about.texts._("How it went")
    lines: list[PageLine] = [((said, palette.STRONG),)]
    entries = [
        wrap([(f"{number} ", tones.bold(palette.GOLD)), *inked(what, palette.TEXT)], width, 2)
        for number, (_, what) in enumerate(told, 1)
    ]
    if 1 + sum(map(len, entries)) > rows:
        entries = [_in_two(one, width) for one in entries]
    return [*lines, *(line for one in entries for line in one)]


def _in_two(lines: list[list[Part]], width: int) -> list[list[Part]]:
    """Returns the first two lines of a sentence, with a sign if something is left out."""
    if len(lines) <= 2:
        return lines
    *before, (text, style) = lines[1]
    room = width - width_of(before)
    return [lines[0], [*before, (fit(f"{text}{' ' * width}", room), style)]]
