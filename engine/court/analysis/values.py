"""What the moves of a position of court are worth, in turns: the steward's search, without its haste.

A seat is valued from its view, which in court is the position. With few dice the values are exact for the
goals of the turn, otherwise they are the chances of single goals (`engine.court.bots.move_choice`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import fsum
from statistics import variance
from typing import NamedTuple

from engine.chance import Chance, NoChance
from engine.court.bots.goals import TurnPosition, result_worth, turn_position
from engine.court.bots.move_choice import valued_moves
from engine.court.model.moves import CONCEDE, STAND, Move, Reroll, Roll, Stand, Take
from engine.court.model.state import State, Turn
from engine.court.odds.dice.rolls import distinct_rolls
from engine.court.rules.legal import moves
from engine.court.rules.transitions import successor
from engine.court.rules.validation import final_round

MOST_ROLLS = 21
"""Above this number of different rolls, they are drawn instead of listed."""
ROUNDING = 1e-6
"""Differences of values up to this come from sums that are rounded."""


class TurnValues(NamedTuple):
    """The moves of a position that were valued, and the value of the best one, in turns."""

    hand: TurnPosition
    moves: dict[Move, float]

    @property
    def best(self) -> float:
        """The value of the best move."""
        return max(self.moves.values(), default=0.0)

    @property
    def best_move(self) -> Move | None:
        """The best move; of equal ones one that ends the turn, else the first."""
        least = self.best - ROUNDING
        best = [move for move, value in self.moves.items() if value >= least]
        return next((move for move in best if isinstance(move, Take | Stand)), best[0] if best else None)


class MeanValue(NamedTuple):
    """A value in turns that may be the mean of a sample."""

    mean: float
    variance: float = 0.0
    """Of the mean: the square of its standard error; 0 if nothing was sampled."""


def turn_values(position: State, turn: Turn) -> TurnValues:
    """The values of the moves that the search considers, and of every way to end the turn now."""
    hand = turn_position(position, turn)
    values: dict[Move, float] = {}
    for value, move in valued_moves(hand):
        values[move] = max(value, values.get(move, 0.0))
    values.update(_endings(position, hand))
    return TurnValues(hand, values)


def _endings(position: State, hand: TurnPosition) -> Iterator[tuple[Move, float]]:
    """What ending the turn now is worth, if all dice are set aside."""
    if hand.active != ():
        return
    if final_round(position):
        yield STAND, result_worth(hand.goals, hand.aside)
        return
    for move in moves(position):
        if isinstance(move, Take):
            met = [
                wish.worth
                for wish in hand.goals
                if wish.card == move.card and (wish.target is None or wish.target.met(hand.aside))
            ]
            yield move, max(met, default=0.0)


def value_of_move(position: State, values: TurnValues, move: Move, chance: Chance) -> MeanValue:
    """The value of a legal move, also of one that the search left out; `chance` draws where too much could be
    rolled.
    """
    if move in values.moves:
        return MeanValue(values.moves[move])
    if move == CONCEDE:
        return MeanValue(0.0)
    if isinstance(move, Roll | Reroll):
        return expected(position, move, chance)
    return MeanValue(best_value(successor(position, move, NoChance())))


def best_value(position: State) -> float:
    """The value of a position in the middle of a turn, with the best moves from here."""
    assert position.turn is not None  # noqa: S101  (a turn goes on)
    return turn_values(position, position.turn).best


def expected(position: State, move: Roll | Reroll, chance: Chance) -> MeanValue:
    """The mean value of the positions that a roll can lead to, each with the best moves from there."""
    turn = position.turn
    assert turn is not None  # noqa: S101  (somebody rolls)
    dice = len(move.dice) if isinstance(move, Reroll) else turn.hand or len(turn.active)
    listed = list(islice(distinct_rolls(dice), MOST_ROLLS + 1))
    if len(listed) <= MOST_ROLLS:
        told = (share * best_value(successor(position, move, _Told(fell))) for share, fell in listed)
        return MeanValue(fsum(told))
    drawn = [best_value(successor(position, move, chance)) for _ in range(MOST_ROLLS)]
    return MeanValue(fsum(drawn) / MOST_ROLLS, variance(drawn) / MOST_ROLLS)


class _Told(NoChance):
    """Dice that fall as they are told."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self._faces = faces

    def dice(self, _count: int) -> tuple[int, ...]:
        return self._faces
