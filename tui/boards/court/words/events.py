"""Events of a court table in words, for whoever reads of them and for who did them, whom they call "you".
Verb phrases follow the seat's name.
"""

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
from tui.language.texts import N_, Texts
from tui.language.wording import Say, say_to


def event_text(texts: Texts, names: Names, event: Any) -> EventText | None:
    """Return the event in words; None: the next event says it."""
    match event:
        case RoundBegan() | EndBegan() | Ended():
            return EventText(None, _of_the_table(texts, names, event))
        case TurnBegan():
            return None
        case _:
            return EventText(event.seat, of_a_seat(texts, event, say_to(texts, you=False)))


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


def of_a_seat(texts: Texts, event: Any, say: Say) -> str:
    match event:
        case Rolled(_, dice):
            return say(N_("rolls {dice}"), N_("You roll {dice}"), dice=phrases.dice(dice))
        case Kept(_, dice):
            return say(N_("sets aside {dice}"), N_("You set aside {dice}"), dice=phrases.dice(dice))
        case DiceChanged() | DieAdded():
            return _power(event, object_(texts, event.card), say)
        case Took(_, None):
            return say(N_("takes no card"), N_("You take no card"))
        case Took(_, card) if card is not None:
            return say(N_("takes {card}"), N_("You take {card}"), card=object_(texts, card))
        case Stood(_, result, crowned):
            got = phrases.group(texts, result.count, result.face)
            if crowned:
                return say(
                    N_("has {result} and takes the King"),
                    N_("You have {result} and take the King"),
                    result=got,
                )
            return say(N_("has {result}"), N_("You have {result}"), result=got)
        case Conceded():
            return say(N_("gives up this turn"), N_("You give up this turn"))
    raise AssertionError(event)


def _power(event: DiceChanged | DieAdded, card: str, say: Say) -> str:
    match event:
        case DiceChanged(_, _, before, after):
            return say(
                N_("uses {card}: {before} → {after}"),
                N_("You use {card}: {before} → {after}"),
                card=card,
                before=phrases.in_order(before),
                after=phrases.in_order(after),
            )
        case DieAdded(_, _, None):
            return say(
                N_("uses {card}: one more die in hand"), N_("You use {card}: one more die in hand"), card=card
            )
        case DieAdded(_, _, face):
            return say(
                N_("uses {card}: adds a {face}"), N_("You use {card}: it adds a {face}"), card=card, face=face
            )


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
