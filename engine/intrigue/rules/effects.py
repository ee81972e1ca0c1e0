"""The effects of the ten cards, once their targets are chosen.

Every effect changes a `MutablePosition` whose acting card carries it out: "own", "adjacent" and "this
card" mean that card, which may be a Shapeshifter copying the effect. Sources: the rulebook's
"Karteneffekte"; intrigue.md, "Cards" and "Rulings".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.intrigue.model.events import Doubled, Idle, Returned, Stole
from engine.intrigue.model.moves import Choice, MoveOn, MoveTo, Remove, Steal
from engine.intrigue.model.state import Card, Kind
from engine.intrigue.rules.choices import neighbours
from engine.intrigue.rules.mutable_position import MutablePosition, kind_of


def carry_out(position: MutablePosition, effect: Kind, choice: Choice | None) -> None:
    """Lets the acting card carry out `effect` on what was chosen (None: nothing to choose)."""
    EFFECTS[effect](position, choice)


def _remove(position: MutablePosition, choice: Choice | None) -> None:
    """Removes a card, then takes 1 influence, even if there was nothing to remove."""
    acting = position.acting
    if isinstance(choice, Remove):
        position.remove(choice.place)
    position.gain(acting.owner, kind_of(acting), 1)


def _move(position: MutablePosition, choice: Choice | None) -> None:
    match choice:
        case MoveTo(place, to):
            position.move_to(place, to)
        case MoveOn(place, on):
            position.move_on(place, on)
        case _:
            _idle(position)


def _steal(position: MutablePosition, choice: Choice | None) -> None:
    if not isinstance(choice, Steal):
        _idle(position)
        return
    seat = position.acting.owner
    position.influence[choice.seat - 1] -= 1
    position.influence[seat - 1] += 1
    position.events.append(Stole(seat, choice.seat))


def _lord(position: MutablePosition, _choice: Choice | None) -> None:
    acting = position.acting
    beside = [position.queue[place - 1][-1].owner for place in neighbours(position.queue, position.place)]
    position.gain(acting.owner, kind_of(acting), 1 + beside.count(acting.owner))


def _heir(position: MutablePosition, _choice: Choice | None) -> None:
    acting = position.acting
    others = (stack[-1] for place, stack in enumerate(position.queue, start=1) if place != position.place)
    if any(other.up and other.kind == acting.kind for other in others):
        _idle(position)
    else:
        position.gain(acting.owner, kind_of(acting), 2)


def _ambush(position: MutablePosition, _choice: Choice | None) -> None:
    acting = position.acting
    if acting.influence:
        position.become(_holding(acting, 0))
        position.events.append(Returned(acting.owner, acting.influence))
    position.gain(acting.owner, kind_of(acting), 1)


def _conspiracy(position: MutablePosition, _choice: Choice | None) -> None:
    acting = position.acting
    if not acting.influence:
        _idle(position)
        return
    doubled = _holding(acting, 2 * acting.influence)
    position.become(doubled)
    position.events.append(Doubled(acting.owner, doubled.influence))


def _shapeshifter(position: MutablePosition, _choice: Choice | None) -> None:
    """Does nothing: a copied effect is carried out instead of this one."""
    _idle(position)


def _idle(position: MutablePosition) -> None:
    acting = position.acting
    position.events.append(Idle(acting.owner, position.place, kind_of(acting)))


def _holding(card: Card, influence: int) -> Card:
    return Card(card.owner, card.round, card.kind, card.up, influence)


EFFECTS: Mapping[Kind, Callable[[MutablePosition, Choice | None], None]] = MappingProxyType(
    {
        "assassination": _remove,
        "archer": _remove,
        "decree": _move,
        "shapeshifter": _shapeshifter,
        "lord": _lord,
        "ambush": _ambush,
        "conspiracy": _conspiracy,
        "heir": _heir,
        "soldier": _remove,
        "spy": _steal,
    }
)
