"""The chance of every seat to win from the beginning of a round, learned: for bots that search.

The worth of a seat is a sum of weights, one set for each number of rounds that are left; the chances are
their softmax over all seats. The weights are in `learned`, made by `training.intrigue`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from types import MappingProxyType

from engine.intrigue.bots.worth import YIELD
from engine.intrigue.model.cards import KINDS, ROUNDS
from engine.intrigue.model.state import Card, Kind, State

Weights = Sequence[Sequence[float]]
"""For each number of rounds that are left, beginning with none, the weight of each feature."""
Features = list[tuple[int, float]]
"""The features of a seat that are not zero: their number and value."""

INFLUENCE, ORDER, HAND, UP, DOWN, COVERED_UP, COVERED_DOWN = 0, 1, 6, 16, 26, 36, 46
ON_CARDS, ON_CONSPIRACY, ON_AMBUSH, ON_COVERED = 56, 57, 58, 59
SAME_HEIR, LORDS_OWN, SOLDIERS_PREY, SOLDIERS_OWN, SPYS_PREY, COPIED = 60, 61, 62, 63, 64, 65
UP_BY_SOLDIER, DOWN_BY_SOLDIER, UP_AT_END, DOWN_AT_END, OWN_ENDS, OTHERS_AT_END = 66, 67, 68, 69, 70, 71
FEATURES = 72

_NUMBER: Mapping[Kind | None, int] = MappingProxyType({kind: place for place, kind in enumerate(KINDS)})


def features(position: State) -> list[Features]:
    """The features of each seat at the beginning of a round, from all cards: of a state, or of a sample."""
    found: list[Features] = [[(INFLUENCE, float(own))] for own in position.influence]
    for order, seat in enumerate(position.waiting):
        found[seat - 1].append((ORDER + order, 1.0))
    for own, hand in zip(found, position.hands, strict=True):
        own += [(HAND + _NUMBER[kind], 1.0) for kind in hand]
    tops = [stack[-1] for stack in position.queue]
    archers = [top.owner for top in tops if top.up and top.kind == "archer"]
    heirs = sum(top.up and top.kind == "heir" for top in tops)
    for place, top in enumerate(tops):
        beside = ([tops[place - 1]] if place else []) + tops[place + 1 : place + 2]
        own = found[top.owner - 1]
        _top(own, top, beside, heirs)
        if archers and (place == 0 or place == len(tops) - 1):
            foreign = sum(owner != top.owner for owner in archers)
            own.append((UP_AT_END if top.up else DOWN_AT_END, float(foreign)))
    for stack in position.queue:
        for card in stack[:-1]:
            own = found[card.owner - 1]
            own.append(((COVERED_UP if card.up else COVERED_DOWN) + _NUMBER[card.kind], 1.0))
            if card.influence:
                own.append((ON_COVERED, float(card.influence)))
    if tops:
        ends = (tops[0].owner, tops[-1].owner)
        for owner in archers:
            same = ends.count(owner)
            found[owner - 1].append((OWN_ENDS, 1.0) if same == 2 else (OTHERS_AT_END, 1.0))
    return found


def _top(own: Features, top: Card, beside: Sequence[Card], heirs: int) -> None:
    """Adds the features of a card on top of a stack."""
    kind = top.kind
    own.append(((UP if top.up else DOWN) + _NUMBER[kind], 1.0))
    if top.influence:
        on = {"conspiracy": ON_CONSPIRACY, "ambush": ON_AMBUSH}.get(kind or "", ON_CARDS)
        own.append((on, float(top.influence)))
    near = sum(other.owner == top.owner for other in beside)
    hunted = sum(other.up and other.kind == "soldier" and other.owner != top.owner for other in beside)
    if hunted:
        own.append((UP_BY_SOLDIER if top.up else DOWN_BY_SOLDIER, float(hunted)))
    if not top.up:
        return
    if kind == "heir" and heirs > 1:
        own.append((SAME_HEIR, 1.0))
    elif kind == "lord" and near:
        own.append((LORDS_OWN, float(near)))
    elif kind == "soldier" and beside:
        own.append((SOLDIERS_PREY, 1.0) if near < len(beside) else (SOLDIERS_OWN, 1.0))
    elif kind == "spy" and near < len(beside):
        own.append((SPYS_PREY, 1.0))
    elif kind == "shapeshifter":
        copied = max((YIELD.get(other.kind, 0.0) for other in beside if other.up and other.kind), default=0.0)
        own.append((COPIED, copied))


def chances(position: State, weights: Weights) -> list[float]:
    """The chance of each seat to win, seat 1 first, at the beginning of a round."""
    own = weights[ROUNDS + 1 - position.round]
    return softmax([sum([own[number] * value for number, value in seat]) for seat in features(position)])


def softmax(worths: Sequence[float]) -> list[float]:
    """Positive shares that add up to one, larger for a larger worth."""
    best = max(worths)
    raised = [exp(worth - best) for worth in worths]
    total = sum(raised)
    return [one / total for one in raised]
