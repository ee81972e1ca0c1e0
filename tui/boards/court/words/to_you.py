"""Events of a court table for the player who did them, whom their words call "you"."""

from __future__ import annotations

from typing import Any

from engine.court.model.events import EndBegan, Ended, RoundBegan, TurnBegan
from tui.boards.court.words.events import of_a_seat
from tui.boards.kit.board import Names
from tui.language.texts import Texts
from tui.language.wording import say_to


def yours(texts: Texts, _names: Names, event: Any, you: int) -> str:
    """Return what the player did in the words of `kit.board.Board.yours`; '' for what is told otherwise."""
    match event:
        case RoundBegan(_, starter, final=True):
            return texts._("The final round: you begin") if starter == you else ""
        case RoundBegan(number, starter):
            return texts._("Round {number}: you begin", number=number) if starter == you else ""
        case Ended(king):
            return texts._("You hold the King and win") if king == you else ""
        case TurnBegan() | EndBegan():
            return ""
        case _:
            return of_a_seat(texts, event, say_to(texts, you=True)) if event.seat == you else ""
