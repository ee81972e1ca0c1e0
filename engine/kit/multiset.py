"""Dice, cards and whatever else is counted by kind: what is left of it, what is drawn from it.

Values stay in their order; which order that is, is the game's business.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engine.chance import Chance

T = TypeVar("T")


def without(values: Iterable[T], some: Iterable[T]) -> tuple[T, ...] | None:
    """What is left when these are taken out; None: they are not all there."""
    left = list(values)
    for value in some:
        if value not in left:
            return None
        left.remove(value)
    return tuple(left)


def difference(values: Iterable[T], some: Iterable[T]) -> tuple[T, ...]:
    """What is left when as much of `some` as is there is taken out."""
    left = list(values)
    for value in some:
        if value in left:
            left.remove(value)
    return tuple(left)


def draw(values: Iterable[T], number: int, chance: Chance) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """So many of these, in the order they were drawn, and the others. As many draws; a token is the
    text of what was drawn.
    """
    left, taken = list(values), list[T]()
    for _ in range(number):
        taken.append(chance.pick(left))
        left.remove(taken[-1])
    return tuple(taken), tuple(left)
