"""The page of a table after the end: a crown for the winner, what it means for the player who looks, how the
chances went and what decided the game, the places, and what comes next.

What a window has no rows for comes on further pages, the least important last. The words are left to
`tui.presenters`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size

from engine.bot_ratings import MEASURED
from tui.boards.kit.board import Board, Names
from tui.host.port import TableSnapshot
from tui.language.texts import Texts
from tui.presenters import outcome
from tui.presenters.area import Signs, area, spark
from tui.presenters.deeds import Deeds, deed_lines
from tui.presenters.people import trophy_words
from tui.screens.table.snapshot_feed import names_in_ink
from tui.widgets.panel import Part
from tui.widgets.paragraphs import inked, wrap
from tui.widgets.pieces import FULL, cut, fit, justify, width_of
from tui.widgets.pixels import CROWN, pixels
from tui.wire.terminal import palette, tones

INDENT = 2
LONGEST = 100
"""Cells of the longest line."""
WHOLE = Size(70, 18)
"""The least room for the whole page; a smaller one begins with sentences and places."""
COURSE_FROM = 56
"""Cells of a smaller page from which on chances have room beside what decided the game."""
BAR, LEAST_BAR = 24, 8
"""Cells of the best score's bar, and the fewest with which there are bars."""
CURVE_ROWS, MOST_CURVE_ROWS = 4, 16
TALL = 30
"""Rows from which on the curve has the room that is left, and each seat its own beside its result."""
AROUND_AREA = 3
"""The rows of the curve's heading and its axis."""
AROUND_CURVE = 8
"""These, and the blank ones of the page."""
AXIS = 5
"""Cells left of the curve."""
FEWEST_BLANK = 2
"""Lines that stay blank where what decided the game is told in full."""
MARKS = 3
"""Rounds that are told."""
PageLine = Sequence[Part]
Block = list[PageLine]
"""Lines that stay together."""
BLANK: PageLine = ()
CROWN_MARK = "♛"


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


def result_pages(about: ResultContext, room: Size) -> Sequence[tuple[PageLine, ...]]:
    """Returns the pages for a room of some cells; mostly one."""
    if not about.snapshot.standings:
        width = max(1, min(room.width, LONGEST) - INDENT)
        ended = outcome.how_it_ended(about.texts, about.snapshot, about.names)
        return _paged(
            [
                [BLANK],
                _said(ended, palette.STRONG, width),
                [BLANK],
                _next(about, width),
                _commands(about, width),
            ],
            (0, 4, 2, 3),
            room.height,
        )
    if room.width < WHOLE.width or room.height < WHOLE.height:
        return _small_pages(about, room)
    width = min(room.width, LONGEST)
    tall = room.height >= TALL
    head, table = _head(about, width), _table(about, width, curves=tall)
    following = [*_next(about, width), *(_commands(about, width) if tall else [])]
    spare = room.height - len(head) - len(table) - len(following) - AROUND_CURVE
    rows = max(CURVE_ROWS, min(spare, MOST_CURVE_ROWS)) if tall else CURVE_ROWS
    most = room.height - len(head) - len(table) - len(following) - FEWEST_BLANK
    blocks = [
        [BLANK],
        head,
        [BLANK],
        _course(about, width, rows, most),
        [BLANK] if about.snapshot.curve or about.snapshot.moments else [],
        table,
        [BLANK],
        following,
    ]
    return _paged(blocks, (0, 6, 2, 4, 7), room.height)


def _small_pages(about: ResultContext, room: Size) -> Sequence[tuple[PageLine, ...]]:
    """Returns who has won, why, the own place and all places; then, on further pages where there is too
    little room, the chances, what decided the game, what it means for the player and what comes next.
    """
    texts, board, snapshot, names = about[:4]
    width = max(1, min(room.width, LONGEST) - INDENT)
    place = _said(outcome.your_place(texts, snapshot), palette.MINE, width)
    why = _said(outcome.why(texts, board, snapshot, names), palette.TEXT, width)
    short = _said(outcome.how_short(texts, board, snapshot), palette.TEXT, width)
    head = [[BLANK], _indented(wrap(_triumph(about), width)), place, why, short]
    blocks = [*head, [BLANK], _table(about, room.width)]
    spare = room.height - sum(map(len, blocks))
    if room.width >= COURSE_FROM:
        course = [_course(about, room.width, CURVE_ROWS, spare - 1)]
    else:
        told = _told(about)
        rows = min(CURVE_ROWS, room.height - AROUND_AREA)
        course = [
            _curve(about, room.width - INDENT, rows, [when for when, _ in told]),
            _indented(_moments(about, width, told)),
        ]
    is_first = about.deeds is None or about.deeds.best is None
    deeds = [] if is_first else _indented(_deeds(about, width, room.height))
    blocks += [[BLANK, *block] if block else [] for block in (*course, deeds, _next(about, room.width))]
    further = range(len(blocks) - 1, len(head) + 1, -1)
    return _paged(blocks, (*further, 0, 5, 4, 3, 2), room.height)


def _indented(lines: Sequence[PageLine]) -> Block:
    return [((" " * INDENT, palette.TEXT), *line) for line in lines]


