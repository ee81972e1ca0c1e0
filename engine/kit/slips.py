"""Mistakes that a bot makes now and then: for bots that play like people who are new to a game."""

from __future__ import annotations

from engine.chance import Chance


def slips(chance: Chance, per_hundred: int) -> bool:
    """Whether a mistake that is made `per_hundred` times of 100 is made now. One draw."""
    return chance.pick(range(100)) < per_hundred
