"""Before the start and after the end: who sits where, and who came in where."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from engine.game import Refused
from tui import palette
from tui.boards.board import Board, Names
from tui.port import Seat, TableInfo, TableNews
from tui.refusals import refusal_text
from tui.texts import Texts
from tui.widgets.panel import Part

Line = Sequence[Part]


def room_lines(texts: Texts, info: TableInfo, board: Board) -> tuple[Line, ...]:
    """An open table: its game, what was agreed on, its seats."""
    agreed = ", ".join(board.options(texts, info.options))
    heading = board.title(texts) + (f" · {agreed}" if agreed else "")
    seats = [_seat(texts, info, number, seat) for number, seat in enumerate(info.seats, start=1)]
    return ((), ((f"  {heading}", palette.STRONG),), (), *seats)


def _seat(texts: Texts, info: TableInfo, number: int, seat: Seat) -> Line:
    name, style = seat.name or texts._("free"), palette.TEXT if seat.name else palette.DIM
    if number == info.your_seat:
        style = palette.MINE
    return (f"  {number}  ", palette.DIM), (name, style), _status(texts, info, number, seat)


def _status(texts: Texts, info: TableInfo, number: int, seat: Seat) -> Part:
    if number == info.your_seat:
        return "  " + texts._("(you)"), palette.DIM
    if seat.held_by == "bot":
        return "  " + texts._("(bot)"), palette.DIM
    if seat.away_since is not None:
        return "  " + texts._("(away)"), palette.WARNING
    return "", palette.DIM


def what_is_missing(texts: Texts, info: TableInfo) -> str:
    """What a table waits for before its game can be seen, as a sentence for this player."""
    if info.stage == "frozen":
        return refusal_text(texts, Refused("table-frozen"))
    free = sum(seat.held_by == "nobody" for seat in info.seats)
    if free:
        return texts.ngettext("{number} seat is still free.", "{number} seats are still free.", free)
    if info.yours:
        return texts._("Everybody is here: you can start.")
    return texts._("Everybody is here: waiting for the start.")


def result_lines(texts: Texts, news: TableNews, board: Board, names: Names) -> tuple[Line, ...]:
    """Places, names and results in words, best first."""
    width = max((cell_len(names(standing.seat)) for standing in news.standings), default=0)
    heading = texts._("The result")
    lines: list[Line] = [(), ((f"  {heading}", palette.STRONG),), ()]
    for standing in news.standings:
        name = names(standing.seat)
        style = palette.MINE if standing.seat == news.seat else palette.TEXT
        first = standing.place == 1
        lines.append(
            (
                (f"  {standing.place}.  ", palette.GOOD if first else palette.DIM),
                (name, palette.GOOD if first else style),
                (" " * (width - cell_len(name) + 3), palette.TEXT),
                (board.score(texts, news.view, standing), palette.TEXT),
            )
        )
    return tuple(lines)


def winners(texts: Texts, news: TableNews, names: Names) -> str:
    """Who won, in a sentence."""
    first = [standing.seat for standing in news.standings if standing.place == 1]
    if first == [news.seat]:
        return texts._("You have won!")
    found = texts._(" and ").join(map(names, first))
    return texts.ngettext("{names} has won.", "{names} have won.", len(first), names=found)
