"""Seats around a table: their order, who is first, values by seat. Seats are numbered from 1."""

from __future__ import annotations

from typing import TypeVar

from engine.chance import Chance

T = TypeVar("T")


def clockwise(seats: int, first: int) -> tuple[int, ...]:
    """All `seats` seats in turn order, from `first` on."""
    return (*range(first, seats + 1), *range(1, first))


def draw_first_seat(seats: int, chance: Chance) -> int:
    """A random seat. One draw, whose token is the seat's number."""
    return int(chance.pick([str(seat) for seat in range(1, seats + 1)]))


def with_value(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """`values` (by seat, seat 1 first) with `value` for this seat."""
    return (*values[: seat - 1], value, *values[seat:])