def _said(sentence: str, style: Style, width: int) -> list[PageLine]:
    """Returns a sentence in as many lines as it needs; none if it is empty."""
    if not sentence:
        return []
    return _indented(wrap([(sentence, style)], width))


def _paged(blocks: list[Block], leave_out: Sequence[int], rows: int) -> Sequence[tuple[PageLine, ...]]:
    """Returns the lines of blocks, on as many pages as they need. As long as there is no room for all on the
    first, one block more is left for the others, in the order of `leave_out`.
    """
    kept = list(blocks)
    for place in leave_out:
        if sum(map(len, kept)) <= rows:
            break
        kept[place] = []
    pages = [[line for block in kept for line in block]]
    for block in (block for block, on_first in zip(blocks, kept, strict=True) if any(block) and not on_first):
        if len(pages) == 1 or len(pages[-1]) + len(block) > rows:
            lines = block if block[0] else block[1:]
            pages += [lines[at : at + rows] for at in range(0, len(lines), max(1, rows))]
        else:
            pages[-1] += block
    blank = [[BLANK] * (rows - len(page)) for page in pages] if len(pages) > 1 else [[]]
    return [(*page, *below) for page, below in zip(pages, blank, strict=True)]


def _beside(left: Sequence[PageLine], right: Sequence[PageLine], column: int) -> list[PageLine]:
    """Returns lines beside each other, the right ones from a column on."""
    found = list[PageLine]()
    for row in range(max(len(left), len(right))):
        first = left[row] if row < len(left) else BLANK
        second = right[row] if row < len(right) else BLANK
        found.append((*cut(first, column), *second) if second else first)
    return found


# Who has won


