"""Estimated chances (0 to 1) of reaching something by repeated rolls: for bots.

All assume the same way to roll: set aside what helps, or one die if nothing does, and roll the rest
until no die is left. They are exact, or close enough to compare goals.
"""

from __future__ import annotations

from functools import cache
from math import comb, fsum


@cache
def hits(dice: int, need: int, faces: int = 1) -> float:
    """Chance of `need` hits from `dice` dice, where any of `faces` faces is a hit."""
    if need <= 0:
        return 1.0
    if need > dice:
        return 0.0
    return fsum(
        _falls(dice, hit, faces) * hits(dice - max(hit, 1), need - hit, faces) for hit in range(dice + 1)
    )


@cache
def straight(dice: int, missing: int) -> float:
    """Chance of every one of `missing` different faces."""
    if missing <= 0:
        return 1.0
    if missing > dice:
        return 0.0
    return fsum(
        _shows(dice, found, missing) * straight(dice - max(found, 1), missing - found)
        for found in range(missing + 1)
    )


@cache
def same_parity(dice: int) -> float:
    """Chance that all `dice` dice end odd, or that all end even."""
    if dice == 0:
        return 1.0
    return fsum(_falls(dice, hit, 3) * same_parity(dice - hit) for hit in range(1, dice + 1))


@cache
def total(dice: int, need: int) -> float:
    """Chance of at least `need` pips, where each die shows the better of two rolls."""
    if need <= dice:
        return 1.0
    if need > 6 * dice:
        return 0.0
    return fsum((2 * face - 1) / 36 * total(dice - 1, need - face) for face in range(1, 7))


def _falls(dice: int, hit: int, faces: int) -> float:
    """Chance of exactly `hit` hits in one roll."""
    chance = faces / 6
    return comb(dice, hit) * chance**hit * (1 - chance) ** (dice - hit)


def _shows(dice: int, found: int, missing: int) -> float:
    """Chance that one roll shows exactly `found` different ones of `missing` faces."""
    ways = sum(
        (-1) ** out * comb(found, out) * (6 - missing + found - out) ** dice for out in range(found + 1)
    )
    return float(comb(missing, found) * ways / 6**dice)
