"""What cards are worth to whom, as rules of thumb in influence: for bots, from what a seat may know.

Only the own cards and what lies open is looked at, so that the same answer comes from a view
and from a state that gives it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.intrigue.model.cards import ROUNDS
from engine.intrigue.model.state import Card, Kind, Stack, State
from engine.intrigue.rules.choices import neighbours

YIELD: Mapping[Kind, float] = MappingProxyType(
    {"archer": 1.6, "shapeshifter": 1.0, "lord": 1.6, "heir": 1.7, "soldier": 1.6, "spy": 1.5}
)
"""What a lasting card that lies open brings per round, the harm it does to others included."""
HIDDEN = 1.6
"""What a card lying face down is worth beside the influence on it, each round that is to come."""


def rounds_left(position: State) -> int:
    """Resolutions after the one under way or to come next."""
    return ROUNDS - position.round


def loss(position: State, card: Card, seat: int) -> float:
    """What its owner loses with a card on top of the queue, as far as `seat` knows it."""
    rest = rounds_left(position)
    if card.up or card.owner == seat:
        kind = card.kind
        if kind == "ambush":
            return -0.5
        if kind == "conspiracy":
            return 2 * card.influence + rest
        return card.influence + 0.8 * YIELD.get(kind, 0.8) * rest if kind else 0.0
    return 1.2 * card.influence + 0.6 + 0.45 * HIDDEN * rest


def removal(position: State, place: int, seat: int) -> float:
    """What it is worth to `seat` to remove the top card of a place."""
    card = position.queue[place - 1][-1]
    worth = loss(position, card, seat)
    if card.owner == seat:
        return -worth + (1.0 if card.kind == "ambush" else 0.0)
    leads = position.influence[card.owner - 1] >= max(position.influence)
    risk = 0.0 if card.up else 0.5
    return worth * (0.75 if leads else 0.5) - risk


def beside(queue: Sequence[Stack], place: int) -> list[Card]:
    """The top cards of the neighbouring stacks."""
    return [queue[other - 1][-1] for other in neighbours(queue, place)]
