"""Rolls by number, as arrays: which roll one die more makes of another, and the chance of each.

Rolls of a number of dice are numbered in the order of `distinct_rolls`, as in `index_tables`.
"""

from __future__ import annotations

from functools import lru_cache

from engine.court.model.dice import FACES, joined
from engine.court.odds import index_tables
from engine.kit.arrays import Floats, Numbers, np

Values = Floats
"""Values (0 to 1) with a row for each roll and a column for each class of dice set aside."""


def count(dice: int) -> int:
    """How many different rolls of `dice` dice there are."""
    return len(index_tables.all_rolls(dice))


@lru_cache(maxsize=16)
def with_die(dice: int) -> Numbers:
    """The numbers of the rolls of one die more, shape (6, `count(dice)`): face by face, roll by roll."""
    numbers = index_tables.roll_indexes(dice + 1)
    rolls = index_tables.all_rolls(dice)
    return np.array([[numbers[joined(fell, (face,))] for fell in rolls] for face in FACES], dtype=np.intp)


@lru_cache(maxsize=512)
def with_dice(dice: int, added: tuple[int, ...]) -> Numbers:
    """The numbers of the rolls that these dice more make of each roll of `dice` dice."""
    found = np.arange(count(dice), dtype=np.intp)
    for more, face in enumerate(added):
        found = with_die(dice + more)[face - 1][found]
    return found


@lru_cache(maxsize=16)
def chances(dice: int) -> Values:
    """The chance (0 to 1) of each roll."""
    return np.array(index_tables.roll_chances(dice))


@lru_cache(maxsize=16)
def face_masks(dice: int) -> Numbers:
    """The faces of each roll as bits; bit 0 is a 1."""
    rolls = index_tables.all_rolls(dice)
    return np.array([sum(1 << (face - 1) for face in set(fell)) for fell in rolls], dtype=np.intp)
