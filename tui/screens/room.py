"""Before the start and after the end: who sits where, and who came in where."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from engine.game import Refused
from tui import palette, seats
from tui.boards.board import Board, Names
from tui.offers import clock_word, unusual
from tui.port import Seat, TableInfo, TableNews
from tui.refusals import refusal_text
from tui.screens.lobby_chosen import invitation
from tui.texts import Texts
from tui.widgets.panel import Part

Line = Sequence[Part]


def room_lines(texts: Texts, info: TableInfo, board: Board, now: float) -> tuple[Line, ...]:
    """An open table: its game, what was agreed on, its seats, the words that lead others there."""
    facts = [board.title(texts), *unusual(texts, info.game, info.options)]
    if info.clock != "none":
        facts.append(clock_word(texts, info.clock))
    if info.private:
        facts.append(texts._("private"))
    places = [_seat(texts, info, number, seat, now) for number, seat in enumerate(info.seats, start=1)]
    invited = invitation(texts, info)
    return (
        (),
        ((f"  {' · '.join(facts)}", palette.STRONG),),
        (),
        *places,
        *([()] if invited else []),
        *invited,
    )


def _seat(texts: Texts, info: TableInfo, number: int, seat: Seat, now: float) -> Line:
    name, style = seat.name or texts._("free"), palette.TEXT if seat.name else palette.DIM
    yours = number == info.your_seat
    if yours:
        style = palette.MINE
    note, ink = seats.note(texts, seat, now, you=yours)
    return (f"  {number}  ", palette.DIM), (name, style), (f"  {note}", ink)


def what_is_missing(texts: Texts, info: TableInfo) -> str:
    """What a table without a game waits for, as a sentence for this player."""
    if info.stage == "frozen":
        return refusal_text(texts, Refused("table-frozen"))
    if info.stage == "over":
        return texts._("This table is closed.")
    free = sum(seat.held_by == "nobody" for seat in info.seats)
    if free:
        return texts.ngettext("{number} seat is still free.", "{number} seats are still free.", free)
    if info.yours:
        return texts._("Everybody is here: you can start.")
    return texts._("Everybody is here: waiting for the start.")


def result_lines(texts: Texts, news: TableNews, board: Board, names: Names) -> tuple[Line, ...]:
    """Places, names and results in words, best first; where there is no result, why not."""
    if not news.standings:
        return ((), ((f"  {how_it_ended(texts, news, names)}", palette.STRONG),), ())
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


def how_it_ended(texts: Texts, news: TableNews, names: Names) -> str:
    """Who won, in a sentence, or why nobody did."""
    first = [standing.seat for standing in news.standings if standing.place == 1]
    if not first:
        if news.info.ending == "expired":
            return texts._("Nobody came back to this game: it was closed without a result.")
        return texts._("The game was ended without a result, as all agreed.")
    if first == [news.seat]:
        return texts._("You have won!")
    found = texts._(" and ").join(map(names, first))
    return texts.ngettext("{names} has won.", "{names} have won.", len(first), names=found)


def after_the_end(texts: Texts, news: TableNews, names: Names) -> str:
    """How it ended, or who wants to play again."""
    again = next((proposal for proposal in news.info.proposals if proposal.kind == "rematch"), None)
    if again is None:
        return how_it_ended(texts, news, names)
    wanted = texts._(" and ").join(map(names, again.seats))
    return texts.ngettext(
        "{names} wants to play again.", "{names} want to play again.", len(again.seats), names=wanted
    )
