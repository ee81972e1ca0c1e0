"""Events in the garden for the player who did or suffered them, whom their words call "you"."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.laurin import queries
from engine.laurin.model import events
from engine.laurin.model.moves import Ban, Fog
from engine.laurin.model.names import Question
from tui.boards.kit.board import Names
from tui.boards.laurin.words import names as words
from tui.boards.laurin.words import phrases
from tui.language.texts import N_, Texts, Translatable
from tui.language.wording import listed

_NO: Mapping[Question, Translatable] = MappingProxyType(
    {
        "buy": N_("You buy nothing"),
        "bid": N_("You do not bid"),
        "king-free": N_("You leave the King where he is"),
    }
)


def yours(texts: Texts, names: Names, event: Any, you: int) -> str:
    """Return what the player did or suffered in the words of `kit.board.Board.yours`; '' for what is told
    otherwise.
    """
    match event:
        case events.RoundBegan(number, starter):
            return texts._("Round {number}: you have the crown", number=number) if starter == you else ""
        case events.TurnedUp(bids, winner):
            return _turned_up(texts, names, event, you) if winner == you or bids[you - 1] else ""
        case events.MagicWorked(move=move):
            return texts._("You are left out of this scoring") if move == Fog(you) else ""
        case events.Scored(points):
            gains = phrases.gains(texts, _with_you(texts, names, you), points)
            return _open(texts._("Points: {gains}.", gains=gains)) if points[you - 1] else ""
        case events.Ended(winners, limit):
            others = [names(seat) for seat in winners if seat != you]
            return _won(texts, others, limit=limit) if you in winners else ""
        case events.Gave(seat, card, to) if you == to != seat:
            given = phrases.movement(texts, queries.card(card))
            return texts._("{name} gives you {card}", name=names(seat), card=given)
        case events.MagicPlayed(seat, move) if seat != you and move in {Ban(you), Fog(you)}:
            said = texts._("plays {spell}", spell=phrases.cast(texts, _with_you(texts, names, you), move))
            return f"{names(seat)} {said}"
    return _done(texts, names, event) if getattr(event, "seat", None) == you else ""


def _with_you(texts: Texts, names: Names, you: int) -> Names:
    """Return names for lists, in which the player's is "you"."""
    return lambda seat: texts._("you") if seat == you else names(seat)


def _open(sentence: str) -> str:
    """Return a sentence without its full stop."""
    return sentence.removesuffix(".")


def _turned_up(texts: Texts, names: Names, event: events.TurnedUp, you: int) -> str:
    bids = phrases.bids(_with_you(texts, names, you), event.bids)
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


def _done(texts: Texts, names: Names, event: Any) -> str:
    match event:
        case events.Gave(seat, card, to):
            given = phrases.movement(texts, queries.card(card))
            if to == seat:
                return texts._("You keep {card}", card=given)
            return texts._("You give {name} {card}", name=names(to), card=given)
        case events.TurnSkipped(_, True):
            return texts._("You are banned and miss this turn")
        case events.TurnSkipped():
            return texts._("You have nothing to do")
        case events.Placed(_, dwarf, square):
            return texts._("You place a {dwarf} on {square}", dwarf=dwarf, square=square)
        case events.Relocated(_, steps):
            return texts._("You move {steps}", steps=phrases.steps(steps))
        case events.Passed(_, question):
            return texts.of(_NO[question]) if question in _NO else ""
        case events.KingWent(_, _, card, direction, _, end):
            return texts._(
                "You move the King {distance} {way} to {spot}",
                distance=queries.card(card).distance,
                way=words.way(texts, direction),
                spot=phrases.spot(end),
            )
        case events.Lapsed(_, (card, *_)):
            lapsed = queries.card(card)
            return texts._(
                "You let a card lapse: {distance} {axis}",
                distance=lapsed.distance,
                axis=phrases.axis(texts, lapsed),
            )
        case events.MagicPlayed(_, move):
            return texts._("You play {spell}", spell=phrases.cast(texts, names, move))
        case events.Dispelled(_, move):
            name = words.name(texts, queries.card_of(move))
            return texts._("Your {card} has no effect", card=name)
    return _about_cards(texts, event)


def _about_cards(texts: Texts, event: Any) -> str:
    """Return what was drawn, bought, bid or taken back; '' for what needs no line."""
    match event:
        case events.Drew(_, count, None):
            return texts.ngettext(
                "You draw {number} treasure card", "You draw {number} treasure cards", count
            )
        case events.Drew(_, _, drawn) if drawn is not None:
            return texts._("You draw {cards}", cards=phrases.treasure(drawn) or texts._("nothing"))
        case events.Bought(_, magic, paid):
            card = words.object_(texts, magic)
            return texts._("You buy {card} for {paid}", card=card, paid=phrases.treasure(paid))
        case events.BidLaid(_, count, None):
            return texts.ngettext("You bid {number} card", "You bid {number} cards", count)
        case events.BidLaid(_, _, bid) if bid is not None:
            return texts._("You bid {cards}", cards=phrases.treasure(bid))
        case events.TookBack(_, kept, discarded):
            gone = phrases.treasure(discarded)
            if not kept:
                return texts._("You discard {gone}", gone=gone)
            return texts._("You take back {kept} and discard {gone}", kept=phrases.treasure(kept), gone=gone)
    return ""
