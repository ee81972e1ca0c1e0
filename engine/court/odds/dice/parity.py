"""Chances that every die ends odd, or even.

Only the number of dice that are left matters. Of a throw some or all fitting dice are set aside;
without powers the chances are exact. Cards that change dice are used in the throw that they
complete (`fitted`), the Merchant throws again, the Jester one die that does not fit, and added dice
that fit count as throws again; what else powers could do is left out, so that with powers a chance
is never too high.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import fsum
from types import MappingProxyType
from typing import NamedTuple

from engine.court.model.state import Dice, Kind
from engine.court.odds.dice.groups import LOST, WON
from engine.court.odds.dice.rolls import EXACT_DICE, distinct_rolls, hit_chances

FITTERS: tuple[Kind, ...] = ("lady", "magician", "astronomer", "philosopher", "alchemist", "maid")
"""Cards that can change whether a die is odd."""
_STUBBORN: Mapping[int, int] = MappingProxyType({1: 6, 0: 1})
"""By what is wanted: the face that has no neighbour that would fit (above six, below one)."""


class ParityEffects(NamedTuple):
    """Unused cards that help: some of FITTERS in that order, throws again, the Jester."""

    fitters: tuple[Kind, ...] = ()
    free_rerolls: int = 0
    jester: int = 0


@lru_cache(maxsize=1 << 14)
def before_roll(remainder: int, dice: int, effects: ParityEffects) -> float:
    """The chance of `dice` more dice that all leave `remainder` (1: odd) when they are about to be thrown."""
    if not dice:
        return WON
    return fsum(
        fits * WON + (chance - fits) * _best(remainder, fitting, dice, effects, kept=False)
        for fitting, (chance, fits) in enumerate(_thrown(remainder, dice, effects.fitters))
    )


def after_roll(
    remainder: int, active: Dice, effects: ParityEffects, *, there: bool = False, kept: bool = False
) -> float:
    """The chance with these dice thrown. `there`: dice lie aside, which fit."""
    if fits_parity(remainder, active, effects.fitters, there=there):
        return WON
    fitting = sum(die % 2 == remainder for die in active)
    return _best(remainder, fitting, len(active), effects, kept=kept)


def _best(remainder: int, fitting: int, dice: int, effects: ParityEffects, *, kept: bool) -> float:
    best = LOST
    if kept:
        best = before_roll(remainder, dice, effects)
    elif effects.free_rerolls:
        best = before_roll(remainder, dice, effects._replace(free_rerolls=effects.free_rerolls - 1))
    for number in range(1, fitting + 1):
        best = max(best, before_roll(remainder, dice - number, effects))
    if effects.jester and fitting < dice:
        spent = effects._replace(jester=0)
        one_more = _best(remainder, fitting + 1, dice, spent, kept=kept)
        best = max(best, (one_more + _best(remainder, fitting, dice, spent, kept=kept)) / 2)
    return best


@lru_cache(maxsize=1 << 10)
def _thrown(remainder: int, dice: int, fitters: tuple[Kind, ...]) -> tuple[tuple[float, float], ...]:
    """By the number of fitting dice: its chance, and that part of it in which cards complete the throw."""
    fits = [0.0] * (dice + 1)
    if dice <= EXACT_DICE and fitters:
        for chance, fell in distinct_rolls(dice):
            if fits_parity(remainder, fell, fitters, there=False):
                fits[sum(die % 2 == remainder for die in fell)] += chance
    else:
        fits[dice] = hit_chances(dice, 3)[dice]
    return tuple(zip(hit_chances(dice, 3), fits, strict=True))


@lru_cache(maxsize=1 << 13)
def fits_parity(remainder: int, dice: Dice, fitters: tuple[Kind, ...], *, there: bool) -> bool:
    """Whether these active dice can all be made to fit. `there`: a fitting die lies aside."""
    stubborn = dice.count(_STUBBORN[remainder])
    wrong = sum(die % 2 != remainder for die in dice)
    there = there or wrong < len(dice)
    if "lady" in fitters:
        wrong = stubborn = stubborn if remainder else 0
    for card in fitters:
        if not wrong:
            break
        if card == "magician" or (card == "astronomer" and there):
            wrong, stubborn = wrong - 1, max(0, stubborn - 1)
        elif card in {"philosopher", "alchemist"} and wrong >= 2 and wrong > stubborn:
            wrong, stubborn = wrong - 2, max(0, stubborn - 1)
        elif card == "maid" and (not remainder or wrong > stubborn):
            wrong -= 1
            stubborn = min(stubborn, wrong)
    return not wrong
