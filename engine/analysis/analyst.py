"""What a game contributes to the analysis of a finished game: how its decisions, luck and chances are valued.

Decisions are valued from views alone, so that what a player could not know is never a mistake; luck and the
curve look at the whole game, with everything open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from engine.analysis.findings import CurvePoint, Finding, LuckLine, Unit
from engine.value.values import ChanceOf


class SeatDecision(Struct, frozen=True):
    """A move that a seat made, with all that it could know."""

    position: int
    seat: int
    round: int
    kind: str
    view: Any
    move: Any


class Played(NamedTuple):
    """A finished game with everything open."""

    seats: int
    states: tuple[Any, ...]
    """By position, the deal first."""
    movers: tuple[int | None, ...]
    """The seat of the step that led to each position; None for the deal, and where a step was undone."""
    moves: tuple[Any, ...]
    """The move of that step, likewise None."""
    rounds: tuple[int, ...]
    """By position."""
    decisions: tuple[SeatDecision, ...]
    """By position, without those that were undone."""
    result: tuple[float, ...]
    """By seat: 1 for a win; a shared win counts as its part."""
    resigned: tuple[int, ...]

    def of_seat(self, seat: int) -> tuple[SeatDecision, ...]:
        """The decisions of a seat."""
        return tuple(one for one in self.decisions if one.seat == seat)


class Analyst(NamedTuple):
    """The functions of one game. Each yields as soon as it knows something, and often enough to be stopped in
    between; what comes again replaces what came before.
    """

    unit: Unit
    method: str
    opponents: str
    findings: Callable[[Sequence[SeatDecision], ChanceOf], Iterator[Finding | float]]
    """Values the decisions of one seat; a number is how much of that is done (0 to 1)."""
    luck: Callable[[Played, int, ChanceOf], Iterator[LuckLine | None]]
    """What chance brought a seat."""
    curve: Callable[[Played, ChanceOf], Iterator[CurvePoint | None]]
    """Everybody's chances to win over the game."""
