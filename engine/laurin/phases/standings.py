"""The standings, at the end of a game and during it (laurin.md, "End")."""

from __future__ import annotations

from engine.game import Standing
from engine.kit.standings import rank
from engine.laurin.model.state import Position, State
from engine.laurin.phases.transition import seats_of


def standings(state: State) -> tuple[Standing, ...]:
    """Returns every seat's standing, best first; `score` is its points."""
    return ranked(state.position)


def ranked(position: Position) -> tuple[Standing, ...]:
    """Returns the standings by points, then by who reached them first; only seats that never scored share a
    place.
    """
    scores, reached = position.scores, position.reached
    return rank({seat: (scores[seat - 1], -reached[seat - 1]) for seat in seats_of(position)}, scores)
