"""Playouts of court (`engine.playouts`): every legal move is as likely as the others."""

from __future__ import annotations

from engine.chance import Chance
from engine.court.model.moves import Move
from engine.court.model.state import State
from engine.court.rules.legal import moves
from engine.court.rules.transitions import successor
from engine.playouts import Playouts


def seat(state: State) -> int | None:
    """The seat whose turn it is."""
    return state.turn.seat if state.turn else None


def sample(state: State, _seat: int, chance: Chance) -> Move:
    """A legal move of the present turn."""
    return chance.pick(list(moves(state)))


def step(state: State, _seat: int, move: Move, chance: Chance) -> State:
    """What a legal move leads to."""
    return successor(state, move, chance)


PLAYOUTS = Playouts(seat, sample, step)
