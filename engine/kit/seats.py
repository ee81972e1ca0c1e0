"""Seats around a table: their order, who is first, values by seat, places. Seats are numbered from 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.chance import Chance
from engine.game import Standing


def rank(worth: Mapping[int, tuple[int, ...]], scores: Sequence[int]) -> tuple[Standing, ...]:
    """Every seat's standing, best first, by `worth`: tuples compare in order, more is better.

    `scores` are by seat. Seats that share a place come in the order of their numbers.
    """
    order = sorted(worth, key=lambda seat: worth[seat], reverse=True)
    return tuple(
        Standing(seat, 1 + sum(other > worth[seat] for other in worth.values()), scores[seat - 1])
        for seat in order
    )


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
