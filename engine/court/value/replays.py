"""Two moves of court compared by playing on: stewards play from each, until the King is taken.

What luck of dice did along the way is taken off each game, by the values of the turns that are played: the
mean stays, and a fraction of the games is enough. (The same idea as in Burch, Schmid, Moravčík, Morrill and
Bowling, "AIVAT", 2018.)
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.paired import mean, standard_error
from engine.chance import Chance
from engine.court.bots.steward import decide
from engine.court.model.moves import Concede, Move, Reroll, Roll, Stand, Take
from engine.court.model.state import State, View
from engine.court.rules.transitions import successor
from engine.court.value.boundary import boundary
from engine.court.value.turn_values import SolvedTurn
from engine.value.values import ChanceOf, Gain

CHUNK = 8
"""Pairs between two answers."""


def replayed(view: View, better: Move, made: Move, chance_of: ChanceOf) -> Iterator[Gain]:
    """See `Values.replayed`."""
    state: State = view.position
    assert state.turn is not None  # noqa: S101  (somebody moved)
    seat, gains = state.turn.seat, list[float]()
    while True:
        for _ in range(CHUNK):
            name = f"{state.number} {seat} {len(gains)}"
            won, lost = (played_on(state, seat, move, chance_of(name)) for move in (better, made))
            gains.append(won - lost)
        yield Gain(mean(gains), standard_error(gains))


def played_on(state: State, seat: int, move: Move, chance: Chance) -> float:
    """The chance of a seat once the King is taken or the game is over, less the luck of the dice since."""
    luck, solution = 0.0, None
    following: Move | None = move
    while state.turn is not None:
        turn = state.turn
        if solution is None:
            solution = SolvedTurn(state, turn, () if turn.seat == seat else (seat,))
        if following is None:
            following = decide(state, turn)
        after = successor(state, following, chance)
        if isinstance(following, Take | Stand | Concede):
            solution = None
            if after.final is not None:
                return boundary(after)[seat - 1] - luck
        elif isinstance(following, Roll | Reroll):
            assert after.turn is not None  # noqa: S101  (the turn goes on)
            fell = solution.chance_of(seat, after.turn)
            luck += fell - solution.chance_of(seat, turn, following)
        state, following = after, None
    return boundary(state)[seat - 1] - luck
