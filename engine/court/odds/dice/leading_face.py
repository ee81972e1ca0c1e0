"""Chances of many dice of one face, with more dice than can be weighed exactly.

Only one face, the leading one, is collected at a time. After a roll, its dice are set aside, or those of
another face that then is nearer to the goal and leads from then on. This restricts the ways to play, so a
chance is never too high; for the King with nine or ten dice it is within a hundredth of the truth. Cards
are used as in `engine.court.odds.dice.groups`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from engine.court.odds.dice.groups import LOST, WON, SymmetricEffects
from engine.court.odds.dice.rolls import roll_classes


class LeaderState(NamedTuple):
    """`lead` dice are missing of the leading face (None: none leads), `fresh` of each of `faces` others."""

    lead: int | None
    fresh: int
    faces: int


@lru_cache(maxsize=1 << 15)
def before_roll(race: LeaderState, dice: int, effects: SymmetricEffects) -> float:
    """The chance (0 to 1) if `dice` dice are about to be rolled."""
    if race.lead is not None and race.lead <= 0:
        return WON
    if min(race.fresh, race.fresh if race.lead is None else race.lead) > dice:
        return LOST
    return fsum(
        weight * after_roll(race, here, most, dice, effects)
        for weight, here, most in _rolls(race.lead is not None, race.faces, dice)
    )


def after_roll(
    race: LeaderState, here: int, most: int, dice: int, effects: SymmetricEffects, *, kept: bool = False
) -> float:
    """The chance (0 to 1) with `dice` dice rolled: `here` of the leading face, at most `most` of another."""
    lead = race.fresh if race.lead is None else race.lead
    if lead - here <= min(effects.jokers, dice - here) or race.fresh - most <= min(
        effects.jokers, dice - most
    ):
        return WON
    if kept:
        best = before_roll(race, dice, effects)
    elif effects.free_rerolls:
        best = before_roll(race, dice, effects._replace(free_rerolls=effects.free_rerolls - 1))
    else:
        best = before_roll(race, dice, effects._replace(jester=0)) if effects.jester and dice == 1 else LOST
    if race.fresh - most < lead - here:
        faces = race.faces - (race.lead is None)
        best = max(best, before_roll(LeaderState(race.fresh - most, race.fresh, faces), dice - most, effects))
    return max(
        best, before_roll(race if not here else race._replace(lead=lead - here), dice - max(here, 1), effects)
    )


@lru_cache(maxsize=256)
def _rolls(led: bool, faces: int, dice: int) -> tuple[tuple[float, int, int], ...]:
    """Every case of a roll: its chance, the dice of the leading face, the most dice of another face."""
    chances: defaultdict[tuple[int, int], float] = defaultdict(float)
    alike = (1, faces) if led else (faces,)
    for weight, counts, _ in roll_classes(alike if faces else alike[:-1], 6 - faces - led, dice):
        fresh = counts[led:]
        chances[counts[0] if led else 0, fresh[0] if fresh else 0] += weight
    return tuple((weight, here, most) for (here, most), weight in chances.items())
