"""Playouts of intrigue (`engine.playouts`): every legal move is as likely as the others."""

from __future__ import annotations

from engine.chance import Chance
from engine.intrigue.model.moves import LEAVE, REVEAL, Move, Play
from engine.intrigue.model.state import State
from engine.intrigue.rules.choices import choices
from engine.intrigue.rules.legal import spots
from engine.intrigue.rules.transitions import after
from engine.intrigue.rules.validation import acting_seat
from engine.playouts import Playouts

ANSWERS: tuple[Move, ...] = (REVEAL, LEAVE)


def sample(state: State, seat: int, chance: Chance) -> Move:
    """A legal move of the seat that is asked."""
    resolving = state.resolving
    if resolving is None:
        kind = chance.pick(state.hands[seat - 1])
        assert kind is not None  # noqa: S101  (a state hides nothing)
        return Play(kind, chance.pick(spots(state, seat)))
    if resolving.effect is None:
        return chance.pick(ANSWERS)
    return chance.pick(tuple(choices(resolving.effect, state.queue, resolving.place, state.influence)))


def step(state: State, _seat: int, move: Move, _chance: Chance) -> State:
    """What a legal move leads to."""
    return after(state, move)


PLAYOUTS = Playouts(acting_seat, sample, step)
