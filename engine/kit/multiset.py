"""Multisets as tuples, for dice and cards: differences and random draws. Values keep their order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engine.chance import Chance

T = TypeVar("T")


def without(values: Iterable[T], some: Iterable[T]) -> tuple[T, ...] | None:
    """`values` without `some`; None if they are not all there."""
    left = list(values)
    for value in some:
        if value not in left:
            return None
        left.remove(value)
    return tuple(left)


def difference(values: Iterable[T], some: Iterable[T]) -> tuple[T, ...]:
    """`values` without `some`, ignoring those that are not there."""
    left = list(values)
    for value in some:
        if value in left:
            left.remove(value)
    return tuple(left)


def draw(values: Iterable[T], number: int, chance: Chance) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """`number` values in the order they were drawn, and the remaining ones. One draw each, whose token is
    the text of the value.
    """
    left, taken = list(values), list[T]()
    for _ in range(number):
        taken.append(chance.pick(left))
        left.remove(taken[-1])
    return tuple(taken), tuple(left)
