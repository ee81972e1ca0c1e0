"""Validates a move: why a seat may not make it now.

`check`, `play` and `preview` all ask `refusal`, so they cannot differ.
Sources: the rulebook's "Erläuterung der einzelnen Phasen" and "Die Zauberkarten"; laurin.md, "A
round, six phases" and "Magic". `engine.laurin.rules.legal` finds all moves, `engine.laurin.phases.spells` the
magic that can be played at the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.game import Refused
from engine.kit.multiset import difference
from engine.laurin.model import cards, garden
from engine.laurin.model.components import PRICES
from engine.laurin.model.moves import (
    Ban,
    Bid,
    Buy,
    Cast,
    Counter,
    Done,
    Exchange,
    Fog,
    Give,
    Haste,
    Lapse,
    Lead,
    Move,
    Pass,
    Place,
    Relocate,
    Revolt,
    TakeBack,
)
from engine.laurin.model.names import Cards, Question
from engine.laurin.model.refusals import refused
from engine.laurin.model.state import Position
from engine.laurin.phases.spells import CASTS, card_of, revolted, timing_refusal
from engine.laurin.rules import relocating

_ANSWERS: Mapping[Question, tuple[type[Move], ...]] = MappingProxyType(
    {
        "buy": (Buy, Pass),
        "give": (Give,),
        "place": (Place, Exchange, Done),
        "move": (Relocate, Exchange, Done),
        "bid": (Bid, Pass),
        "take-back": (TakeBack,),
        "king": (Lead, Lapse),
        "king-free": (Lead, Lapse, Pass),
        "king-last": (Lead, Pass),
        "react": (Ban, Exchange, Haste, Revolt, Fog, Pass),
        "counter": (Counter, Pass),
    }
)
"""The moves that answer each question."""


def refusal(position: Position, seat: int, hand: Cards, move: Move) -> Refused | None:
    """Why a seat with this treasure in hand may not make this move now; None if it may."""
    question = position.question
    if question is None:
        return refused("game-over")
    if seat not in position.asked:
        return refused("not-your-turn", asked=position.asked)
    if type(move) not in _ANSWERS[question]:
        return _unfit(question, move)
    if type(move) in CASTS:
        return _cast(position, seat, move)
    return _CHECKS[type(move)](position, seat, hand, move)


def _unfit(question: Question, move: Move) -> Refused:
    """Why a move is no answer to a question at all."""
    if question == "king" and isinstance(move, Pass):
        return refused("must-choose")
    if question == "king-last" and isinstance(move, Lapse):
        return refused("last-card-no-lapse")
    if type(move) in CASTS:
        return refused("magic-not-now", card=card_of(move))  # type: ignore[arg-type]  # narrowed by CASTS
    return refused("not-now", question=question)


def _no_seat(position: Position, seat: int) -> Refused | None:
    return None if 1 <= seat <= len(position.scores) else refused("no-such-seat", seat=seat)


def _fine(_position: Position, _seat: int, _hand: Cards, _move: Move) -> None:
    """Passing and being done are always possible where they are an answer."""


def _named(has: Cards, named: Cards) -> Cards | None:
    """The named cards that are not there, each as often as it is too many; None: all are."""
    missing = difference(named, has)
    return missing or None


# Phases 2 and 3


def _buy(position: Position, _seat: int, hand: Cards, move: Buy) -> Refused | None:
    if move.card not in position.offer:
        return refused("not-on-offer", card=move.card)
    why, price = _treasure(hand, move.paid), PRICES[move.card]
    if why is not None:
        return why
    if sum(move.paid) < price:
        return refused("pays-too-little", card=move.card, price=price)
    if not cards.pays(move.paid, price):
        return refused("pays-too-much", card=move.card, price=price, spare=min(move.paid))
    return None


def _treasure(hand: Cards, named: Cards) -> Refused | None:
    """Why these are no cards out of a hand."""
    if not named:
        return refused("no-cards-named")
    missing = _named(hand, named)
    if missing is not None:
        return refused("not-in-hand", cards=missing)
    return None if named == cards.descending(named) else refused("not-sorted")


def _give(position: Position, _seat: int, _hand: Cards, move: Give) -> Refused | None:
    if move.card not in position.drawn:
        return refused("not-drawn", card=move.card)
    why = _no_seat(position, move.seat)
    if why is None and position.movement[move.seat - 1] is not None:
        return refused("has-card", seat=move.seat)
    return why


# Phases 4 and 5


def _place(position: Position, seat: int, _hand: Cards, move: Place) -> Refused | None:
    if move.dwarf not in position.stocks[seat - 1]:
        return refused("not-in-stock", dwarf=move.dwarf)
    points, left = cards.value(move.dwarf), position.turn.left if position.turn else 0
    if points > left:
        return refused("too-many-points", points=points, left=left)
    if move.square not in garden.SQUARES:
        return refused("no-such-square", square=move.square)
    there = garden.by_square(position.dwarfs).get(move.square)
    return None if there is None else refused("square-taken", square=move.square, seat=there.seat)


def _relocate(position: Position, seat: int, _hand: Cards, move: Relocate) -> Refused | None:
    left = position.turn.left if position.turn else 0
    return relocating.refusal(position.dwarfs, seat, left, move)


# Phase 6


def _bid(_position: Position, _seat: int, hand: Cards, move: Bid) -> Refused | None:
    return _treasure(hand, move.cards)


def _take_back(position: Position, seat: int, _hand: Cards, move: TakeBack) -> Refused | None:
    bid = position.auction.shown[seat - 1] if position.auction else ()
    missing = _named(bid, move.cards)
    if missing is not None:
        return refused("not-bid", cards=missing)
    if len(move.cards) > len(bid) // 2:
        return refused("takes-back-too-many", most=len(bid) // 2)
    return None if move.cards == cards.descending(move.cards) else refused("not-sorted")


def _no_card(position: Position, owner: int) -> Refused | None:
    why = _no_seat(position, owner)
    if why is None and position.movement[owner - 1] is None:
        return refused("no-card-there", seat=owner)
    return why


def _lead(position: Position, _seat: int, _hand: Cards, move: Lead) -> Refused | None:
    why = _no_card(position, move.seat)
    if why is not None:
        return why
    card = cards.MOVEMENT[position.movement[move.seat - 1] or ""]
    if move.direction not in card.directions:
        return refused("direction-not-on-card", seat=move.seat, direction=move.direction)
    if garden.walked(position.king, move.direction, card.distance) is None:
        return refused("leaves-board", direction=move.direction)
    return None


def _lapse(position: Position, _seat: int, _hand: Cards, move: Lapse) -> Refused | None:
    why = _no_card(position, move.seat)
    if why is not None:
        return why
    card = cards.MOVEMENT[position.movement[move.seat - 1] or ""]
    ends = [garden.walked(position.king, direction, card.distance) for direction in card.directions]
    return None if None in ends else refused("no-lapse", seat=move.seat)


# Magic


def _cast(position: Position, seat: int, move: Any) -> Refused | None:
    card = card_of(move)
    if card not in position.magic[seat - 1]:
        return refused("not-owned", card=card)
    return timing_refusal(position, card) or _SPELLS[type(move)](position, move)


def _ban(position: Position, move: Ban) -> Refused | None:
    coming = position.turn.seat if position.turn else 0
    return None if move.seat == coming else refused("ban-next-only", seat=coming)


def _exchange(position: Position, move: Exchange) -> Refused | None:
    there = garden.by_square(position.dwarfs)
    for square in (move.first, move.second):
        if square not in there:
            return refused("no-dwarf-there", square=square)
    if move.first == move.second:
        return refused("changes-nothing", square=move.first)
    return None if move.first < move.second else refused("not-sorted")


def _haste(position: Position, move: Haste) -> Refused | None:
    stays = garden.walked(position.king, move.direction, 1) is not None
    return None if stays else refused("leaves-board", direction=move.direction)


def _revolt(position: Position, move: Revolt) -> Refused | None:
    kings_move = position.kings_move
    assert kings_move is not None  # noqa: S101  (its timing was judged)
    if not 1 <= move.straight < kings_move.length:
        return refused("revolt-straight", most=kings_move.length - 1)
    if move.direction not in garden.right_angled(kings_move.direction):
        return refused("revolt-right-angle", direction=kings_move.direction)
    return None if revolted(kings_move, move) else refused("leaves-board", direction=move.direction)


def _fog(position: Position, move: Fog) -> Refused | None:
    return _no_seat(position, move.seat)


def _counter(_position: Position, _move: Counter) -> None:
    """A counterspell chooses nothing."""


_CHECKS: Mapping[type[Move], Callable[[Position, int, Cards, Any], Refused | None]] = MappingProxyType(
    {
        Buy: _buy,
        Pass: _fine,
        Give: _give,
        Place: _place,
        Relocate: _relocate,
        Done: _fine,
        Bid: _bid,
        TakeBack: _take_back,
        Lead: _lead,
        Lapse: _lapse,
    }
)
_SPELLS: Mapping[type[Cast], Callable[[Position, Any], Refused | None]] = MappingProxyType(
    {Ban: _ban, Exchange: _exchange, Haste: _haste, Revolt: _revolt, Fog: _fog, Counter: _counter}
)
