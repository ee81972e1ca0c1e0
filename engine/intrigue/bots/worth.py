"""What cards are worth to a seat, by rules of thumb in influence: for bots, from what the seat may know.

It uses only the seat's own cards and what is public, so a view and every state that gives it get the same
answer.
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
"""What a face-up lasting card gains per round, including the harm it does to others."""
HIDDEN = 1.6
"""What a face-down card is worth for each remaining round, beside the influence on it."""


def rounds_left(position: State) -> int:
    """The number of rounds after the current one."""
    return ROUNDS - position.round


def loss(position: State, card: Card, seat: int) -> float:
    """What the owner loses with this top card, in influence, as far as `seat` knows."""
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
