"""Events of a court table for the player who did them, whom their words call "you"."""

from __future__ import annotations

from typing import Any

from engine.court.model.events import (
    Conceded,
    DiceChanged,
    DieAdded,
    EndBegan,
    Ended,
    Kept,
    Rolled,
    RoundBegan,
    Stood,
    Took,
    TurnBegan,
)
from tui.boards.court.words import phrases
from tui.boards.court.words.names import object_
from tui.boards.kit.board import Names
from tui.language.texts import Texts


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
            return _done(texts, event) if event.seat == you else ""


def _done(texts: Texts, event: Any) -> str:
    match event:
        case Rolled(_, dice):
            return texts._("You roll {dice}", dice=phrases.dice(dice))
        case Kept(_, dice):
            return texts._("You set aside {dice}", dice=phrases.dice(dice))
        case DiceChanged() | DieAdded():
            return _power(texts, event)
        case Took(_, None):
            return texts._("You take no card")
        case Took(_, card) if card is not None:
            return texts._("You take {card}", card=object_(texts, card))
        case Stood(_, result, crowned):
            got = phrases.group(texts, result.count, result.face)
            if crowned:
                return texts._("You have {result} and take the King", result=got)
            return texts._("You have {result}", result=got)
        case Conceded():
            return texts._("You give up this turn")
    raise AssertionError(event)


def _power(texts: Texts, event: DiceChanged | DieAdded) -> str:
    card = object_(texts, event.card)
    match event:
        case DiceChanged(_, _, before, after):
            return texts._(
                "You use {card}: {before} → {after}",
                card=card,
                before=phrases.in_order(before),
                after=phrases.in_order(after),
            )
        case DieAdded(_, _, None):
            return texts._("You use {card}: one more die in hand", card=card)
        case DieAdded(_, _, face):
            return texts._("You use {card}: it adds a {face}", card=card, face=face)
