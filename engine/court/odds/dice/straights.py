"""Chances of different faces: the straight of five (with either end) and of six.

A position consists of the number of missing faces and the number of dice left. Every choice of dice to
set aside is weighed, so without cards the chances are exact. The Magician completes a straight in the
roll that leaves one face missing; the Merchant and the Jester reroll. Other uses of cards are left out,
so with cards a chance is never too high.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import comb, fsum
from typing import NamedTuple

from engine.court.odds.dice.groups import LOST, WON, SymmetricEffects


class MissingFaces(NamedTuple):
    """The faces missing of a straight: `inner` ones, and one of two ends if `end` is true."""

    inner: int
    end: bool

    @property
    def faces(self) -> int:
        """The least number of dice it takes."""
        return self.inner + self.end


@lru_cache(maxsize=1 << 13)
def before_roll(gap: MissingFaces, dice: int, effects: SymmetricEffects) -> float:
    """The chance (0 to 1) if `dice` dice are about to be rolled."""
    if not gap.faces:
        return WON
    if gap.faces > dice:
        return LOST
    return fsum(
        chance * after_roll(gap, found, ends, dice, effects) for chance, found, ends in _rolls(gap, dice)
    )


def after_roll(
    gap: MissingFaces, found: int, ends: int, dice: int, effects: SymmetricEffects, *, kept: bool = False
) -> float:
    """The chance (0 to 1) with `dice` dice rolled that show `found` missing inner faces and `ends` ends."""
    left = MissingFaces(gap.inner - found, gap.end and not ends)
    # a die shows each face found; any other one can be turned
    if left.faces <= min(effects.jokers, dice - found - (gap.end and ends > 0)):
        return WON
    best = _again(gap, dice, effects, kept=kept)
    for inner, end in product(range(found + 1), range(1 + (gap.end and ends > 0))):
        number = inner + end
        if number or dice > found + ends:
            after = MissingFaces(gap.inner - inner, gap.end and not end)
            best = max(best, before_roll(after, dice - (number or 1), effects))
    return best


def _again(gap: MissingFaces, dice: int, effects: SymmetricEffects, *, kept: bool) -> float:
    """The chance if all dice are rerolled without setting one aside."""
    if kept:
        return before_roll(gap, dice, effects)
    if effects.free_rerolls:
        return before_roll(gap, dice, effects._replace(free_rerolls=effects.free_rerolls - 1))
    return before_roll(gap, dice, effects._replace(jester=0)) if effects.jester and dice == 1 else LOST


@lru_cache(maxsize=256)
def _rolls(gap: MissingFaces, dice: int) -> tuple[tuple[float, int, int], ...]:
    """Every case of a roll: its chance, and how many missing inner faces and ends it shows."""
    ends = 2 if gap.end else 0
    useless = 6 - gap.inner - ends
    return tuple(
        (comb(gap.inner, found) * comb(ends, end) * _exactly(found + end, useless, dice), found, end)
        for found, end in product(range(gap.inner + 1), range(ends + 1))
        if found + end <= dice
    )


def _exactly(faces: int, useless: int, dice: int) -> float:
    """The chance that each of `faces` faces shows, and besides them only `useless` ones."""
    ways = sum(
        (-1) ** absent * comb(faces, absent) * (faces - absent + useless) ** dice
        for absent in range(faces + 1)
    )
    return float(ways / 6**dice)
