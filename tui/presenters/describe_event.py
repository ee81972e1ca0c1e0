"""Events of a table in words: events of any game here, other events by its board."""

from __future__ import annotations

from typing import Any

from engine.playthrough import Resigned, TimeUp, Undone
from tui.boards.kit.board import Board, EventText, Names
from tui.language.texts import Texts


def describe_event(texts: Texts, board: Board, names: Names, event: Any) -> EventText | None:
    """Returns the event in words; None if it needs no words."""
    match event:
        case Undone(seat):
            return EventText(seat, texts._("undoes a move"))
        case Resigned(seat):
            return EventText(seat, texts._("concedes the game"))
        case TimeUp(seat, reaction=True):
            return EventText(seat, texts._("does not answer in time"))
        case TimeUp(seat):
            return EventText(seat, texts._("runs out of time"))
        case _:
            return board.event_text(texts, names, event)


def sentence(names: Names, told: EventText) -> str:
    """Returns an event's words as a whole sentence."""
    return told.text if told.seat is None else f"{names(told.seat)} {told.text}."
