"""Queries of boards about a position: what can be pointed at, and what a move is known to lead to.

The functions take views, so that no widget computes a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.intrigue.model.events import Event
from engine.intrigue.model.moves import Copy, Move, MoveOn, MoveTo, Play, Remove, Steal
from engine.intrigue.model.state import Card, View
from engine.intrigue.rules.choices import neighbours
from engine.intrigue.rules.legal import check, legal
from engine.intrigue.rules.mutable_position import HiddenCard, MutablePosition
from engine.intrigue.rules.transitions import apply_move
from engine.intrigue.rules.validation import acting_seat


class KnownConsequences(NamedTuple):
    """What is known about the consequences of a move."""

    events: tuple[Event, ...]
    """The events, as far as they are known; all of them if there is a view."""
    view: View | None
    """The view afterwards; None if a hidden card decides."""


class Placement(NamedTuple):
    """A spot of the queue as it lies now, and the move that puts a card there."""

    place: int
    on: bool
    """True: on top of this place. False: as a place of its own before it (at the end: before the next)."""
    move: Play | MoveTo | MoveOn


def known_consequences(view: View, move: Move) -> KnownConsequences:
    """What a legal move leads to, up to the first hidden card that decides. Raises Refused like `check`."""
    why = check(view, move)
    if why is not None:
        raise why
    position = MutablePosition(view.position)
    try:
        apply_move(position, move)
    except HiddenCard:
        return KnownConsequences(tuple(position.events), None)
    return KnownConsequences(tuple(position.events), View(view.seat, position.state()))


def acting(view: View) -> Card | None:
    """The card being resolved; None while cards are played."""
    resolving = view.position.resolving
    return None if resolving is None else view.position.queue[resolving.place - 1][-1]


def placements(view: View, moves: Iterable[Move]) -> tuple[Placement, ...]:
    """The placements that these moves make, from the front; other moves are left out."""
    found = (_aim(view, move) for move in moves if isinstance(move, Play | MoveTo | MoveOn))
    return tuple(sorted(found, key=lambda aim: (aim.place, aim.on)))


def _aim(view: View, move: Play | MoveTo | MoveOn) -> Placement:
    queue = view.position.queue
    match move:
        case Play(_, "front"):
            return Placement(1, False, move)
        case Play(_, "end"):
            return Placement(len(queue) + 1, False, move)
        case MoveTo(place, to):
            closes = len(queue[place - 1]) == 1 and to > place
            return Placement(to + closes, False, move)
        case Play(_, place) | MoveOn(_, place):
            return Placement(int(place), True, move)


def pointing_at(view: View, place: int) -> tuple[Move, ...]:
    """The moves that the viewing seat can mean by pointing at a place of the queue.

    To play on it, to remove, copy or move its top card, or to steal from its owner.
    """
    return tuple(move for move in legal(view) if _points(view, move, place))


def targets(view: View) -> tuple[int, ...]:
    """The places of the queue that the viewing seat can point at now, from the front."""
    if acting_seat(view.position) != view.seat:
        return ()
    moves = tuple(legal(view))
    places = range(1, len(view.position.queue) + 1)
    return tuple(place for place in places if any(_points(view, move, place) for move in moves))


def _points(view: View, move: Move, place: int) -> bool:
    match move:
        case Play(_, spot):
            return spot == place
        case Remove(target) | Copy(target) | MoveTo(target, _) | MoveOn(target, _):
            return target == place
        case Steal(seat):
            return _beside_resolved(view, place) and view.position.queue[place - 1][-1].owner == seat
        case _:
            return False


def _beside_resolved(view: View, place: int) -> bool:
    resolving = view.position.resolving
    return resolving is not None and place in neighbours(view.position.queue, resolving.place)
