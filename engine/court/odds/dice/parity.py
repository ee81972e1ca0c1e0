"""Chances that every die ends odd, or even.

Only the number of dice left matters. After a roll, some or all fitting dice are set aside. Without
cards the chances are exact. Cards that change dice are used in the roll that they complete
(`fits_parity`); the Merchant rerolls; the Jester rerolls one die that does not fit; added dice that fit
count as free rerolls. Other uses of cards are left out, so with cards a chance is never too high.
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
"""Cards that can change the parity of a die, in the order in which they are used."""
_STUBBORN: Mapping[int, int] = MappingProxyType({1: 6, 0: 1})
"""By the remainder wanted: the face that the next face (7 or 0) would be needed to fix."""


class ParityEffects(NamedTuple):
    """What unused cards can do: some of FITTERS in that order, free rerolls, the Jester."""

    fitters: tuple[Kind, ...] = ()
    free_rerolls: int = 0
    jester: int = 0


@lru_cache(maxsize=1 << 14)
def before_roll(remainder: int, dice: int, effects: ParityEffects) -> float:
    """The chance (0 to 1) that `dice` dice about to be rolled all end with `remainder` (1: odd, 0: even)."""
    if not dice:
        return WON
    return fsum(
        fits * WON + (chance - fits) * _best(remainder, fitting, dice, effects, kept=False)
        for fitting, (chance, fits) in enumerate(_thrown(remainder, dice, effects.fitters))
    )


def after_roll(
    remainder: int, active: Dice, effects: ParityEffects, *, there: bool = False, kept: bool = False
) -> float:
    """The chance (0 to 1) with these dice rolled. `there` is true if a fitting die is set aside."""
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
    """By the number of fitting dice: its chance, and the part of it in which cards complete the roll."""
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
    """True if cards can make all of these active dice fit. `there` is true if a fitting die is set aside."""
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
