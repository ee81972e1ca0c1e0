"""Dice without identity: ascending tuples of faces, and what can be picked from them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, groupby, product

from engine.court.model.state import Dice
from engine.kit import multiset

FACES = (1, 2, 3, 4, 5, 6)


@lru_cache(maxsize=1 << 14)
def without(dice: Dice, taken: Dice) -> Dice | None:
    """`dice` without `taken`, ascending; None if `taken` is not among them."""
    return multiset.without(dice, taken)


def joined(dice: Dice, more: Dice) -> Dice:
    """Both together, ascending."""
    return tuple(sorted(dice + more))


def exchanged(dice: Dice, before: Dice, after: Dice) -> Dice:
    """`dice` with `before`, which must be among them, replaced by `after`; ascending."""
    rest = without(dice, tuple(sorted(before)))
    assert rest is not None, (dice, before)  # noqa: S101  (a refused move never gets here)
    return tuple(sorted(rest + after))


@lru_cache(maxsize=1 << 13)
def best_group(dice: Dice) -> tuple[int, int]:
    """(count, face) of the largest group of one face, the higher face if equal; (0, 0) without dice."""
    return max(((dice.count(face), face) for face in set(dice)), default=(0, 0))


def distinct(dice: Dice) -> Dice:
    """Each face once, ascending."""
    return tuple(sorted(set(dice)))


def selections(dice: Dice) -> Iterator[Dice]:
    """Every different choice of one or more of `dice`, each ascending."""
    runs = [tuple(run) for _, run in groupby(dice)]
    parts = [[run[:count] for count in range(len(run) + 1)] for run in runs]
    picks = product(*parts)
    next(picks)  # nothing picked
    return (tuple(chain.from_iterable(pick)) for pick in picks)
