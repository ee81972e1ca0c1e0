"""Scores the dwarfs beside the King, and turns them or returns them to the stock (laurin.md, "Scoring")."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.seats import with_value
from engine.laurin.model import cards
from engine.laurin.model.events import Scored
from engine.laurin.model.garden import BESIDE, in_place
from engine.laurin.model.names import DwarfKind, Point
from engine.laurin.model.state import Dwarf, Position, State
from engine.laurin.phases.transition import Transition, clockwise, seats_of, with_position


def beside(position: Position, point: Point, fogged: int | None = None) -> tuple[Dwarf, ...]:
    """Returns the dwarfs that score if the King is at a point."""
    squares = BESIDE[point]
    return tuple(dwarf for dwarf in position.dwarfs if dwarf.square in squares and dwarf.seat != fogged)


def points(position: Position, point: Point, fogged: int | None = None) -> tuple[int, ...]:
    """Returns the points that each seat scores if the King is at a point, by seat."""
    gained = [0] * len(position.scores)
    for dwarf in beside(position, point, fogged):
        gained[dwarf.seat - 1] += cards.value(dwarf.kind, turned=dwarf.turned)
    return tuple(gained)


def score(state: State) -> Transition:
    """Scores at the end of a King's move: adds points, turns each dwarf over or returns it to the stock."""
    position = state.position
    fogged = position.kings_move.fogged if position.kings_move else None
    scored = beside(position, position.king, fogged)
    gained = points(position, position.king, fogged)
    turned = [replace(dwarf, turned=True) for dwarf in scored if not dwarf.turned]
    others = [dwarf for dwarf in position.dwarfs if dwarf not in scored]
    stocks = position.stocks
    for dwarf in scored:
        if dwarf.turned:
            stocks = with_value(stocks, dwarf.seat, _ranked((*stocks[dwarf.seat - 1], dwarf.kind)))
    after = with_position(
        state,
        scores=tuple(old + new for old, new in zip(position.scores, gained, strict=True)),
        reached=_reached(position, gained),
        scorings=position.scorings + 1,
        dwarfs=in_place((*others, *turned)),
        stocks=stocks,
        kings_move=None,
    )
    return after, (Scored(gained, scored, fogged),)


def _ranked(kinds: tuple[DwarfKind, ...]) -> tuple[DwarfKind, ...]:
    return tuple(sorted(kinds, key=cards.DWARF_KINDS.index))


def _reached(position: Position, gained: tuple[int, ...]) -> tuple[int, ...]:
    """Returns when each seat reached its score, by seat: scorings in order, within one scoring clockwise from
    the crown.
    """
    moment = (position.scorings + 1) * 10
    order = clockwise(position)
    return tuple(
        moment + order.index(seat) if gained[seat - 1] else position.reached[seat - 1]
        for seat in seats_of(position)
    )
