"""Rates every play of a card from the hand by rules of thumb, in influence: for bots.

It looks only at the seat's own hand and at what is public. `page` decides what to reveal and to choose.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.intrigue.bots.worth import YIELD, beside, rounds_left
from engine.intrigue.model.cards import ONE_TIME
from engine.intrigue.model.moves import Play, Spot
from engine.intrigue.model.state import Card, Kind, State
from engine.intrigue.rules.legal import spots

LATE: Mapping[Kind, float] = MappingProxyType(
    {
        "assassination": 3.0,
        "archer": 2.2,
        "decree": 1.0,
        "shapeshifter": 1.2,
        "lord": 1.0,
        "ambush": 0.5,
        "conspiracy": 0.2,
        "heir": 2.0,
        "soldier": 2.2,
        "spy": 1.5,
    }
)
"""What a card gains in the last round, in influence."""
EARLIER: Mapping[Kind, float] = MappingProxyType(
    {
        "assassination": -0.5,
        "archer": 0.5,
        "decree": -0.6,
        "shapeshifter": 0.1,
        "lord": 1.0,
        "ambush": 0.3,
        "conspiracy": 0.9,
        "heir": 1.2,
        "soldier": 0.7,
        "spy": 0.9,
    }
)
"""What a card gains for each round that it is played earlier, in influence."""


class Neighbours(NamedTuple):
    """The neighbours that a card would have in the queue."""

    own: int
    foreign: int
    soldiers: int
    """Face-up Soldiers of other seats."""
    copied: float
    """What their face-up effects gain per round."""


def best_play(position: State, seat: int) -> Play:
    return max(rated_plays(position, seat), key=_first)[1]


def rated_plays(position: State, seat: int) -> list[tuple[float, Play]]:
    rest = rounds_left(position)
    hand = [
        (kind, LATE[kind] + EARLIER[kind] * rest, kind in ONE_TIME)
        for kind in position.hands[seat - 1]
        if kind
    ]
    found = []
    for spot in spots(position, seat):
        usual, special = _welcome(_company(position, seat, spot))
        lasting, once = _covering(position, seat, spot)
        found += [
            (worth + (once if spent else lasting) + special.get(kind, usual), Play(kind, spot))
            for kind, worth, spent in hand
        ]
    return found


def _first(promise: tuple[float, Play]) -> float:
    return promise[0]


def _company(position: State, seat: int, spot: Spot) -> Neighbours:
    own = foreign = soldiers = 0
    copied = 0.0
    for card in _near(position, spot):
        if card.owner == seat:
            own += 1
        else:
            foreign += 1
            soldiers += card.up and card.kind == "soldier"
        if card.up and card.kind:
            copied += YIELD.get(card.kind, 0.0)
    return Neighbours(own, foreign, soldiers, copied)


def _near(position: State, spot: Spot) -> list[Card]:
    queue = position.queue
    if isinstance(spot, int):
        return beside(queue, spot)
    return [queue[0 if spot == "front" else -1][-1]] if queue else []


def _covering(position: State, seat: int, spot: Spot) -> tuple[float, float]:
    """The rating of a place for a lasting and for a one-time card: the card below, or others' Archers."""
    if isinstance(spot, int):
        below = position.queue[spot - 1][-1]
        pays = YIELD.get(below.kind, 0.5) if below.up and below.kind else 0.6
        return -pays, -0.2
    archers = 0
    for stack in position.queue:
        top = stack[-1]
        archers += top.up and top.kind == "archer" and top.owner != seat
    return -0.5 * archers, -0.5 * archers


def _welcome(company: Neighbours) -> tuple[float, dict[Kind, float]]:
    """What the neighbours add to the rating of a card, and to that of some kinds instead."""
    own, foreign, soldiers, copied = company
    worth = float(-soldiers)
    return worth, {
        "ambush": -worth,
        "lord": worth + 0.6 * own,
        "soldier": worth + 0.8 * (foreign - own),
        "spy": worth + 0.8 * min(1, foreign),
        "shapeshifter": worth + copied,
    }
