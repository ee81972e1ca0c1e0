"""Everybody's chance between turns, whatever the phase of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, fsum
from types import MappingProxyType

from engine.court.bots.king_distance import distance, household
from engine.court.model.state import State
from engine.court.rules.standings import standings
from engine.value.seats import Seats, Way
from engine.value.values import Chances

STRONG = "steward"
EDGES: Mapping[str, float] = MappingProxyType({"beginner": -2.35, "page": -1.7, STRONG: 0.0, "master": 0.07})
"""By policy: how much better than a steward it plays, for the root of what is `to_come` (learned by
`training.court`).
"""
_TAKEN = 0.36
"""What is to come once the King is taken."""
NEAR = 5
"""So many rounds before its end the house limit counts."""


def boundary(position: State, seats: Seats | None = None) -> Chances:
    """The chance of each seat to win before a turn; at the end the result, where a shared win counts as its
    part. Within a turn, that before its first roll. `seats` says how each plays; None: as strong players.
    """
    chances = _among_strong(position)
    if seats is None or position.turn is None:
        return chances
    edges, root = [edge(way) for way in seats.ways], to_come(position) ** 0.5
    even = evenness(edges, root)
    parts = [chance**even * exp(root * own) for chance, own in zip(chances, edges, strict=True)]
    whole = fsum(parts)
    return tuple([part / whole for part in parts])


def edge(way: Way) -> float:
    """How much better than a steward somebody plays, as in `EDGES`."""
    return fsum([part * EDGES[policy] for policy, part in way])


def evenness(edges: Sequence[float], root: float) -> float:
    """The part of the seats that count, 1 if all play alike: the fewer they are, the less a lead says, as it
    was over all the others.
    """
    weights = [exp(root * own) for own in edges]
    return fsum(weights) ** 2 / fsum([own**2 for own in weights]) / len(weights)


def to_come(position: State) -> float:
    """In about how many rounds the King is taken."""
    if position.final is not None:
        return _TAKEN
    nearest = min([distance(*household(own)) for own in position.cards])
    return min(nearest, position.options.rounds - position.round + 1.0)


def _among_strong(position: State) -> Chances:
    if position.turn is None:
        first = [one.seat for one in standings(position) if one.place == 1]
        return tuple([(seat in first) / len(first) for seat in range(1, len(position.cards) + 1)])
    if position.final is not None:
        from engine.court.value.final_round import taken_chances  # for whoever asks: with it come arrays

        return taken_chances(position, position.final)
    if position.options.rounds - position.round < NEAR:
        from engine.court.value.house_limit import limited_chances  # likewise

        return limited_chances(position)
    from engine.court.value.open_king import open_chances  # likewise

    return open_chances(position)
