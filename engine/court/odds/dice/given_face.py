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
    """Unused cards that bring a face."""

    chain: tuple[Kind, ...]
    """Cards that turn dice, in the order of CHAIN."""
    free_rerolls: int = 0
    jester: int = 0


class FaceGoal(NamedTuple):
    """`need` more dice of `face`; `there`: one lies aside already."""

    face: int
    need: int
    there: bool


_SLIGHT = 1e-9
"""What a throw as unlikely as this could still lead to is not counted."""


@lru_cache(maxsize=1 << 15)
def before_roll(aim: FaceGoal, dice: int, effects: FaceEffects, late: int = 0) -> float:
    """The chance when `dice` dice are about to be thrown; `late` more join what is left of them."""
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
    """What the cards can turn of the dice that do not show the face."""
    if not effects.chain:
        return ((1.0, ()),)
    return expected_turned(aim.face, effects.chain, dice - hit, there=aim.there or hit > 0)


def after_roll(aim: FaceGoal, active: Dice, effects: FaceEffects, *, kept: bool = False) -> float:
    """The chance with these dice thrown."""
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
    """The best of setting the hits aside, after none or the first cards of the chain, or throwing again.

    All of that together is not enough.
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
    """What is left after the first card of the chain, the second, .."""
    return tuple(effects._replace(chain=effects.chain[used:]) for used in range(1, len(effects.chain) + 1))


def _again(aim: FaceGoal, dice: int, effects: FaceEffects, late: int) -> float:
    """The chance when a card throws all dice again, none of them set aside."""
    if effects.free_rerolls:
        return before_roll(aim, dice + late, effects._replace(free_rerolls=effects.free_rerolls - 1))
    if effects.jester and dice + late == 1:
        return before_roll(aim, dice + late, effects._replace(jester=0))
    return LOST
