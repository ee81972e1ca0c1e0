"""Plays a game of intrigue on to its end, as every seat is assumed to play: mostly by rules of thumb.

Each seat plays like `page`, but one move in ten is any legal one, so that no figure hangs on one way to play.
"""

from __future__ import annotations

from engine.analysis.screening import SeatOutcome
from engine.chance import Chance
from engine.intrigue.bots.page import decide
from engine.intrigue.bots.playouts import sample, step
from engine.intrigue.model.moves import Move
from engine.intrigue.model.state import State
from engine.intrigue.rules.standings import winners
from engine.intrigue.rules.validation import acting_seat

ODD = tuple(range(10))
"""One in so many moves is any legal one."""


def played_on(state: State, chance: Chance) -> State:
    """A state at the end of the game."""
    while (seat := acting_seat(state)) is not None:
        move = decide(state, seat) if chance.pick(ODD) else sample(state, seat, chance)
        state = step(state, seat, move, chance)
    return state


def shares(end: State) -> tuple[float, ...]:
    """By seat: its part of the win."""
    first = winners(end.influence, end.queue)
    return tuple([(seat in first) / len(first) for seat in range(1, len(end.influence) + 1)])


def outcome(state: State, seat: int, move: Move, chance: Chance) -> SeatOutcome:
    """How the game ends for a seat that makes this move."""
    end = played_on(step(state, seat, move, chance), chance)
    rival = max(own for other, own in enumerate(end.influence, start=1) if other != seat)
    return SeatOutcome(shares(end)[seat - 1], end.influence[seat - 1], rival)
