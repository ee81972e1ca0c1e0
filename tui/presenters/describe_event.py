"""What happened at a table, in words: what any game has in common, and what its board says."""

from __future__ import annotations

from typing import Any

from engine.playthrough import Resigned, TimeUp, Undone
from tui.boards.kit.board import Board, Names, Told
from tui.language.texts import Texts


def describe_event(texts: Texts, board: Board, names: Names, event: Any) -> Told | None:
    """The event in words; None: nothing worth a word."""
    match event:
        case Undone(seat):
            return Told(seat, texts._("takes a step back"))
        case Resigned(seat):
            return Told(seat, texts._("gives up the game"))
        case TimeUp(seat, reaction=True):
            return Told(seat, texts._("does not answer in time"))
        case TimeUp(seat):
            return Told(seat, texts._("runs out of time"))
        case _:
            return board.tell(texts, names, event)


def sentence(names: Names, told: Told) -> str:
    """The same as a whole sentence."""
    return told.text if told.seat is None else f"{names(told.seat)} {told.text}."
