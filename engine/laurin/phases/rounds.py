"""Advances the game while nobody is asked: phases, rounds, the crown, and the end of the game.

Every other transition only changes the state; `advance` then goes on until a seat is asked or the game is
over. Sources: the rulebook's "Spielablauf" and "Spielende"; laurin.md, "A round" and "End".
"""

from __future__ import annotations

from engine.chance import Chance
from engine.game import Standing
from engine.kit.seats import rank
from engine.laurin.model.components import TARGETS
from engine.laurin.model.events import Ended, Event, RoundBegan
from engine.laurin.model.state import Position, State
from engine.laurin.phases import auction, magic, market, scoring, turns
from engine.laurin.phases.spells import seats_able_to_cast
from engine.laurin.phases.transition import Transition, ask, clockwise, seats_of, with_position


def standings(state: State) -> tuple[Standing, ...]:
    """Returns every seat's standing, best first; `score` is its points."""
    return ranked(state.position)


def ranked(position: Position) -> tuple[Standing, ...]:
    """The standings by points, then by who reached them first; only seats that never scored share a place."""
    scores, reached = position.scores, position.reached
    return rank({seat: (scores[seat - 1], -reached[seat - 1]) for seat in seats_of(position)}, scores)


def advance(state: State, chance: Chance) -> Transition:
    """Advances to the next question or to the end of the game."""
    events: list[Event] = []
    while not state.position.asked and state.position.phase != "over":
        state, more = _next(state, chance)
        events += more
    return state, tuple(events)


def _next(state: State, chance: Chance) -> Transition:
    position = state.position
    if position.spells:
        return magic.next_counter(state)
    match position.phase:
        case "treasure":
            return market.draw_treasure(state, chance)
        case "magic":
            return market.next_buyer(state)
        case "movement":
            return market.next_gift(state, chance)
        case "placing" | "moving":
            return turns.next_in_turn(state)
    if position.kings_move is not None:
        reacting = seats_able_to_cast(position)
        return (ask(state, "react", reacting), ()) if reacting else scoring.score(state)
    return auction.next_sale(state) if any(position.movement) else _after_round(state)


def chance_over(state: State) -> Transition:
    """Goes on after every seat that was asked for a reaction has passed."""
    if state.position.kings_move is not None:
        return scoring.score(state)
    return turns.begin(state) if state.position.turn is not None else turns.close(state)


def begin_round(state: State) -> Transition:
    """Begins a round, before its first phase."""
    position = state.position
    return with_position(state, phase="treasure"), (RoundBegan(position.round, position.starter),)


def _after_round(state: State) -> Transition:
    position = state.position
    reached = max(position.scores) >= TARGETS[len(position.scores)]
    if reached or position.round >= position.options.rounds:
        winners = tuple(one.seat for one in ranked(position) if one.place == 1)
        over = with_position(state, phase="over", question=None)
        return over, (Ended(winners, limit=not reached),)
    crowned = clockwise(position)[1]
    return begin_round(with_position(state, round=position.round + 1, starter=crowned))
