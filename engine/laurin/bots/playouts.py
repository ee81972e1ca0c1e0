"""Playouts of laurin (`engine.playouts`): every kind of move is as likely as the others, then every choice.

Relocations are drawn, not listed: there can be a million of them. Every number of dwarfs is as likely as the
others, and so are the dwarfs, and the squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.chance import Chance
from engine.laurin.model.garden import SQUARES, by_square
from engine.laurin.model.moves import Move, Relocate
from engine.laurin.model.state import Position, State, View
from engine.laurin.rules.legal import DONE, groups
from engine.laurin.rules.relocating import ordered
from engine.laurin.rules.transitions import successor
from engine.playouts import Playouts

T = TypeVar("T")


def seat(state: State) -> int | None:
    """The seat that is asked, the first of several."""
    asked = state.position.asked
    return asked[0] if state.position.question is not None and asked else None


def sample(state: State, seat: int, chance: Chance) -> Move:
    """A legal move of the seat."""
    position = state.position
    view = View(seat, position, state.hands[seat - 1], state.bids[seat - 1])
    found = [group for group in map(list, groups(position, seat, view)) if group]
    lifted = position.turn.left if position.question == "move" and position.turn else 0
    number = int(chance.pick(range(len(found) + bool(lifted))))
    if number < len(found):
        return chance.pick(found[number])
    return relocation(position, seat, lifted, chance) or DONE


def relocation(position: Position, seat: int, left: int, chance: Chance) -> Relocate | None:
    """A move of up to `left` own dwarfs in the garden; None if the seat has none there."""
    own = [dwarf for dwarf in position.dwarfs if dwarf.seat == seat]
    if not own:
        return None
    there = by_square(position.dwarfs)
    lifted = drawn(own, chance.pick(range(min(left, len(own)))) + 1, chance)
    free = [square for square in SQUARES if square not in there]
    steps: list[tuple[str, str]] = []
    for dwarf in lifted:
        others = [
            other.square for other in lifted if (other.kind, other.turned) != (dwarf.kind, dwarf.turned)
        ]
        taken = {target for _, target in steps}
        targets = [square for square in (*free, *others) if square not in taken]
        if not targets:
            return None
        steps.append((dwarf.square, chance.pick(targets)))
    return Relocate(ordered(position.dwarfs, steps))


def drawn(items: Sequence[T], number: int, chance: Chance) -> list[T]:
    """So many of the items, none twice."""
    left = list(items)
    return [left.pop(chance.pick(range(len(left)))) for _ in range(number)]


def step(state: State, seat: int, move: Move, chance: Chance) -> State:
    """What a legal move leads to."""
    return successor(state, seat, move, chance)


PLAYOUTS = Playouts(seat, sample, step)
