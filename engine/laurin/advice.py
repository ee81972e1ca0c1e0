"""What a board or a bot asks about a position: where the King can go, what it would bring, what is playable.

Functions on views, so that no widget computes a rule.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Refused
from engine.laurin import cards, garden, scoring, spells
from engine.laurin.box import PRICES
from engine.laurin.cards import MovementCard
from engine.laurin.model import Dwarf, View
from engine.laurin.moves import Cast, Haste, Revolt
from engine.laurin.names import Cards, Direction, DwarfKind, Magic, Point
from engine.laurin.refusals import refused


class Reach(NamedTuple):
    """Where an open movement card can lead the King."""

    owner: int
    """In front of whom the card lies."""
    card: MovementCard
    direction: Direction
    end: Point | None
    """None: off the board; then the card may lapse, except for the last one."""
    points: tuple[int, ...]
    """What it would score, by seat, without any magic; off the board nothing."""


def card(name: str) -> MovementCard:
    """A movement card by its name: axis, distance, placing points, moving number."""
    return cards.MOVEMENT[name]


def price(kind: Magic) -> int:
    """What a magic card costs in treasure."""
    return PRICES[kind]


def worth(dwarf: Dwarf) -> int:
    """What a dwarf in the garden would score."""
    return cards.value(dwarf.kind, turned=dwarf.turned)


def front(kind: DwarfKind) -> int:
    """The placing points that a dwarf takes."""
    return cards.value(kind)


def payments(view: View, kind: Magic) -> tuple[Cards, ...]:
    """Every way to pay for a magic card from the own hand in which no card could be left out."""
    return cards.payments(view.hand, PRICES[kind])


def points(view: View, point: Point) -> tuple[int, ...]:
    """What every seat would score with the King at this point; a fogged seat nothing."""
    kings_move = view.position.kings_move
    return scoring.points(view.position, point, kings_move.fogged if kings_move else None)


def reaches(view: View) -> tuple[Reach, ...]:
    """Both directions of every open movement card, by seat."""
    position, found = view.position, []
    for owner, name in enumerate(position.movement, start=1):
        if name is None:
            continue
        for direction in card(name).directions:
            end = garden.walked(position.king, direction, card(name).distance)
            gains = (0,) * len(position.scores) if end is None else scoring.points(position, end)
            found.append(Reach(owner, card(name), direction, end, gains))
    return tuple(found)


def leads_to(view: View, move: Cast) -> Point | None:
    """Where the King would stand if this Haste or Revolt worked; None: it does not move him."""
    position = view.position
    match move:
        case Haste(direction):
            return garden.walked(position.king, direction, 1)
        case Revolt() if position.kings_move is not None:
            return spells.revolted(position.kings_move, move)
    return None


def playable(view: View) -> dict[Magic, Refused | None]:
    """Every own magic card, in the order A to F: None, or why it cannot be played now."""
    seat, position = view.seat, view.position
    if seat is None:
        return {}
    return {kind: _why_not(view, seat, kind) for kind in dict.fromkeys(position.magic[seat - 1])}


def _why_not(view: View, seat: int, kind: Magic) -> Refused | None:
    asked = view.position.asked
    why = spells.timing(view.position, kind)
    return refused("not-your-turn", asked=asked) if why is None and seat not in asked else why
