"""Chances of many dice of one given face, cards that turn dice included.

The face is fixed: the dice that show it are set aside after each roll. The cards of
`turning_cards.TURNING_CARDS` are used in that order, after any roll, as many at once as is best. This
restricts the ways to play, so a chance is never too high.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.court.model.cards import MOST_DICE
from engine.court.model.state import Dice
from engine.court.odds.dice.groups import LOST, WON
from engine.court.odds.dice.turning_cards import FaceEffects, after_cards, turned_counts


class FaceGoal(NamedTuple):
    """`need` more dice of `face`; `there` is true if one is set aside already."""

    face: int
    need: int
    there: bool


def before_roll(aim: FaceGoal, dice: int, effects: FaceEffects, late: int = 0) -> float:
    """The chance (0 to 1) if `dice` dice are about to be rolled; `late` more join after the roll."""
    face, need, there = aim
    if need <= 0:
        return WON
    if need > dice + late:
        return LOST
    from engine.court.odds.dice import face_tables  # arrays are loaded where they are needed

    if late:
        return float(face_tables.late_row(effects, dice, late, there=there)[face - 1, need - 1])
    return float(face_tables.chances(effects)[int(there), face - 1, dice, MOST_DICE + need])


def after_roll(aim: FaceGoal, active: Dice, effects: FaceEffects, *, kept: bool = False) -> float:
    """The chance (0 to 1) with these dice rolled: the best of setting the hits aside, after none or the first
    cards of the chain, or rerolling.
    """
    face, need, there = aim
    hit, dice = active.count(face), len(active)
    misses = tuple([die for die in active if die != face])
    turned = turned_counts(face, effects.chain, misses, there=there or hit > 0)
    if need <= hit + (turned[-1] if turned else 0):
        return WON
    again = effects if kept else effects.again(dice)
    best = before_roll(aim, dice, again) if again else LOST
    best = max(best, before_roll(FaceGoal(face, need - hit, there or hit > 0), dice - max(hit, 1), effects))
    before = 0
    for more, left in zip(turned, after_cards(effects), strict=True):
        if more != before:  # a card that turns nothing is better saved
            before = more
            chance = before_roll(FaceGoal(face, need - hit - more, there=True), dice - hit - more, left)
            best = max(best, chance)
    return best
