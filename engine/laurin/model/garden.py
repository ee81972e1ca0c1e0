"""The garden: squares for dwarfs, points for the King between them, and the ways he walks.

Sources: laurin.md, "Material" (the squares beside the King are those that touch his point).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import get_args

from engine.laurin.model.components import SIZE
from engine.laurin.model.names import Direction, Point
from engine.laurin.model.state import Dwarf

DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
SQUARES: tuple[str, ...] = tuple(
    f"{'abcdefgh'[column]}{row + 1}" for column in range(SIZE) for row in range(SIZE)
)
"""Every square by name, ascending: a1, a2, ..., h8."""
_STEPS: Mapping[Direction, Point] = MappingProxyType(
    {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
)


def _touching(point: Point) -> tuple[str, ...]:
    x, y = point
    return tuple(
        SQUARES[column * SIZE + row]
        for column in (x - 1, x)
        for row in (y - 1, y)
        if 0 <= column < SIZE and 0 <= row < SIZE
    )


POINTS: tuple[Point, ...] = tuple((x, y) for x in range(SIZE + 1) for y in range(SIZE + 1))
BESIDE: Mapping[Point, tuple[str, ...]] = MappingProxyType({point: _touching(point) for point in POINTS})
"""The up to four squares that touch each of the King's points."""


def walked(start: Point, direction: Direction, length: int) -> Point | None:
    """The point `length` points away in a direction; None if it is off the board."""
    (x, y), (east, north) = start, _STEPS[direction]
    end = (x + east * length, y + north * length)
    return end if end in BESIDE else None


def right_angled(direction: Direction) -> tuple[Direction, Direction]:
    """The two directions to the sides of one."""
    return ("east", "west") if direction in {"north", "south"} else ("north", "south")


def by_square(dwarfs: Iterable[Dwarf]) -> dict[str, Dwarf]:
    return {dwarf.square: dwarf for dwarf in dwarfs}


def in_place(dwarfs: Iterable[Dwarf]) -> tuple[Dwarf, ...]:
    """Dwarfs in the order of their squares."""
    return tuple(sorted(dwarfs, key=lambda dwarf: dwarf.square))
