"""The rows of the lobby's lists: a game, a seat of the player's, a table, a finished game. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style

from tui.boards import BOARDS
from tui.host.port import FinishedGame, TableInfo
from tui.language import elapsed
from tui.language.texts import Texts
from tui.language.waiting import brief_start
from tui.presenters.listing import free_seats, stage_words
from tui.presenters.offers import about, aim, brief_clock, brief_size, short_title, size_words, title
from tui.presenters.people import history_words
from tui.presenters.turns import TurnState, turn_words
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import cut, fit, some_of
from tui.wire.terminal import palette, tones

MARK = tones.EDGE
"""Before each row of what is chosen."""
LOBBY = tones.LOBBY


def game_ink(game: str) -> Style:
    """Returns the accent of a game, on the terminal's own background."""
    return BOARDS[game].accent.ink if game in BOARDS else palette.TEXT


def tile_ink(game: str) -> Style:
    """Returns the same on the game's tile."""
    return BOARDS[game].accent.edge if game in BOARDS else tones.ROW


Line = list[Part]
NAME, SHORT, GAME = 11, 10, 24
"""Cells of the columns: a table's name; its game in a word, or in full where there is room."""
FULL_FROM = 64
"""Cells of a row from which a game is called by its full name."""
BRIEF_BELOW = 36
"""Cells of a row below which a table's stage is told in numbers, and its game by the details alone."""
ALL_ROWS = 3
"""The rows of a game with its aim."""
FEWEST_NAMES = 6
"""The least cells that are worth telling who sits at a table."""


def game_rows(texts: Texts, game: str, chosen: bool, width: int, most: int) -> list[Line]:
    """Returns what a game is and how long it takes, as a tile of `most` rows: 1, 2, or 3 with its aim."""
    ink, name, size = tile_ink(game), title(texts, game), size_words(texts, game)
    if most < ALL_ROWS or cell_len(f"{name} {size}") > width - 3:
        size = brief_size(texts, game)
    mark, edge = (MARK if chosen else " ", ink), (" ", tones.ROW)
    name = fit(name, width - 3 - cell_len(size))
    lines: list[Line] = [[mark, edge, (name, tones.bold(ink)), (size, tones.ROW_DIM), edge]]
    said = wrap([(aim(texts, game), tones.ROW)], width - 4) if most == ALL_ROWS else []
    if len(said) != ALL_ROWS - 1:
        said = [[(about(texts, game), tones.ROW)], *[[]] * (ALL_ROWS - 2)]
    return [*lines, *([mark, edge, *cut(line, width - 3, tones.ROW), edge] for line in said)][:most]


def seat_row(
    texts: Texts,
    table: TableInfo,
    turn: TurnState | None,
    now: float,
    chosen: bool,
    width: int,
    named: int,
    unread: int = 0,
) -> Line:
    """Returns a table where the player sits: whose turn it is there, and for how long where that leaves room;
    how much chat they have not read, or else its game. `named`: the cells of the column of names.
    """
    asked = turn is not None and turn.asked
    beside = texts.ngettext("{number} unread", "{number} unread", unread) if unread else ""
    game = beside or short_title(texts, table.game)
    room = width - 3 - named
    wordings = turn_words(texts, table, turn, now)
    every = [one for one in wordings[:2] if cell_len(f"{one}{game}") < room - 1]
    said = _fitting(every or wordings, room - (cell_len(beside) + 2 if unread else 0))
    left = room - cell_len(said)
    sign, ink = ("●", palette.ACCENT) if asked else ("○", palette.DIM)
    style = tones.bold(palette.ACCENT) if asked else palette.GOOD if _can_start(table) else palette.DIM
    shown = f"{game:>{left - 1}} " if cell_len(game) < left - 1 else " " * left
    return [
        (MARK if chosen else " ", game_ink(table.game)),
        (f"{sign} ", ink),
        (fit(table.name, named), palette.STRONG if asked else palette.TEXT),
        (said, style),
        (shown, palette.ACCENT if unread else game_ink(table.game)),
    ]


def _can_start(table: TableInfo) -> bool:
    return table.stage == "open" and table.yours and not free_seats(table)


def _fitting(wordings: Sequence[str], room: int) -> str:
    """Returns the first wording that fits; the last one cut if none does."""
    return next((said for said in wordings if cell_len(said) <= room), fit(wordings[-1], room))


