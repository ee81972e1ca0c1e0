"""The page of a table after the end: a crown for the winner, what it means for the player who looks, how the
chances went and what decided the game, the places, and what comes next.

What a window has no rows for comes on further pages, the least important last. The words are left to
`tui.presenters`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size

from engine.bot_ratings import MEASURED
from tui.presenters import outcome
from tui.presenters.area import spark
from tui.presenters.deeds import deed_lines
from tui.presenters.people import trophy_words
from tui.screens.table.result_course import (
    BLANK,
    INDENT,
    Block,
    PageLine,
    ResultContext,
    beside,
    course_lines,
    curve_lines,
    indented,
    moment_lines,
    told_moments,
)
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import FULL, fit, justify, width_of
from tui.widgets.pixels import CROWN, pixels
from tui.wire.terminal import palette, tones

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
FEWEST_BLANK = 2
"""Lines that stay blank where what decided the game is told in full."""
CROWN_MARK = "♛"


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
        course_lines(about, width, rows, most),
        [BLANK] if about.snapshot.curve or about.snapshot.moments else [],
        table,
        [BLANK],
        following,
    ]
    return _paged(blocks, (0, 6, 2, 4, 7), room.height)


def _small_pages(about: ResultContext, room: Size) -> Sequence[tuple[PageLine, ...]]:
    """Returns who has won, why, the own place and all places; then, on further pages where there is too
    little room, the chances, what decided the game, what it means for the player and what comes next. At a
    deal that is open the rank and par, for which it was played, are ahead of these.
    """
    texts, board, snapshot, names = about[:4]
    width = max(1, min(room.width, LONGEST) - INDENT)
    place = _said(outcome.your_place(texts, snapshot), palette.MINE, width)
    why = _said(outcome.why(texts, board, snapshot, names), palette.TEXT, width)
    short = _said(outcome.how_short(texts, board, snapshot), palette.TEXT, width)
    head = [[BLANK], indented(wrap(_triumph(about), width)), place, why, short]
    blocks = [*head, [BLANK], _table(about, room.width)]
    spare = room.height - sum(map(len, blocks))
    if room.width >= COURSE_FROM:
        course = [course_lines(about, room.width, CURVE_ROWS, spare - 1)]
    else:
        told = told_moments(about)
        rows = min(CURVE_ROWS, room.height - AROUND_AREA)
        course = [
            curve_lines(about, room.width - INDENT, rows, [when for when, _ in told]),
            indented(moment_lines(about, width, told)),
        ]
    is_first = about.deeds is None or about.deeds.best is None
    deeds = [] if is_first else indented(_deeds(about, width, room.height))
    coming = _next(about, room.width)
    order = (coming, *course, deeds) if about.closed else (*course, deeds, coming)
    blocks += [[BLANK, *block] if block else [] for block in order]
    further = range(len(blocks) - 1, len(head) + 1, -1)
    return _paged(blocks, (*further, 0, 5, 4, 3, 2), room.height)


def _said(sentence: str, style: Style, width: int) -> list[PageLine]:
    """Returns a sentence in as many lines as it needs; none if it is empty."""
    if not sentence:
        return []
    return indented(wrap([(sentence, style)], width))


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
    return beside(_crown(about), [*lines, *below], column)


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
