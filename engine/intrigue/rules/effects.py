"""What the ten cards do, once it is chosen what they do it to.

Every effect works on a draft whose acting card carries it out: "own", "adjacent" and "this
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
from engine.intrigue.rules.draft import Draft, known


def carry_out(draft: Draft, effect: Kind, choice: Choice | None) -> None:
    """The acting card does what `effect` says to what was chosen (None: there is no choice)."""
    EFFECTS[effect](draft, choice)


def _remove(draft: Draft, choice: Choice | None) -> None:
    """Removes, then takes 1, even where there was nothing to remove."""
    acting = draft.acting
    if isinstance(choice, Remove):
        draft.remove(choice.place)
    draft.gain(acting.owner, known(acting), 1)


def _move(draft: Draft, choice: Choice | None) -> None:
    match choice:
        case MoveTo(place, to):
            draft.move_to(place, to)
        case MoveOn(place, on):
            draft.move_on(place, on)
        case _:
            _idle(draft)


def _steal(draft: Draft, choice: Choice | None) -> None:
    if not isinstance(choice, Steal):
        _idle(draft)
        return
    seat = draft.acting.owner
    draft.influence[choice.seat - 1] -= 1
    draft.influence[seat - 1] += 1
    draft.events.append(Stole(seat, choice.seat))


def _lord(draft: Draft, _choice: Choice | None) -> None:
    acting = draft.acting
    beside = [draft.queue[place - 1][-1].owner for place in neighbours(draft.queue, draft.place)]
    draft.gain(acting.owner, known(acting), 1 + beside.count(acting.owner))


def _heir(draft: Draft, _choice: Choice | None) -> None:
    acting = draft.acting
    others = (stack[-1] for place, stack in enumerate(draft.queue, start=1) if place != draft.place)
    if any(other.up and other.kind == acting.kind for other in others):
        _idle(draft)
    else:
        draft.gain(acting.owner, known(acting), 2)


def _ambush(draft: Draft, _choice: Choice | None) -> None:
    acting = draft.acting
    if acting.influence:
        draft.become(_holding(acting, 0))
        draft.events.append(Returned(acting.owner, acting.influence))
    draft.gain(acting.owner, known(acting), 1)


def _conspiracy(draft: Draft, _choice: Choice | None) -> None:
    acting = draft.acting
    if not acting.influence:
        _idle(draft)
        return
    doubled = _holding(acting, 2 * acting.influence)
    draft.become(doubled)
    draft.events.append(Doubled(acting.owner, doubled.influence))


def _shapeshifter(draft: Draft, _choice: Choice | None) -> None:
    """There is nothing to copy: what it copies is carried out instead of this."""
    _idle(draft)


def _idle(draft: Draft) -> None:
    acting = draft.acting
    draft.events.append(Idle(acting.owner, draft.place, known(acting)))


def _holding(card: Card, influence: int) -> Card:
    return Card(card.owner, card.round, card.kind, card.up, influence)


EFFECTS: Mapping[Kind, Callable[[Draft, Choice | None], None]] = MappingProxyType(
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
