"""Plays a round of laurin on to its end, as every seat is assumed to play: like `page`."""

from __future__ import annotations

from engine.analysis.screening import SeatOutcome
from engine.chance import Chance
from engine.laurin.bots import page
from engine.laurin.bots.playouts import seat as next_seat
from engine.laurin.bots.playouts import step
from engine.laurin.model.moves import Move
from engine.laurin.model.state import State, View
from engine.laurin.value.boundary import chances


def played_on(state: State, last: int, chance: Chance) -> State:
    """A state after round `last`, or at the end of the game."""
    while state.position.round <= last and (seat := next_seat(state)) is not None:
        view = View(seat, state.position, state.hands[seat - 1], state.bids[seat - 1])
        move = page.decide(view, state.position.question or "", seat, chance)
        state = step(state, seat, move, chance)
    return state


def outcome(state: State, seat: int, move: Move, chance: Chance) -> SeatOutcome:
    """How the round ends for a seat that makes this move."""
    position = played_on(step(state, seat, move, chance), state.position.round, chance).position
    rival = max(score for other, score in enumerate(position.scores, start=1) if other != seat)
    return SeatOutcome(chances(position)[seat - 1], position.scores[seat - 1], rival)
