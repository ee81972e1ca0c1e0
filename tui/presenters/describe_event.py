"""Events of a table in words: events of any game here, other events by its board; and a bot's turn in one
sentence, for players who want it brief: what mattered of all that it did in a row.
"""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import Any

from engine.playthrough import LineCredited, Resigned, Restored, TimeUp, Undone
from tui.boards.kit.board import Board, EventText, Names
from tui.host.port import Seat
from tui.language import notices
from tui.language.texts import Texts
from tui.language.wording import NO_WORDS, worded

OF_ANY_GAME = (Undone, Resigned, TimeUp, LineCredited, Restored)
"""Events that no game's rules tell, and that no board has words for."""


def describe_event(texts: Texts, board: Board, names: Names, event: Any) -> EventText | None:
    """Returns the event in words; None if it needs no words."""
    described = partial(_described, texts, board, names, event)
    return worded(type(event).__name__, described, lambda: EventText(None, texts.of(NO_WORDS)))


def _described(texts: Texts, board: Board, names: Names, event: Any) -> EventText | None:
    match event:
        case Undone(seat):
            return EventText(seat, texts._("undoes a move"))
        case Resigned(seat):
            return EventText(seat, texts._("concedes the game"))
        case TimeUp(seat, reaction=True):
            return EventText(seat, texts._("does not answer in time"))
        case TimeUp(seat):
            return EventText(seat, texts._("runs out of time"))
        case LineCredited(seat, seconds):
            return EventText(seat, texts._("gets {seconds} s for a slow line", seconds=ceil(seconds)))
        case Restored(backup):
            return EventText(None, notices.table_restored(texts, backup))
        case _:
            return board.event_text(texts, names, event)


def yours(texts: Texts, board: Board, names: Names, event: Any, you: int) -> str:
    """Returns what the player at a seat did or suffered as a sentence without its full stop that calls them
    "you"; '': the event's other words name nobody of theirs.
    """
    if not isinstance(event, OF_ANY_GAME):
        return board.yours(texts, names, event, you)
    match event:
        case Undone(seat) if seat == you:
            return texts._("You undo a move")
        case Resigned(seat) if seat == you:
            return texts._("You concede the game")
        case TimeUp(seat, reaction=True) if seat == you:
            return texts._("You do not answer in time")
        case TimeUp(seat) if seat == you:
            return texts._("You run out of time")
        case LineCredited(seat, seconds) if seat == you:
            return texts._("You get {seconds} s for a slow line", seconds=ceil(seconds))
    return ""


def sentence(names: Names, told: EventText) -> str:
    """Returns an event's words as a whole sentence."""
    return told.text if told.seat is None else f"{names(told.seat)} {told.text}."


class BotTurns:
    """Collects what one bot does until its turn is over."""

    def __init__(self) -> None:
        self.seat: int | None = None
        """Whose turn is being collected; None: nobody's."""
        self._done: list[tuple[Any, str]] = []

    def add(self, event: Any, told: EventText) -> None:
        """Adds what the bot of `told.seat` did."""
        self.seat = told.seat
        self._done.append((event, told.text))

    def take(self, board: Board, names: Names) -> str:
        """Returns the sentence, and begins anew; empty: nothing was collected."""
        seat, done = self.seat, self._done
        self.seat, self._done = None, []
        if seat is None:
            return ""
        matters = [text for event, text in done if not isinstance(event, board.speech.minor)]
        return f"{names(seat)} {', '.join(matters or [done[-1][1]])}."


def is_bots(seats: tuple[Seat, ...], seat: int | None) -> bool:
    return seat is not None and (seats[seat - 1].held_by == "bot" or seats[seat - 1].lent)
