"""How a chance is written, short enough for a table. Pure; plain digits, the same in every language."""

from __future__ import annotations

from collections.abc import Callable
from math import floor

from engine.game import Odds
from engine.value.values import Likelihood
from tui.language.texts import Texts

AT_LEAST = "≥"
"""Stands before a chance that is only a lower bound."""
_NEARLY = 1e-9
"""What floating-point rounding may have taken away."""


def percent(likely: Likelihood) -> str:
    """Returns a chance in whole percent, without the sign, in at most three cells.

    Only what is certain is 100, only what is impossible 0. A chance that is not exact is rounded down and
    gets `AT_LEAST`.
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


def sentence(texts: Texts, whose: str | None, odds: Odds, called: Callable[[Texts, str], str]) -> str:
    """Returns all chances of a turn, highest first, as a sentence. `whose`: its player's name, None if the
    player is the listener. `called` returns the name of an item.
    """
    listed = ", ".join(_spoken(texts, likely, called) for likely in reversed(odds.now))
    if whose is None:
        return texts._("Your odds with best play: {odds}.", odds=listed)
    return texts._("{name}'s odds with best play: {odds}.", name=whose, odds=listed)


def _spoken(texts: Texts, likely: Likelihood, called: Callable[[Texts, str], str]) -> str:
    number = percent(likely).removeprefix(AT_LEAST)
    thing = called(texts, likely.what)
    if likely.exact or not number.isdigit():
        return f"{thing} {number}%"
    return texts._("{thing} at least {number}%", thing=thing, number=number)
