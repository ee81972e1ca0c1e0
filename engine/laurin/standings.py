"""Who stands where, at the end of a game and on the way (laurin.md, "End")."""

from __future__ import annotations

from engine.game import Standing
from engine.laurin.model import Position, State
from engine.laurin.steps import seats_of


def standings(state: State) -> tuple[Standing, ...]:
    """Every seat's standing, best first; `score` is its points."""
    return ranked(state.position)


def ranked(position: Position) -> tuple[Standing, ...]:
    """By points, then by who reached them first; only who never scored shares a place."""
    keys = {seat: (-position.scores[seat - 1], position.reached[seat - 1]) for seat in seats_of(position)}
    order = sorted(keys, key=lambda seat: keys[seat])
    places = [1 + sum(other < keys[seat] for other in keys.values()) for seat in order]
    return tuple(
        Standing(seat, place, position.scores[seat - 1]) for seat, place in zip(order, places, strict=True)
    )
