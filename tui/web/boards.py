"""A position of any game on a page: as its board draws it, else in the words of its speech."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from tui.boards import BOARDS
from tui.boards.kit import seat_notes
from tui.boards.kit.board import Board, EventText, Names
from tui.boards.kit.html import tag
from tui.boards.kit.page import BoardPage, part, seats
from tui.host.pictures import TableInfo, TableSnapshot
from tui.language.texts import Texts
from tui.presenters.describe_event import describe_event

LOG = 14
"""Events that a page tells, the last ones."""


def seat_names(texts: Texts, info: TableInfo) -> tuple[str, ...]:
    """Return who sits where. Who hides the profile is "a player"."""
    return tuple(seat_notes.name(texts, seat) for seat in info.seats)


def board_page(texts: Texts, snapshot: TableSnapshot, names: Sequence[str]) -> BoardPage:
    """Return a position that has a view."""
    board = BOARDS[snapshot.info.game]
    if board.page:
        return board.page(texts, snapshot, names)
    return _spoken(texts, board, snapshot, names)


def _spoken(texts: Texts, board: Board, snapshot: TableSnapshot, names: Sequence[str]) -> BoardPage:
    named = zip(snapshot.info.seats, names, strict=True)
    info = replace(snapshot.info, seats=tuple(replace(seat, name=name) for seat, name in named))
    model = board.speech.model(texts, replace(snapshot, info=info))
    said = [tag("p", one) for one in board.speech.look(model)]
    for topic in board.speech.topics:
        if lines := topic.lines(model):
            said += [tag("h3", texts.of(topic.help)), *(tag("p", one) for one in lines)]
    facts = [(board.speech.seat(model, seat),) for seat in range(1, len(names) + 1)]
    table = part("board", texts.of(board.title), said, more="spoken")
    return BoardPage(table, seats(texts, snapshot, names, ("",), facts))


def told(texts: Texts, board: Board, names: Names, events: Iterable[Any]) -> list[EventText]:
    """Return the last events in words."""
    found = [one for event in events if (one := describe_event(texts, board, names, event))]
    return found[-LOG:]


def named(names: Sequence[str]) -> Names:
    """Return the name of a seat by its number."""
    return lambda seat: names[seat - 1]
