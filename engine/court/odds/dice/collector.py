"""Chances of many dice of one given face, cards that turn dice included.

The face is fixed: of each throw its dice are set aside. Cards of `engine.court.odds.dice.turns.CHAIN`
are used in that order, at any throw, as many at once as is best. That is a restricted way to play,
so that a chance is never too high.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import NamedTuple

from engine.court.model.state import Dice, Kind
from engine.court.odds.dice.groups import LOST, WON
from engine.court.odds.dice.throws import hits
from engine.court.odds.dice.turns import Gains, expected, gains


class Means(NamedTuple):
    """Unused cards that bring a face."""

    chain: tuple[Kind, ...]
    """Cards that turn dice, in the order of CHAIN."""
    waives: int = 0
    jester: int = 0


class Aim(NamedTuple):
    """`need` more dice of `face`; `there`: one lies aside already."""

    face: int
    need: int
    there: bool


_SLIGHT = 1e-9
"""What a throw as unlikely as this could still lead to is not counted."""


@lru_cache(maxsize=1 << 15)
def coming(aim: Aim, dice: int, means: Means, late: int = 0) -> float:
    """The chance when `dice` dice are about to be thrown; `late` more join what is left of them."""
    if aim.need <= 0:
        return WON
    if aim.need > dice + late:
        return LOST
    chance = fsum(hits(dice)[aim.need :])
    missed = []
    for hit, weight in enumerate(hits(dice)[: aim.need]):
        for part, turned in _turns(aim, hit, dice, means):
            if turned and aim.need <= hit + turned[-1]:
                chance += weight * part
            elif weight * part > _SLIGHT:
                missed.append((weight * part, hit, turned))
    if missed:
        again = _again(aim, dice, means, late)
        chance += fsum(
            [part * _best(aim, hit, dice + late, means, turned, again) for part, hit, turned in missed]
        )
    return chance


def _turns(aim: Aim, hit: int, dice: int, means: Means) -> tuple[tuple[float, Gains], ...]:
    """What the cards can turn of the dice that do not show the face."""
    if not means.chain:
        return ((1.0, ()),)
    return expected(aim.face, means.chain, dice - hit, there=aim.there or hit > 0)


def lying(aim: Aim, active: Dice, means: Means, *, kept: bool = False) -> float:
    """The chance with these dice thrown."""
    hit, dice = active.count(aim.face), len(active)
    misses = tuple([die for die in active if die != aim.face])
    turned = gains(aim.face, means.chain, misses, there=aim.there or hit > 0)
    if aim.need <= hit + (turned[-1] if turned else 0):
        return WON
    again = coming(aim, dice, means) if kept else _again(aim, dice, means, 0)
    return _best(aim, hit, dice, means, turned, again)


def _best(aim: Aim, hit: int, dice: int, means: Means, turned: Gains, again: float) -> float:
    """The best of setting the hits aside, after none or the first cards of the chain, or throwing again.

    All of that together is not enough.
    """
    face, need, _ = aim
    best = again
    if hit:
        best = max(best, coming(Aim(face, need - hit, there=True), dice - hit, means))
    else:
        best = max(best, coming(aim, dice - 1, means))
    before = 0
    for more, left in zip(turned, _left(means), strict=True):
        if more != before:  # a card that turns nothing is better saved
            before = more
            chance = coming(Aim(face, need - hit - more, there=True), dice - hit - more, left)
            best = max(best, chance)
    return best


@lru_cache(maxsize=1 << 10)
def _left(means: Means) -> tuple[Means, ...]:
    """What is left after the first card of the chain, the second, .."""
    return tuple(means._replace(chain=means.chain[used:]) for used in range(1, len(means.chain) + 1))


def _again(aim: Aim, dice: int, means: Means, late: int) -> float:
    """The chance when a card throws all dice again, none of them set aside."""
    if means.waives:
        return coming(aim, dice + late, means._replace(waives=means.waives - 1))
    if means.jester and dice + late == 1:
        return coming(aim, dice + late, means._replace(jester=0))
    return LOST
