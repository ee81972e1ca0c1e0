"""Two moves of court compared by playing on: stewards play from each, for some rounds or to the King.

What luck of dice did along the way is taken off each game, by the values of the turns that are played: the
mean stays, and a fraction of the games is enough. (The same idea as in Burch, Schmid, Moravčík, Morrill and
Bowling, "AIVAT", 2018.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from engine.analysis.paired import mean, standard_error
from engine.chance import Chance
from engine.court.bots.steward import decide
from engine.court.model.moves import Concede, Move, Reroll, Roll, Stand, Take
from engine.court.model.state import State, Turn, View
from engine.court.rules.transitions import successor
from engine.court.value.boundary import boundary
from engine.value.values import ChanceOf, Gain

if TYPE_CHECKING:
    from engine.court.value.turn_values import Like, SolvedTurn

CHUNK, MOST = 8, 16
"""Pairs between two answers, and in all."""
EFFORT, CHOOSING = 8e5, 1e3
"""About how many microseconds are spent on one comparison, and what a steward's move takes of them."""
ROUNDS = 2
"""After so many rounds the values of positions between turns decide."""


def replayed(view: View, better: Move, made: Move, chance_of: ChanceOf) -> Iterator[Gain]:
    """What the first of two moves gains over the second if strong players play on (`Values.replayed`)."""
    state: State = view.position
    assert state.turn is not None  # noqa: S101  (somebody moved)
    seat, gains, spent = state.turn.seat, list[float](), 0.0
    solutions = _Solutions(seat)
    while len(gains) < MOST and spent < EFFORT:
        for _ in range(CHUNK):
            name = f"{len(gains)}"
            won, lost = (played_on(state, seat, move, chance_of(name), solutions) for move in (better, made))
            gains.append(won.chance - lost.chance)
            spent += won.effort + lost.effort
        yield Gain(mean(gains), standard_error(gains))


class _Solutions:
    """The turns of one comparison for a seat: pairs play the same ones again and again."""

    def __init__(self, seat: int) -> None:
        self._seat, self._bytes = seat, 0
        self._kept: dict[Like, SolvedTurn] = {}

    def of(self, state: State, turn: Turn) -> tuple[SolvedTurn, float]:
        """A turn solved from here on, and the effort that it took now."""
        from engine.court.value.turn_values import MEMORY, SolvedTurn, like  # with it come arrays

        key = like(state, turn)
        found = self._kept.get(key)
        if found is not None:
            return found, 0.0
        found = SolvedTurn(state, turn, () if turn.seat == self._seat else (self._seat,))
        if self._bytes + found.bytes > MEMORY:
            self._kept, self._bytes = {}, 0
        self._kept[key] = found
        self._bytes += found.bytes
        return found, found.effort


class PlayedOn(NamedTuple):
    """The chance of a seat where playing on ended, less the luck of the dice since, and what that took."""

    chance: float
    effort: float


def played_on(state: State, seat: int, move: Move, chance: Chance, solutions: _Solutions) -> PlayedOn:
    """Stewards play on after a move: for ROUNDS rounds, until the King is taken, or to the end."""
    luck, effort, last = 0.0, 0.0, state.round + ROUNDS
    solution: SolvedTurn | None = None
    following: Move | None = move
    while state.turn is not None:
        turn = state.turn
        if solution is None:
            solution, took = solutions.of(state, turn)
            effort += took
        if following is None:
            following = decide(state, turn)
            effort += CHOOSING
        after = successor(state, following, chance)
        if isinstance(following, Take | Stand | Concede):
            solution = None
            if after.final is not None or after.round >= last:
                return PlayedOn(boundary(after)[seat - 1] - luck, effort)
        elif isinstance(following, Roll | Reroll):
            assert after.turn is not None  # noqa: S101  (the turn goes on)
            fell = solution.chance_of(seat, after.turn)
            luck += fell - solution.chance_of(seat, turn, following)
        state, following = after, None
    return PlayedOn(boundary(state)[seat - 1] - luck, effort)
