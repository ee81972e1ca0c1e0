"""Events in the garden for the player who did or suffered them, whom their words call "you"."""

from __future__ import annotations

from typing import Any

from engine.laurin import queries
from engine.laurin.model import events
from engine.laurin.model.moves import Ban, Fog
from tui.boards.kit.board import Names, with_you
from tui.boards.laurin.words import names as words
from tui.boards.laurin.words import phrases
from tui.boards.laurin.words.events import OF_THE_TABLE, of_a_seat
from tui.language.texts import Texts
from tui.language.wording import listed, say_to


def yours(texts: Texts, names: Names, event: Any, you: int) -> str:
    """Return what the player did or suffered in the words of `kit.board.Board.yours`; '' for what is told
    otherwise.
    """
    match event:
        case events.RoundBegan(number, starter):
            return texts._("Round {number}: you have the crown", number=number) if starter == you else ""
        case events.TurnedUp(bids, winner):
            return _bids_with(texts, names, event, you) if winner == you or bids[you - 1] else ""
        case events.MagicWorked(move=move):
            return texts._("You are left out of this scoring") if move == Fog(you) else ""
        case events.Scored(points):
            gains = phrases.gains(texts, with_you(texts, names, you), points)
            return _open(texts._("Points: {gains}.", gains=gains)) if points[you - 1] else ""
        case events.Ended(winners, limit):
            others = [names(seat) for seat in winners if seat != you]
            return _won(texts, others, limit=limit) if you in winners else ""
        case events.Gave(seat, card, to) if you == to != seat:
            given = phrases.movement(texts, queries.card(card))
            return texts._("{name} gives you {card}", name=names(seat), card=given)
        case events.MagicPlayed(seat, move) if seat != you and move in {Ban(you), Fog(you)}:
            said = texts._("plays {spell}", spell=phrases.cast(texts, with_you(texts, names, you), move))
            return f"{names(seat)} {said}"
        case events.Dispelled(seat, move) if seat == you:
            return texts._("Your {card} has no effect", card=words.name(texts, queries.card_of(move)))
    if type(event) in OF_THE_TABLE or event.seat != you:
        return ""
    return of_a_seat(texts, names, event, say_to(texts, you=True))


def _open(sentence: str) -> str:
    """Return a sentence without its full stop."""
    return sentence.removesuffix(".")


def _bids_with(texts: Texts, names: Names, event: events.TurnedUp, you: int) -> str:
    bids = phrases.bids(with_you(texts, names, you), event.bids)
    if event.winner == you:
        return texts._("Bids: {bids}. You win", bids=bids)
    return _open(texts._("Bids: {bids}. {name} wins.", bids=bids, name=names(event.winner or 0)))


def _won(texts: Texts, others: list[str], *, limit: bool) -> str:
    found = listed(texts, others)
    if limit and others:
        return texts._("Round limit reached: you share first place with {names}", names=found)
    if limit:
        return texts._("Round limit reached: you win")
    if others:
        return texts._("The game is over: you share first place with {names}", names=found)
    return texts._("The game is over: you win")
