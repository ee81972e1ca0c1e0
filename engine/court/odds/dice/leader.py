"""Chances of many dice of one face with more dice than can be weighed exactly.

Only one face is collected at a time, the leader: of a throw its dice are set aside, or those of
another face where they bring it nearer; what was collected before is then forgotten. That is a
restricted way to play, so that a chance is never too high; for the King with nine or ten dice it
is within a hundredth of the truth. Tokens are used as in `engine.court.odds.dice.groups`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from engine.court.odds.dice.groups import LOST, WON, Tokens
from engine.court.odds.dice.throws import classes


class Race(NamedTuple):
    """`lead` dice are missing of the leader (None: there is none yet), `fresh` of each of `faces` others."""

    lead: int | None
    fresh: int
    faces: int


@lru_cache(maxsize=1 << 15)
def coming(race: Race, dice: int, tokens: Tokens) -> float:
    """The chance when `dice` dice are about to be thrown."""
    if race.lead is not None and race.lead <= 0:
        return WON
    if min(race.fresh, race.fresh if race.lead is None else race.lead) > dice:
        return LOST
    return fsum(
        weight * lying(race, here, most, dice, tokens)
        for weight, here, most in _throws(race.lead is not None, race.faces, dice)
    )


def lying(race: Race, here: int, most: int, dice: int, tokens: Tokens, *, kept: bool = False) -> float:
    """The chance with `dice` dice thrown, `here` of the leader, at most `most` of one other face."""
    lead = race.fresh if race.lead is None else race.lead
    if lead - here <= min(tokens.jokers, dice - here) or race.fresh - most <= min(tokens.jokers, dice - most):
        return WON
    if kept:
        best = coming(race, dice, tokens)
    elif tokens.waives:
        best = coming(race, dice, tokens._replace(waives=tokens.waives - 1))
    else:
        best = coming(race, dice, tokens._replace(jester=0)) if tokens.jester and dice == 1 else LOST
    if race.fresh - most < lead - here:
        faces = race.faces - (race.lead is None)
        best = max(best, coming(Race(race.fresh - most, race.fresh, faces), dice - most, tokens))
    return max(
        best, coming(race if not here else race._replace(lead=lead - here), dice - max(here, 1), tokens)
    )


@lru_cache(maxsize=256)
def _throws(led: bool, faces: int, dice: int) -> tuple[tuple[float, int, int], ...]:
    """Chance, dice of the leader, the most dice of one of the other faces."""
    chances: defaultdict[tuple[int, int], float] = defaultdict(float)
    alike = (1, faces) if led else (faces,)
    for weight, counts, _ in classes(alike if faces else alike[:-1], 6 - faces - led, dice):
        fresh = counts[led:]
        chances[counts[0] if led else 0, fresh[0] if fresh else 0] += weight
    return tuple((weight, here, most) for (here, most), weight in chances.items())
