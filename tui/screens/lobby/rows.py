"""The list of the lobby: a row for each table and each finished game. Pure."""

from __future__ import annotations

from collections.abc import Container, Sequence

from rich.cells import cell_len

from tui.host.port import FinishedGame, TableInfo
from tui.language import elapsed
from tui.language.texts import Texts
from tui.presenters.listing import Item, free_seats, stage_words
from tui.presenters.offers import title
from tui.widgets.panel import Part
from tui.widgets.pieces import fit
from tui.wire.terminal import palette

Line = list[Part]
NAME, GAME, COUNT, STAGE = 11, 24, 5, 15
"""Cells of the columns; the players' names get the rest."""
RESULT = 12
"""Cells of a finished game's result for the player, in place of a count."""


def rows(
    texts: Texts, items: Sequence[Item], at: int, asking: Container[str], now: float, width: int
) -> list[Line]:
    """Returns rows for these items; number `at` is chosen, tables in `asking` wait for the player."""
    return [
        _table(texts, item, i == at, item.id in asking, width)
        if isinstance(item, TableInfo)
        else _finished(texts, item, i == at, now, width)
        for i, item in enumerate(items)
    ]


def _table(texts: Texts, table: TableInfo, chosen: bool, asks: bool, width: int) -> Line:
    mine = table.your_seat is not None
    taken = len(table.seats) - free_seats(table)
    names = ", ".join(seat.name for seat in table.seats if seat.name)
    style = palette.GOOD if table.stage == "open" else palette.DIM
    stage = (texts._("your turn"), palette.ACCENT) if asks else (stage_words(texts, table), style)
    count = fit(f"{taken}/{len(table.seats)}", COUNT)
    return _row((table.name, title(texts, table.game), count, names), stage, mine, chosen, width)


def _finished(texts: Texts, game: FinishedGame, chosen: bool, now: float, width: int) -> Line:
    others = (name for seat, name in enumerate(game.names, 1) if name and seat != game.your_seat)
    ago = elapsed.in_coarse_words(texts, now - game.ended)
    ended = texts._("{time} ago", time=ago) if ago else texts._("just now")
    words = game.name, title(texts, game.game), fit(result_words(texts, game), RESULT), ", ".join(others)
    return _row(words, (ended, palette.DIM), False, chosen, width)


def result_words(texts: Texts, game: FinishedGame) -> str:
    """Returns how a game ended for the player, in a word or two."""
    if not game.places:
        return texts._("abandoned")
    number, place = len(game.places), game.places[game.your_seat - 1]
    match place:
        case 1:
            return texts._("you won")
        case 2:
            return texts._("2nd of {number}", number=number)
        case 3:
            return texts._("3rd of {number}", number=number)
    return texts._("{place}th of {number}", place=place, number=number)


def _row(words: tuple[str, str, str, str], stage: Part, mine: bool, chosen: bool, width: int) -> Line:
    name, game, count, who = words
    room = width - 3 - NAME - GAME - cell_len(count) - STAGE - 2
    ink = palette.MINE if mine else palette.STRONG if chosen else palette.TEXT
    return [
        (" >" if chosen else "  ", palette.ACCENT),
        ("*" if mine else " ", palette.MINE),
        (fit(name, NAME - 1) + " ", ink),
        (fit(game, GAME - 1) + " ", palette.TEXT),
        (count, palette.TEXT),
        (fit(who, room - 1) + " ", palette.DIM),
        (_right(stage[0], STAGE), stage[1]),
    ]


def _right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text if cell_len(text) <= width else fit(text, width)
