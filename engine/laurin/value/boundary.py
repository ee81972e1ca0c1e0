"""Everybody's chance to win a position of laurin between two rounds: a logistic map, learned from games of
stewards by `make train GAME=laurin` (docs/analysis.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, fsum
from operator import mul
from types import MappingProxyType

from engine.laurin.bots import forecast
from engine.laurin.model.components import DWARFS, PRICES, TARGETS
from engine.laurin.model.state import Position, State
from engine.laurin.phases.rounds import ranked
from engine.value.seats import Seats
from engine.value.values import Chances

Figures = tuple[float, ...]
"""What a position promises a seat, in figures of which more is better."""
WEIGHTS: Figures = (1.3468, 1.7307, 0.8133, 0.3055, 0.0835, -0.2885, 0.5569, 1.7514, 2.0085, 0.6359, 1.4118)
MEAN_VALUE = 2
"""What treasure cards are worth in the mean."""
MISS = 0.012
"""The typical difference between these chances and how often seats won in games that were held out."""


EDGES: Mapping[str, float] = MappingProxyType(
    {"beginner": -0.759, "page": -0.493, "steward": 0.0, "master": 0.1}
)
"""By policy: how much better than a steward it plays, for the root of what the leader still lacks (and 6)."""


def chances(state: State, seats: Seats | None = None) -> Chances:
    """The chance of each seat to win, seat 1 first; where several share the win, each has its part. `seats`
    says how each plays; None: as stewards.
    """
    position = state.position
    if position.question is None:
        first = [one.seat for one in ranked(position) if one.place == 1]
        return tuple([(seat in first) / len(first) for seat in range(1, len(position.scores) + 1)])
    logits = [fsum(map(mul, WEIGHTS, own)) for own in figures(state)]
    if seats is not None:
        edges = [fsum([part * EDGES[policy] for policy, part in way]) for way in seats.ways]
        logits = [own + lacking(position) ** 0.5 * edge for own, edge in zip(logits, edges, strict=True)]
    most = max(logits)
    powers = [exp(own - most) for own in logits]
    whole = fsum(powers)
    return tuple([own / whole for own in powers])


def figures(state: State) -> tuple[Figures, ...]:
    """By seat: its score, its dwarfs near the King, its treasure cards, what they are worth above the mean,
    the value of its dwarfs outside the garden, and how many cards of each kind of magic it has; all divided
    by the root of what the leader still lacks, since a lead weighs more the nearer the end is, and a score
    by the root of that once more.
    """
    position = state.position
    scores, scale = position.scores, lacking(position) ** -0.5
    near = forecast.lasting(forecast.model_garden(position.dwarfs), position.king, len(scores))
    return tuple(
        [
            tuple(
                [
                    scale * own
                    for own in (
                        scale**0.5 * score,
                        near[seat],
                        position.cards[seat],
                        sum(state.hands[seat]) - MEAN_VALUE * len(state.hands[seat]),
                        sum([DWARFS[kind][0] for kind in position.stocks[seat]]),
                        *[position.magic[seat].count(kind) for kind in PRICES],
                    )
                ]
            )
            for seat, score in enumerate(scores)
        ]
    )


def lacking(position: Position) -> int:
    """What the leader lacks yet, and a little more: a game never ends at once."""
    return max(0, TARGETS[len(position.scores)] - max(position.scores)) + 6