def _head(about: ResultContext, width: int) -> list[PageLine]:
    """Returns the crown, and beside it what was won, why, and what it means for the player."""
    texts, board, snapshot, names = about[:4]
    column = INDENT + len(CROWN[0]) + 3
    room = width - column - 1
    lines: list[PageLine] = [*wrap(_triumph(about), room, 2)]
    why = [outcome.why(texts, board, snapshot, names), outcome.how_short(texts, board, snapshot)]
    lines += wrap([(" ".join(filter(None, why)), palette.TEXT)], room)
    below = _deeds(about, room, len(CROWN) // 2 - len(lines))
    return _beside(_crown(about), [*lines, *below], column)


def _triumph(about: ResultContext) -> list[Part]:
    """Returns who has won, in one's colour, behind a crown."""
    said = outcome.triumph(*about[:4])
    return [(f"{CROWN_MARK} ", palette.GOLD), (said, about.winner)]


def _crown(about: ResultContext) -> list[PageLine]:
    """Returns a crown of gold for who has won, else an outline with jewels of the winner."""
    left: Part = (" " * INDENT, palette.TEXT)
    if about.has_won:
        inks = {"#": tones.GILT, "o": tones.PEARL, "b": tones.BAND, "j": about.winner}
        return [(left, *line) for line in pixels(CROWN, inks, {("o", "#"): tones.CROWN_TIP})]
    inks = {"#": palette.FAINT, "b": palette.FAINT, "o": about.winner, "j": about.winner}
    return [(left, *line) for line in pixels(CROWN, inks)]


def _deeds(about: ResultContext, room: int, rows: int) -> list[PageLine]:
    """Returns the own place, and as far as there are rows what the game means among earlier ones."""
    texts, snapshot = about.texts, about.snapshot
    own = next((one for one in snapshot.standings if about.is_mine(one.seat)), None)
    place = outcome.your_place(texts, snapshot)
    if own is None or about.deeds is None:
        return [((place, palette.MINE),)] if place else []
    lines = list[PageLine]()
    for proud, text in deed_lines(texts, about.board, own, about.deeds, place):
        mark = ("✓ ", palette.GOOD) if proud else ("· ", palette.DIM)
        said = wrap([mark, (text, palette.TEXT)], room, 2)
        if not lines or len(lines) + len(said) <= rows:
            lines += said
    return lines


# How it went


def _course(about: ResultContext, width: int, rows: int, most: int) -> list[PageLine]:
    """Returns the chances by rounds, and beside them what decided the game, in `most` lines."""
    told = _told(about)
    drawn = _curve(about, width // 2 - 4, rows, [when for when, _ in told])
    if not drawn:
        return _indented(_moments(about, width - INDENT, told))
    column = max(width // 2 - 2, width_of(drawn[0]) + 2)
    return _beside(drawn, _moments(about, width - column - 1, told, max(len(drawn), most)), column)


def _told(about: ResultContext) -> Sequence[tuple[int, str]]:
    """Returns what decided the game, each with its round."""
    return outcome.decided(about.texts, about.board, about.snapshot, names_in_ink(about.names))[:MARKS]


def _curve(about: ResultContext, width: int, rows: int, marks: Sequence[int]) -> list[PageLine]:
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


def _moments(
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


# Places


def _number(said: str, score: int) -> str:
    """Returns a result without what it is counted in, where it begins with its number."""
    return str(score) if said.startswith(f"{score} ") else said


def _table(about: ResultContext, width: int, *, curves: bool = False) -> list[PageLine]:
    """Returns places, names, bars, results in words and ratings, best first; with the `curves` of all chances
    if they are known and have room.
    """
    standings = about.snapshot.standings
    scores = {one.seat: outcome.score(about.texts, about.board, about.snapshot, one) for one in standings}
    ratings = {one.seat: _rating(about, one.seat) for one in standings}
    named, scored, rated = (
        max(map(cell_len, words)) for words in (map(about.names, scores), scores.values(), ratings.values())
    )
    most = max(one.score for one in standings)
    bar = min(BAR, width - named - scored - rated - 15)
    if most <= 0 or bar < LEAST_BAR:
        bar = 0
        if named + scored + rated + 13 > width:
            rated, ratings = 0, dict.fromkeys(ratings, "")
        room = max(1, width - 11 - named)
        if scored > room:  # what it is made of is told in larger windows
            scores = {seat: said.partition(",")[0] for seat, said in scores.items()}
        if max(map(cell_len, scores.values())) > room:  # of what it is, is told above
            scores = {one.seat: _number(scores[one.seat], one.score) for one in standings}
        scored = min(max(map(cell_len, scores.values())), room)
    found = list[PageLine]()
    for one in standings:
        mine, first, ink = about.is_mine(one.seat), one.place == 1, palette.SEATS[one.seat - 1]
        ground = tones.ROW if mine else palette.TEXT
        cells = max(0, min(bar, round(bar * one.score / most))) if bar else 0
        row: list[Part] = [
            (tones.EDGE if mine else " ", ink + Style(bgcolor=ground.bgcolor) if mine else palette.TEXT),
            (f" {one.place} ", _on(palette.GOLD if first else palette.DIM, ground, mine=mine)),
            (f"{CROWN_MARK} " if first else "  ", _on(palette.GOLD, ground, mine=mine)),
            (fit(about.names(one.seat), named), _on(palette.OWN_SEATS[one.seat - 1], ground, mine=mine)),
            ("  ", ground),
        ]
        if bar:
            row += [(FULL * cells, _on(ink, ground, mine=mine)), (" " * (bar - cells + 2), ground)]
        row.append((fit(scores[one.seat], scored), tones.bold(ground) if mine else ground))
        end: list[Part] = []
        if curves and (known := about.snapshot.curve) and known.chances:
            drawn = f"{spark(known.of(one.seat), about.signs)}  "
            end += [(drawn, _on(ink, ground, mine=mine))] if width_of(row) + len(drawn) + 12 <= width else []
        end += [(f"{ratings[one.seat]:>{rated}} ", _on(palette.DIM, ground, mine=mine))] if rated else []
        found.append(justify(row, end, width, ground) if mine or end else tuple(row))
    return found


def _on(ink: Style, ground: Style, *, mine: bool) -> Style:
    return ink + Style(bgcolor=ground.bgcolor) if mine else ink


def _rating(about: ResultContext, seat: int) -> str:
    here = about.snapshot.info.seats[seat - 1]
    if here.rating and not here.rating.provisional:
        return str(here.rating.points)
    plays = here.held_by == "bot" and not here.conceded  # else it ended the game of somebody who gave up
    measured = MEASURED.get(about.board.key, {}).get(here.bot) if plays else None
    return str(measured.points) if measured else ""


# What comes next


def _next(about: ResultContext, width: int) -> list[PageLine]:
    """Returns what can be shared, and that the record can be had."""
    texts, snapshot = about.texts, about.snapshot
    accent, curve = about.board.accent, snapshot.curve
    lines = [
        line
        for said in (*trophy_words.own_of_game(texts, snapshot), about.beyond)
        for line in _said(said, palette.TEXT, width - INDENT)
    ]
    left: list[Part] = [(" " * INDENT, palette.TEXT)]
    if curve and curve.chances and any(about.is_mine(one.seat) for one in snapshot.standings):
        seat = outcome.shown_seat(snapshot)
        left += [("s ", accent.ink), (texts._("shares") + "  ", palette.TEXT)]
        left.append((spark(curve.of(seat), about.signs), palette.SEATS[seat - 1]))
    if about.closed:
        return [*lines, left]
    short: list[Part] = [("R ", accent.ink), (texts._("record, cast, picture"), palette.DIM)]
    typed = about.web or (f"ssh {about.ssh_host} record {snapshot.info.id}" if about.ssh_host else "")
    for record in ([("R ", accent.ink), (typed, palette.DIM)] if typed else short, short):
        if width_of(left) + width_of(record) + 3 <= width:
            return [*lines, justify(left, [*record, (" ", palette.TEXT)], width)]
    return [*lines, left]


def _commands(about: ResultContext, width: int) -> list[PageLine]:
    """Returns the commands that fetch the game as a film and as a picture."""
    host, table = about.ssh_host, about.snapshot.info.id
    if not host or about.closed:
        return []
    typed = (f"ssh {host} cast {table}", f"ssh {host} analyse {table} --svg")
    return [BLANK, *(line for one in typed for line in _said(one, palette.DIM, width - INDENT))]
