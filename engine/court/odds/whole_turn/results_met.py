"""Which results meet a target, for all rolls of a number of dice at once."""

from __future__ import annotations

from functools import lru_cache

from engine.court.model.dice import FACES
from engine.court.model.state import Dice
from engine.court.odds import index_tables
from engine.court.odds.same_face import SameFace
from engine.court.odds.targets import Groups, Parity, Straight, Target, Total
from engine.kit.arrays import Flags, Numbers, np


def results_met(target: Target, aside: Dice, dice: int) -> Flags:
    """True for every roll of `dice` dice that meets the target with those aside, by number of the roll."""
    counts = _counts(dice) + np.array([aside.count(face) for face in FACES])
    match target:
        case SameFace(needs):
            found = (counts >= np.array(needs)).any(axis=1)
        case Groups("house", _):
            counts.sort(axis=1)
            found = (counts[:, -1] >= 5) | (counts[:, -1] >= 3) & (counts[:, -2] >= 2)
        case Groups(shape, need):
            found = (counts // (2 if shape == "pairs" else 3)).sum(axis=1) >= need
        case Straight(inner, ends):
            found = (counts[:, _places(inner)] > 0).all(axis=1)
            if ends:
                found &= (counts[:, _places(ends)] > 0).any(axis=1)
        case Total(least):
            found = counts @ np.array(FACES) >= least
        case Parity(remainder):
            found = ~counts[:, _places(tuple(face for face in FACES if face % 2 != remainder))].any(axis=1)
        case _:
            found = np.array([target.met((*aside, *fell)) for fell in index_tables.all_rolls(dice)])
    flags: Flags = found
    return flags


def _places(faces: Dice) -> list[int]:
    return [face - 1 for face in faces]


@lru_cache(maxsize=16)
def _counts(dice: int) -> Numbers:
    """How many dice of each roll show each face, shape (rolls, 6)."""
    rolls = index_tables.all_rolls(dice)
    return np.array([[fell.count(face) for face in FACES] for fell in rolls], dtype=np.intp)
