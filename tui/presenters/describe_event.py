"""What happened at a table, in words: what any game has in common, and what its board says."""

from __future__ import annotations

from typing import Any

from engine.playthrough import Resigned, TimeUp, Undone
from tui.boards.kit.board import Board, EventText, Names
from tui.language.texts import Texts


def describe_event(texts: Texts, board: Board, names: Names, event: Any) -> EventText | None:
    """The event in words; None: nothing worth a word."""
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
    """The same as a whole sentence."""
    return told.text if told.seat is None else f"{names(told.seat)} {told.text}."
