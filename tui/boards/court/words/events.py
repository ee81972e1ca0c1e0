"""Events of a court table in words. Verb phrases follow the seat's name."""

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
from tui.boards.kit.board import EventText, Names
from tui.language.texts import Texts


def event_text(texts: Texts, names: Names, event: Any) -> EventText | None:
    """Return the event in words; None: the next event says it."""
    match event:
        case RoundBegan() | EndBegan() | Ended():
            return EventText(None, _of_the_table(texts, names, event))
        case TurnBegan():
            return None
        case _:
            return EventText(event.seat, _of_a_seat(texts, event))


def _of_the_table(texts: Texts, names: Names, event: RoundBegan | EndBegan | Ended) -> str:
    match event:
        case RoundBegan(_, starter, final=True):
            return texts._("The final round: {name} begins.", name=names(starter))
        case RoundBegan(number, starter):
            return texts._("Round {number}: {name} begins.", number=number, name=names(starter))
        case EndBegan(seat, mark):
            beat = phrases.group(texts, mark.count, mark.face)
            return texts._("The final round comes next: {result} to beat.", name=names(seat), result=beat)
        case Ended(None):
            return texts._("Round limit reached: the game is over.")
        case Ended(king):
            return texts._("{name} holds the King and wins.", name=names(king or 0))


def _of_a_seat(texts: Texts, event: Any) -> str:
    match event:
        case Rolled(_, dice):
            return texts._("rolls {dice}", dice=phrases.dice(dice))
        case Kept(_, dice):
            return texts._("sets aside {dice}", dice=phrases.dice(dice))
        case DiceChanged() | DieAdded():
            return _power(texts, event)
        case Took(_, None):
            return texts._("takes no card")
        case Took(_, card) if card is not None:
            return texts._("takes {card}", card=object_(texts, card))
        case Stood(_, result, crowned):
            got = phrases.group(texts, result.count, result.face)
            if crowned:
                return texts._("has {result} and takes the King", result=got)
            return texts._("has {result}", result=got)
        case Conceded():
            return texts._("gives up this turn")
    raise AssertionError(event)


def _power(texts: Texts, event: DiceChanged | DieAdded) -> str:
    card = object_(texts, event.card)
    match event:
        case DiceChanged(_, _, before, after):
            return texts._(
                "uses {card}: {before} → {after}",
                card=card,
                before=phrases.in_order(before),
                after=phrases.in_order(after),
            )
        case DieAdded(_, _, None):
            return texts._("uses {card}: one more die in hand", card=card)
        case DieAdded(_, _, face):
            return texts._("uses {card}: adds a {face}", card=card, face=face)
