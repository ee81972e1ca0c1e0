"""Plays a round on by the policies of its seats, and remembers what stewards answer.

Most of what a steward does in a round follows from what lies open. So many playouts of one position ask the
same again and again, and only what depends on hands is thought about anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.chance import Chance
from engine.laurin.model.moves import Lead, Move
from engine.laurin.model.names import Direction
from engine.laurin.model.state import State
from engine.laurin.rules.transitions import next_seat, successor
from engine.laurin.value.policies import QUICK, STRONG, Asked, asked, move_by, stand_in, steward_move
from engine.laurin.views import Decides, NoDraw

THOUGHT, QUICK_THOUGHT = 12, 4
"""What it costs to ask a steward, and one that does not look as far, compared with a step of the rules."""


class RoundPlayed(NamedTuple):
    """The end of a round, or of the game in it."""

    state: State
    way: tuple[str, Direction] | None
    """The first King's move on the way there, as card and direction; None if there was none."""


class Players:
    """Seats that play on from one position. `work` is what they did so far, in steps of the rules: it bounds
    efforts without a clock, and is the same whatever was asked elsewhere.
    """

    def __init__(self) -> None:
        self.work = 0
        self._known: dict[Asked, Move] = {}

    def move(self, state: State, seat: int, policy: str, chance: Chance) -> Move:
        """What a seat that is asked does by a policy."""
        self.work += 1
        if stand_in(policy) != STRONG:
            self.work += QUICK_THOUGHT if policy == QUICK else 0
            return move_by(policy, state, seat, chance)
        question = asked(state, seat)
        found = self._known.get(question)
        if found is None:
            self.work += THOUGHT
            found = self._known[question] = steward_move(*question)
        return found

    def round_played(self, state: State, policies: Sequence[str], chance: Chance) -> RoundPlayed:
        """Play a round to its end; the game may be over already."""
        number, way = state.position.round, None
        while state.position.round == number and (seat := next_seat(state)) is not None:
            move = self.move(state, seat, policies[seat - 1], chance)
            if way is None and isinstance(move, Lead):
                way = state.position.movement[move.seat - 1] or "", move.direction
            state = successor(state, seat, move, chance)
            self.work += 1
        return RoundPlayed(state, way)

    def until_a_draw(self, state: State, policies: Sequence[str]) -> State:
        """Play the round on as long as nothing has to be drawn: the same, whatever the chance."""
        number, chance = state.position.round, NoDraw()
        while state.position.round == number and (seat := next_seat(state)) is not None:
            try:
                move = self.move(state, seat, policies[seat - 1], chance)
                state = successor(state, seat, move, chance)
            except Decides:
                break
            self.work += 1
        return state
