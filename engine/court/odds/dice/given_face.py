"""Chances of many dice of one given face, cards that turn dice included.

The face is fixed: the dice that show it are set aside after each roll. The cards of
`turning_cards.TURNING_CARDS` are used in that order, after any roll, as many at once as is best. This
restricts the ways to play, so a chance is never too high.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import NamedTuple

from engine.court.model.state import Dice, Kind
from engine.court.odds.dice.groups import LOST, WON
from engine.court.odds.dice.rolls import hit_chances
from engine.court.odds.dice.turning_cards import TurnedCounts, expected_turned, turned_counts


class FaceEffects(NamedTuple):
    """What unused cards can do for one given face."""

    chain: tuple[Kind, ...]
    """Cards that turn dice, in the order of TURNING_CARDS."""
    free_rerolls: int = 0
    jester: int = 0


class FaceGoal(NamedTuple):
    """`need` more dice of `face`; `there` is true if one is set aside already."""

    face: int
    need: int
    there: bool


_SLIGHT = 1e-9
"""Rolls less likely than this are ignored."""


@lru_cache(maxsize=1 << 15)
def before_roll(aim: FaceGoal, dice: int, effects: FaceEffects, late: int = 0) -> float:
    """The chance (0 to 1) if `dice` dice are about to be rolled; `late` more join after the roll."""
    if aim.need <= 0:
        return WON
    if aim.need > dice + late:
        return LOST
    chance = fsum(hit_chances(dice)[aim.need :])
    missed = []
    for hit, weight in enumerate(hit_chances(dice)[: aim.need]):
        for part, turned in _turns(aim, hit, dice, effects):
            if turned and aim.need <= hit + turned[-1]:
                chance += weight * part
            elif weight * part > _SLIGHT:
                missed.append((weight * part, hit, turned))
    if missed:
        again = _again(aim, dice, effects, late)
        chance += fsum(
            [part * _best(aim, hit, dice + late, effects, turned, again) for part, hit, turned in missed]
        )
    return chance


def _turns(
    aim: FaceGoal, hit: int, dice: int, effects: FaceEffects
) -> tuple[tuple[float, TurnedCounts], ...]:
    """How many of the other dice the cards can turn to the face, with the chance of each case."""
    if not effects.chain:
        return ((1.0, ()),)
    return expected_turned(aim.face, effects.chain, dice - hit, there=aim.there or hit > 0)


def after_roll(aim: FaceGoal, active: Dice, effects: FaceEffects, *, kept: bool = False) -> float:
    """The chance (0 to 1) with these dice rolled."""
    hit, dice = active.count(aim.face), len(active)
    misses = tuple([die for die in active if die != aim.face])
    turned = turned_counts(aim.face, effects.chain, misses, there=aim.there or hit > 0)
    if aim.need <= hit + (turned[-1] if turned else 0):
        return WON
    again = before_roll(aim, dice, effects) if kept else _again(aim, dice, effects, 0)
    return _best(aim, hit, dice, effects, turned, again)


def _best(
    aim: FaceGoal, hit: int, dice: int, effects: FaceEffects, turned: TurnedCounts, again: float
) -> float:
    """The best of setting the hits aside, after none or the first cards of the chain, or rerolling.

    All of them together do not reach the goal yet.
    """
    face, need, _ = aim
    best = again
    if hit:
        best = max(best, before_roll(FaceGoal(face, need - hit, there=True), dice - hit, effects))
    else:
        best = max(best, before_roll(aim, dice - 1, effects))
    before = 0
    for more, left in zip(turned, _left(effects), strict=True):
        if more != before:  # a card that turns nothing is better saved
            before = more
            chance = before_roll(FaceGoal(face, need - hit - more, there=True), dice - hit - more, left)
            best = max(best, chance)
    return best


@lru_cache(maxsize=1 << 10)
def _left(effects: FaceEffects) -> tuple[FaceEffects, ...]:
    """The effects left after the first card of the chain, after the second, .."""
    return tuple(effects._replace(chain=effects.chain[used:]) for used in range(1, len(effects.chain) + 1))


def _again(aim: FaceGoal, dice: int, effects: FaceEffects, late: int) -> float:
    """The chance if a card rerolls all dice, without setting one aside."""
    if effects.free_rerolls:
        return before_roll(aim, dice + late, effects._replace(free_rerolls=effects.free_rerolls - 1))
    if effects.jester and dice + late == 1:
        return before_roll(aim, dice + late, effects._replace(jester=0))
    return LOST
