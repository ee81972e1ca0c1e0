"""How a chance is written, short enough for a table. Pure; plain digits, the same in every language."""

from __future__ import annotations

from math import floor

from engine.game import Likely

AT_LEAST = "≥"
"""Stands before a chance that is not exact."""
_NEARLY = 1e-9
"""What rounding of the machine may have taken away."""


def percent(likely: Likely) -> str:
    """A chance in whole percent, without the sign, in at most three cells.

    Only what is certain is 100, only what is impossible 0; a chance that is not exact is rounded
    down, as it says `AT_LEAST`.
    """
    chance = likely.chance
    if not likely.exact:
        return ">0" if chance < 0.01 else f"{AT_LEAST}{min(99, floor(100 * chance + _NEARLY))}"
    if chance <= 0.0:
        return "0"
    if chance >= 1.0 - _NEARLY:
        return "100"
    if chance < 0.01:
        return "<1"
    return ">99" if chance > 0.99 else str(round(100 * chance))
