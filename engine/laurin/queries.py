"""Queries of boards and bots about a position: where the King can go, what he would score, what is playable.

The functions take views, so that no widget computes a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.game import Refused
from engine.laurin.model import cards, garden
from engine.laurin.model.cards import MovementCard
from engine.laurin.model.components import PRICES, TARGETS
from engine.laurin.model.moves import Buy, Cast, Fog, Haste, Relocate, Revolt
from engine.laurin.model.names import Cards, Direction, DwarfKind, Magic, Point
from engine.laurin.model.refusals import refused
from engine.laurin.model.state import Dwarf, Position, View
from engine.laurin.phases import scoring, spells
from engine.laurin.rules import legal, relocating


class KingDestination(NamedTuple):
    """Where an open movement card can bring the King in one direction."""

    owner: int
    """The seat in front of which the card lies."""
    card: MovementCard
    direction: Direction
    end: Point | None
    """The point, or None if it is off the board; the card may then lapse, unless it is the last one."""
    points: tuple[int, ...]
    """The points by seat that it would score without magic; zeros off the board."""


def card(name: str) -> MovementCard:
    """A movement card by its name: axis, distance, placing points, moving number."""
    return cards.MOVEMENT[name]


def card_of(move: Cast) -> Magic:
    return spells.card_of(move)


def magic_of(move: object) -> Magic | None:
    """The magic card that a move plays or buys, or None."""
    if isinstance(move, Buy):
        return move.card
    return spells.card_of(move) if isinstance(move, Cast) else None


def price(kind: Magic) -> int:
    """What a magic card costs in treasure."""
    return PRICES[kind]


def target(view: View) -> int:
    """The points that bring on the end."""
    return TARGETS[len(view.position.scores)]


def dwarf_value(dwarf: Dwarf) -> int:
    """What a dwarf in the garden would score."""
    return cards.value(dwarf.kind, turned=dwarf.turned)


def placing_cost(kind: DwarfKind) -> int:
    """The placing points that a dwarf takes."""
    return cards.value(kind)


def payments(view: View, kind: Magic) -> tuple[Cards, ...]:
    """Every way to pay for a magic card from the own hand without a superfluous card."""
    return cards.payments(view.hand, PRICES[kind])


def points(view: View, point: Point) -> tuple[int, ...]:
    """What every seat would score with the King at this point; a fogged seat nothing."""
    kings_move = view.position.kings_move
    return scoring.points(view.position, point, kings_move.fogged if kings_move else None)


def king_destinations(view: View) -> tuple[KingDestination, ...]:
    """Both directions of every open movement card, by seat."""
    return _reaches(view.position)


@lru_cache(maxsize=256)
def _reaches(position: Position) -> tuple[KingDestination, ...]:
    """Cached, since several callers ask for the same position more than once."""
    owned = enumerate(position.movement, start=1)
    return tuple(found for owner, name in owned if name for found in _ways(position, name, owner))


def destinations_of(view: View, name: str) -> tuple[KingDestination, KingDestination]:
    """Both directions of a movement card, whether it lies in front of somebody or not yet."""
    return _ways(view.position, name, 0)


def _ways(position: Position, name: str, owner: int) -> tuple[KingDestination, KingDestination]:
    west, east = (_reach(position, owner, card(name), way) for way in card(name).directions)
    return west, east


def _reach(position: Position, owner: int, movement: MovementCard, direction: Direction) -> KingDestination:
    end = garden.walked(position.king, direction, movement.distance)
    gains = (0,) * len(position.scores) if end is None else scoring.points(position, end)
    return KingDestination(owner, movement, direction, end, gains)


def beside(point: Point) -> tuple[str, ...]:
    """The up to four squares that touch a point, from the south-west one to the north-east one."""
    return garden.BESIDE[point]


def dwarf_on(view: View, square: str) -> Dwarf | None:
    """The dwarf on a square, or None."""
    return garden.by_square(view.position.dwarfs).get(square)


def king_after(view: View, move: Cast) -> Point | None:
    """The King's point if this Haste or Revolt has its effect; None if the card does not move him."""
    position = view.position
    match move:
        case Haste(direction):
            return garden.walked(position.king, direction, 1)
        case Revolt() if position.kings_move is not None:
            return spells.revolted(position.kings_move, move)
    return None


def would_score(view: View, move: Cast) -> tuple[int, ...]:
    """What every seat would score if this card had its effect in the current King's move."""
    if isinstance(move, Fog):
        return scoring.points(view.position, view.position.king, move.seat)
    return points(view, king_after(view, move) or view.position.king)


def relocation(view: View, steps: Iterable[tuple[str, str]]) -> Relocate:
    """These steps of dwarfs as the one normal form of the move."""
    return Relocate(relocating.ordered(view.position.dwarfs, steps))


def set_down(view: View, lifted: Sequence[str], source: str, taken: Sequence[str]) -> tuple[str, ...]:
    """Squares on which a dwarf may be set down, if these are lifted from; `taken` are others' targets."""
    return relocating.targets(view.position.dwarfs, lifted, source, taken)


def selections(cards_: Cards, most: int | None = None) -> tuple[Cards, ...]:
    """Every choice of one to `most` of these treasure cards, small ones first."""
    return cards.selections(cards_, most)


def most_back(view: View) -> int:
    """How many cards of the own bid, once it was turned up, may be taken back."""
    return len(shown_bid(view)) // 2


def shown_bid(view: View) -> Cards:
    """The own bid as it was turned up; empty before, and for those without one."""
    auction = view.position.auction
    return auction.shown[view.seat - 1] if view.seat and auction and auction.shown else ()


def casts(view: View, kind: Magic) -> tuple[Cast, ...]:
    """Every way to play an own magic card now; none if it cannot be played."""
    return tuple(legal.casts(view.position, kind)) if kind in _to_play(view) else ()


def _to_play(view: View) -> list[Magic]:
    return [kind for kind, why in playable(view).items() if why is None]


def playable(view: View) -> dict[Magic, Refused | None]:
    """The viewer's magic cards in the order A to F, each with why it cannot be played now (None: it can)."""
    seat, position = view.seat, view.position
    if seat is None:
        return {}
    return {kind: _why_not(view, seat, kind) for kind in dict.fromkeys(position.magic[seat - 1])}


def _why_not(view: View, seat: int, kind: Magic) -> Refused | None:
    asked = view.position.asked
    why = spells.timing_refusal(view.position, kind)
    return refused("not-your-turn", asked=asked) if why is None and seat not in asked else why
