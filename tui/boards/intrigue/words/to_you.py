"""Events of an intrigue table for the player who did or suffered them, whom their words call "you"."""

from __future__ import annotations

from typing import Any

from engine.intrigue.model import events
from tui.boards.intrigue.words.events import of_a_seat
from tui.boards.kit.board import Names
from tui.language.texts import Texts
from tui.language.wording import listed


def yours(texts: Texts, names: Names, event: Any, you: int) -> str:
    """Return what the player did or suffered in the words of `kit.board.Board.yours`; '' for what is told
    otherwise.
    """
    match event:
        case events.RoundBegan(number, crown):
            said = texts._("Round {number}: you have the crown and begin", number=number)
            return said if crown == you else ""
        case events.ResolutionBegan():
            return ""
        case events.Ended(winners):
            return _won(texts, [names(seat) for seat in winners if seat != you]) if you in winners else ""
        case _ if event.seat == you:
            return of_a_seat(texts, names, event, you)
        case events.Stole(seat, victim) if victim == you:
            return texts._("{name} steals 1 influence from you", name=names(seat))
        case events.Removed() | events.Moved() if event.owner == you:
            return f"{names(event.seat)} {of_a_seat(texts, names, event, you)}"
    return ""


def _won(texts: Texts, others: list[str]) -> str:
    if not others:
        return texts._("The game is over: you win")
    return texts._("The game is over: you share first place with {names}", names=listed(texts, others))
