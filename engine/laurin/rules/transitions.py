"""The rules of laurin as transitions: the deal, the open questions, and what a move leads to.

`engine.laurin.rules.validation` decides whether a move is allowed, `engine.laurin.phases.rounds` what comes
after it. Treasure and magic are drawn at the start of a round, movement cards in phase 3. Sources: the
rulebook's "Spielvorbereitung" and "Spielablauf"; laurin.md, "Set-up" and "A round".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.chance import Chance, RecordingChance
from engine.game import Ask, Setup, Step
from engine.kit.seats import draw_first_seat
from engine.laurin.model import cards, components
from engine.laurin.model.events import Bought, Event, MagicPlayed, Passed, TurnedUp
from engine.laurin.model.garden import walked
from engine.laurin.model.moves import (
    Ban,
    Bid,
    Buy,
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
from engine.laurin.model.names import Question
from engine.laurin.model.refusals import refused
from engine.laurin.model.state import Options, Piles, Position, State
from engine.laurin.phases import auction, magic, market, scoring, turns
from engine.laurin.phases.rounds import advance, begin_round, chance_over
from engine.laurin.phases.transition import Transition, answered, then, with_position
from engine.laurin.rules.legal import DONE, PASS, lapses, leads
from engine.laurin.rules.validation import refusal
from engine.options import check_setup

_REVEALING = (Bought, MagicPlayed, TurnedUp)
"""Events that rule out an undo, since they showed something to others."""


RULES_VERSION = 2
"""The present version of the rules. In version 1 a Ban could also be played before a turn in which nothing
can be done.
"""


def start(setup: Setup, chance: Chance, rules: int = RULES_VERSION) -> Step:
    """The deal: the crown drawn by seat number ("1", "2", ...), then the first round begins. The game keeps
    to this version of the rules.

    Raises Refused (seats-not-possible, option-not-possible).
    """
    check_setup(setup, components.SEATS)
    state = _set_up(setup.seats, setup.options, rules, draw_first_seat(setup.seats, chance))
    after, events = then(begin_round(state), lambda begun: advance(begun, chance))
    return Step(after, events, reversible=False)


def start_by_first_rules(setup: Setup, chance: Chance) -> Step:
    """The deal of a game by version 1 of the rules."""
    return start(setup, chance, rules=1)


def _set_up(seats: int, options: Options, rules: int, starter: int) -> State:
    none: tuple[tuple[Any, ...], ...] = ((),) * seats
    position = Position(
        options=options,
        rules=rules,
        number=0,
        round=1,
        starter=starter,
        phase="treasure",
        question=None,
        asked=(),
        waiting=(),
        scores=(0,) * seats,
        reached=(0,) * seats,
        king=components.KING_START,
        dwarfs=(),
        stocks=(cards.stock(seats),) * seats,
        magic=none,
        offer=(),
        drawn=(),
        movement=(None,) * seats,
        cards=(0,) * seats,
        known=none,
        piles=Piles(),
    )
    return State(position, hands=none, bids=none)


# Questions


def asks(state: State) -> tuple[Ask, ...]:
    """Every open question, its kind as in `engine.laurin.model.names.Question`.

    The timeout moves do no harm: pass, be done, take back the best cards, or make the King's move that
    scores most for the seat.
    """
    position = state.position
    if position.question is None:
        return ()
    question, reaction = position.question, position.question in {"react", "counter"}
    return tuple(
        Ask(position.number * 10 + seat, seat, question, _timeout(position, question, seat), reaction)
        for seat in position.asked
    )


def _timeout(position: Position, question: Question, seat: int) -> Move:
    if question in {"place", "move"}:
        return DONE
    if question == "give":
        return Give(position.drawn[0], position.movement.index(None) + 1)
    if question == "take-back" and position.auction is not None:
        bid = position.auction.shown[seat - 1]
        return TakeBack(bid[: len(bid) // 2])
    return _dutiful(position, seat) if question == "king" else PASS


def _dutiful(position: Position, seat: int) -> Move:
    """The King's move that scores most for the winner of an auction, or a lapse if none scores."""
    gains = {lead: _gain(position, seat, lead) for lead in leads(position)}
    best = max(gains, key=gains.__getitem__)
    return best if gains[best] else next(lapses(position), best)


def _gain(position: Position, seat: int, move: Lead) -> int:
    card = cards.MOVEMENT[position.movement[move.seat - 1] or ""]
    end = walked(position.king, move.direction, card.distance)
    return scoring.points(position, end)[seat - 1] if end else 0


# Moves


def play(state: State, ask: Ask, move: Move, chance: Chance) -> Step:
    """What the move leads to. Raises Refused, having drawn nothing, if it is not allowed."""
    position = state.position
    if ask.seat not in position.asked or ask.id != position.number * 10 + ask.seat:
        raise refused("not-asked")
    why = refusal(position, ask.seat, state.hands[ask.seat - 1], move)
    if why is not None:
        raise why
    return perform(state, ask.seat, move, chance)


def perform(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """What a legal move of a seat that is asked leads to."""
    drawing = RecordingChance(chance)
    made = _EFFECTS[type(move)](state, seat, move)
    after, events = then(made, lambda following: advance(following, drawing))
    revealing = any(isinstance(event, _REVEALING) for event in events)
    return Step(after, events, reversible=not revealing and not drawing.tokens)


def next_seat(state: State) -> int | None:
    """The seat that is asked, the first of several; None once the game is over."""
    asked = state.position.asked
    return asked[0] if state.position.question is not None and asked else None


def successor(state: State, seat: int, move: Move, chance: Chance) -> State:
    """The state that a legal move of a seat that is asked leads to."""
    made, _ = _EFFECTS[type(move)](state, seat, move)
    return advance(made, chance)[0]


def _pass(state: State, seat: int, _move: Pass) -> Transition:
    passed: tuple[Event, ...] = (Passed(seat, state.position.question or "react"),)
    match state.position.question:
        case "bid":
            return auction.pass_bid(answered(state, seat), seat)
        case "king-last":
            return auction.decline_last(answered(state, seat), seat)
        case "react" if state.position.asked == (seat,):
            return then((answered(state, seat), passed), chance_over)
        case "counter" if state.position.asked == (seat,):
            return then((answered(state, seat), passed), magic.resolve)
    return answered(state, seat), passed


def _done(state: State, seat: int, _move: Done) -> Transition:
    return turns.end(answered(state, seat), seat)


def _alone(effect: Callable[[State, int, Any], Transition]) -> Callable[[State, int, Any], Transition]:
    """The effect of a move that closes the question for everybody."""
    return lambda state, seat, move: effect(with_position(state, asked=()), seat, move)


_EFFECTS: Mapping[type[Move], Callable[[State, int, Any], Transition]] = MappingProxyType(
    {
        Pass: _pass,
        Done: _done,
        Buy: _alone(market.buy),
        Give: _alone(market.give),
        Place: _alone(turns.place),
        Relocate: _alone(turns.relocate),
        Bid: _alone(auction.bid),
        TakeBack: auction.take_back,
        Lead: _alone(auction.lead),
        Lapse: _alone(auction.lapse),
        **dict.fromkeys((Ban, Exchange, Haste, Revolt, Fog, Counter), _alone(magic.cast)),
    }
)
