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
from tui.language.texts import N_, Texts
from tui.language.wording import NO_WORDS, Say, say_to, worded

OF_ANY_GAME = (Undone, Resigned, TimeUp, LineCredited, Restored)
"""Events that no game's rules tell, and that no board has words for."""


def describe_event(texts: Texts, board: Board, names: Names, event: Any) -> EventText | None:
    """Returns the event in words; None if it needs no words."""
    described = partial(_described, texts, board, names, event)
    return worded(type(event).__name__, described, lambda: EventText(None, texts.of(NO_WORDS)))


def _described(texts: Texts, board: Board, names: Names, event: Any) -> EventText | None:
    if not isinstance(event, OF_ANY_GAME):
        return board.event_text(texts, names, event)
    if isinstance(event, Restored):
        return EventText(None, notices.table_restored(texts, event.backup))
    return EventText(event.seat, _of_a_seat(event, say_to(texts, you=False)))


def yours(texts: Texts, board: Board, names: Names, event: Any, you: int) -> str:
    """Returns what the player at a seat did or suffered as a sentence without its full stop that calls them
    "you"; '': the event's other words name nobody of theirs.
    """
    if not isinstance(event, OF_ANY_GAME):
        return board.yours(texts, names, event, you)
    if isinstance(event, Restored) or event.seat != you:
        return ""
    return _of_a_seat(event, say_to(texts, you=True))


def _of_a_seat(event: Undone | Resigned | TimeUp | LineCredited, say: Say) -> str:
    match event:
        case Undone():
            return say(N_("undoes a move"), N_("You undo a move"))
        case Resigned():
            # or lost the seat by time, which a record does not tell apart
            return say(N_("leaves the game"), N_("You leave the game"))
        case TimeUp(reaction=True):
            return say(N_("does not answer in time"), N_("You do not answer in time"))
        case TimeUp():
            return say(N_("runs out of time"), N_("You run out of time"))
        case LineCredited(_, seconds):
            return say(
                N_("gets {seconds} s for a slow line"),
                N_("You get {seconds} s for a slow line"),
                seconds=ceil(seconds),
            )


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
