"""Chances of a number of pips.

After a roll, the highest dice are set aside, some or all: for the same number of dice no others are
better. So without cards the chances are exact up to EXACT_DICE dice; with more dice (with cards, more
than six) only the highest is set aside. Cards that change dice are used in the roll that they complete,
one after the other (`raised`); the Merchant and the Jester reroll. Other uses of cards are left out, so
with cards a chance is never too high.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import accumulate
from math import fsum
from types import MappingProxyType
from typing import NamedTuple

from engine.court.model.state import Dice, Kind
from engine.court.odds.dice.groups import LOST, WON
from engine.court.odds.dice.rolls import EXACT_DICE, distinct_rolls


class TotalEffects(NamedTuple):
    """What unused cards can do: some of RAISERS in that order, free rerolls, the Jester."""

    raisers: tuple[Kind, ...] = ()
    free_rerolls: int = 0
    jester: int = 0


NO_EFFECTS = TotalEffects()
_MOST_DICE = 6
"""With cards, every roll of up to this many dice is looked at."""


@lru_cache(maxsize=1 << 15)
def before_roll(need: int, dice: int, effects: TotalEffects) -> float:
    """The chance (0 to 1) of at least `need` pips if `dice` dice are about to be rolled."""
    if need <= dice:
        return WON
    if need > 6 * dice:
        return LOST
    if dice > (EXACT_DICE if effects == NO_EFFECTS else _MOST_DICE):
        return fsum(chance * before_roll(need - high, dice - 1, effects) for high, chance in _highest(dice))
    again = _again(need, dice, effects, kept=False)
    return fsum(
        chance * (WON if most >= need else _best(need, tops, effects, again))
        for chance, tops, most in _thrown(dice, effects.raisers)
    )


def after_roll(need: int, active: Dice, effects: TotalEffects, *, kept: bool = False) -> float:
    """The chance (0 to 1) with these dice rolled."""
    if raised(active, effects.raisers) >= need:
        return WON
    tops = tuple(accumulate(sorted(active, reverse=True)))
    return _best(need, tops, effects, _again(need, len(active), effects, kept=kept))


def _best(need: int, tops: tuple[int, ...], effects: TotalEffects, again: float) -> float:
    """The best of rerolling all dice and of setting the highest dice aside, whose sums are `tops`."""
    dice = len(tops)
    return max([again, *[before_roll(need - top, dice - kept, effects) for kept, top in enumerate(tops, 1)]])


def _again(need: int, dice: int, effects: TotalEffects, *, kept: bool) -> float:
    """The chance if all dice are rerolled without setting one aside."""
    if kept:
        return before_roll(need, dice, effects)
    if effects.free_rerolls:
        return before_roll(need, dice, effects._replace(free_rerolls=effects.free_rerolls - 1))
    return before_roll(need, dice, effects._replace(jester=0)) if effects.jester and dice == 1 else LOST


@lru_cache(maxsize=1 << 8)
def _thrown(dice: int, raisers: tuple[Kind, ...]) -> tuple[tuple[float, tuple[int, ...], int], ...]:
    """Every roll: its chance, the sums of its highest dice, and its sum after the cards."""
    return tuple(
        (chance, tuple(accumulate(reversed(fell))), raised(fell, raisers))
        for chance, fell in distinct_rolls(dice)
    )


@lru_cache(maxsize=16)
def _highest(dice: int) -> tuple[tuple[int, float], ...]:
    """Every highest face of a roll, and its chance."""
    return tuple((face, (face**dice - (face - 1) ** dice) / 6**dice) for face in range(1, 7))


@lru_cache(maxsize=1 << 14)
def raised(dice: Dice, raisers: tuple[Kind, ...]) -> int:
    """The sum of these active dice after the cards were used in this order."""
    rest = list(dice)
    for card in raisers:
        _RAISE[card](rest)
    return sum(rest)


def _lowest_to(rest: list[int], face: int) -> None:
    if rest and rest[0] < face:
        rest.pop(0)
        insort(rest, face)


def _magician(rest: list[int]) -> None:
    _lowest_to(rest, 6)


def _astronomer(rest: list[int]) -> None:
    """The highest die is set aside first; the lowest then follows it."""
    _lowest_to(rest, rest[-1] if rest else 0)


def _maid(rest: list[int]) -> None:
    _lowest_to(rest, min(6, rest[0] + 3) if rest else 0)


def _nobleman(rest: list[int]) -> None:
    rest[:] = sorted([die + 2 if die <= 4 else die for die in rest])


def _lady(rest: list[int]) -> None:
    rest[:] = sorted([die + 1 if die <= 5 else die for die in rest])


_RAISE: Mapping[Kind, Callable[[list[int]], None]] = MappingProxyType(
    {"magician": _magician, "maid": _maid, "nobleman": _nobleman, "lady": _lady, "astronomer": _astronomer}
)
RAISERS: tuple[Kind, ...] = tuple(_RAISE)
"""Cards that add pips, in the order in which they are used."""
