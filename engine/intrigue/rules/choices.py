"""What an effect lets its owner choose: every choice once, found lazily, from what lies on top.

The acting card is the top card of the place being resolved; `effect` is its own or the one it
copies. Without any choice, the effect is carried out without one. Sources: the rulebook's
"Karteneffekte"; intrigue.md, "Terms", "Cards" and "Rulings".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.intrigue.model.moves import Choice, Copy, MoveOn, MoveTo, Remove, Steal
from engine.intrigue.model.state import Kind, Stack

Stacks = Sequence[Stack]


def choices(effect: Kind, queue: Stacks, place: int, influence: Sequence[int]) -> Iterable[Choice]:
    """The choices of an effect carried out by the top card of `place`."""
    find = _FINDERS.get(effect)
    return () if find is None else find(queue, place, influence)


def neighbours(queue: Stacks, place: int) -> tuple[int, ...]:
    """The places beside a place, the one nearer to the front first."""
    left = (place - 1,) if place > 1 else ()
    return (*left, place + 1) if place < len(queue) else left


def neighbouring_families(queue: Stacks, place: int) -> tuple[int, ...]:
    """Other seats whose cards lie on top beside a place, each once."""
    own = queue[place - 1][-1].owner
    beside = [queue[other - 1][-1].owner for other in neighbours(queue, place)]
    return tuple(dict.fromkeys(seat for seat in beside if seat != own))


def _anywhere(queue: Stacks, place: int, _influence: Sequence[int]) -> Iterable[Choice]:
    return (Remove(other) for other in range(1, len(queue) + 1) if other != place)


def _ends(queue: Stacks, _place: int, _influence: Sequence[int]) -> Iterable[Choice]:
    return (Remove(1), Remove(len(queue))) if len(queue) > 1 else (Remove(1),)


def _beside(queue: Stacks, place: int, _influence: Sequence[int]) -> Iterable[Choice]:
    return [Remove(other) for other in neighbours(queue, place)]


def _copies(queue: Stacks, place: int, _influence: Sequence[int]) -> Iterable[Choice]:
    """Neighbours whose effect can be copied; of two with the same effect the first."""
    copied: dict[Kind | None, Choice] = {}
    for other in neighbours(queue, place):
        card = queue[other - 1][-1]
        if card.up and card.kind != "shapeshifter":
            copied.setdefault(card.kind, Copy(other))
    return copied.values()


def _victims(queue: Stacks, place: int, influence: Sequence[int]) -> Iterable[Choice]:
    return [Steal(seat) for seat in neighbouring_families(queue, place) if influence[seat - 1] > 0]


def _moves(queue: Stacks, place: int, _influence: Sequence[int]) -> Iterator[Choice]:
    for source in range(1, len(queue) + 1):
        if source != place:
            yield from _new_places(queue, source)
            yield from _landings(queue, source)


def _new_places(queue: Stacks, source: int) -> Iterator[MoveTo]:
    """Yield every new place for a card. A card alone in its place closes that place, so it cannot become the
    same place again.
    """
    alone = len(queue[source - 1]) == 1
    for to in range(1, len(queue) + (1 if alone else 2)):
        if not (alone and to == source):
            yield MoveTo(source, to)


def _landings(queue: Stacks, source: int) -> Iterator[MoveOn]:
    owner = queue[source - 1][-1].owner
    for on, stack in enumerate(queue, start=1):
        if on != source and stack[-1].owner == owner:
            yield MoveOn(source, on)


_FINDERS: Mapping[Kind, Callable[[Stacks, int, Sequence[int]], Iterable[Choice]]] = MappingProxyType(
    {
        "assassination": _anywhere,
        "archer": _ends,
        "soldier": _beside,
        "decree": _moves,
        "shapeshifter": _copies,
        "spy": _victims,
    }
)