def table_row(texts: Texts, table: TableInfo, now: float, chosen: bool, width: int) -> Line:
    free = table.stage == "open" and free_seats(table) > 0
    taken, seats = len(table.seats) - free_seats(table), len(table.seats)
    said = brief_start(texts, table, now) or stage_words(texts, table)
    stage = said
    if table.stage == "open":
        stage = f"{taken}/{seats}" if width < BRIEF_BELOW else f"{taken}/{seats} {said}"
    names = [seat.name for seat in table.seats if seat.name]
    return _row(
        texts, (table.name, table.game), names, (stage, palette.GOOD if free else palette.DIM), chosen, width,
        strong=free,
    )  # fmt: skip


def when(texts: Texts, table: TableInfo, now: float) -> str:
    """Returns when a table begins, or its clock, in a few cells; '' if there is neither."""
    return brief_start(texts, table, now) or brief_clock(table.clock)


def waiting_row(texts: Texts, table: TableInfo, now: float, chosen: bool, width: int, clocks: int) -> Line:
    """Returns a table of others where somebody may sit down, and who waits there; `clocks`: the cells of the
    column for `when`.
    """
    taken, seats = len(table.seats) - free_seats(table), len(table.seats)
    called = fit(short_title(texts, table.game), SHORT) if width >= BRIEF_BELOW else ""
    stage = f"{taken}/{seats}" + (f" {fit(when(texts, table, now), clocks)}" if clocks else "")
    room = width - 3 - NAME - cell_len(called) - cell_len(stage)
    names = some_of([seat.name for seat in table.seats if seat.name], room)
    return [
        (MARK if chosen else " ", game_ink(table.game)),
        (fit(table.name, NAME), palette.STRONG),
        (called, game_ink(table.game)),
        (f"{fit(names, room)} ", palette.GOOD),
        (f"{stage} ", palette.DIM),
    ]


def finished_row(texts: Texts, game: FinishedGame, now: float, chosen: bool, width: int) -> Line:
    """Returns a finished game: how it ended for the player, and when; in a narrow list which game it was,
    without the name of its table, and when only where there is room.
    """
    ago = elapsed.in_coarse_words(texts, now - game.ended)
    ended = texts._("{time} ago", time=ago) if ago else texts._("just now")
    others = [name for seat, name in enumerate(game.names, 1) if name and seat != game.your_seat]
    who = [result_words(texts, game), *others]
    room = width - NAME - cell_len(ended) - 3
    if cell_len(who[0]) <= room - SHORT:
        return _row(texts, (game.name, game.game), who, (ended, palette.DIM), chosen, width)
    called, ink = fit(short_title(texts, game.game), SHORT), game_ink(game.game)
    most = width - SHORT - 3
    ended = next((one for one in (ended, ago) if cell_len(f"{who[0]}{one}") <= most), "")
    every, room = ", ".join(who), most - cell_len(ended)
    said = fit(every if cell_len(every) <= room else who[0], room)
    return cut([(MARK if chosen else " ", ink), (called, ink), (f"{said} {ended}", palette.DIM)], width)


def result_words(texts: Texts, game: FinishedGame) -> str:
    """Returns how a game ended for the player, in a word or two."""
    if not game.places:
        return texts._("abandoned")
    number, place = len(game.places), game.places[game.your_seat - 1]
    if place > 1:
        return history_words.place(texts, place, number)
    return texts._("1st, shared") if game.places.count(1) > 1 else texts._("you won")


def _row(
    texts: Texts,
    item: tuple[str, str],
    who: Sequence[str],
    stage: Part,
    chosen: bool,
    width: int,
    *,
    strong: bool = False,
) -> Line:
    name, game = item
    full = width >= FULL_FROM
    called = fit(title(texts, game), GAME) if full else fit(short_title(texts, game), SHORT)
    called = called if width >= BRIEF_BELOW else ""
    room = width - 2 - NAME - cell_len(called) - cell_len(stage[0]) - 1
    if room < FEWEST_NAMES:
        called, room = "", room + cell_len(called)
    names = fit(some_of(who, room), room) if room >= FEWEST_NAMES else " " * room
    return cut(
        [
            (MARK if chosen else " ", game_ink(game)),
            (fit(name, NAME), palette.STRONG if strong else palette.TEXT),
            (called, game_ink(game)),
            (f"{names} ", palette.DIM),
            stage,
        ],
        width,
    )


def heading(words: str, width: int, right: str = "") -> Line:
    """Returns the line above a list."""
    return [(f" {fit(words, width - 3 - cell_len(right))}", palette.STRONG), (f" {right} ", palette.DIM)]
