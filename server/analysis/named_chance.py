"""The chance of analyses: the same draws for the same name, in whatever process they are made."""

from __future__ import annotations

from random import Random

from engine.chance import Chance
from engine.playouts import QuickChance


def chance_of(name: str) -> Chance:
    """Draws that depend on the name alone, so that an analysis is the same wherever it is made."""
    return QuickChance(Random(name).random)  # noqa: S311  (nothing is kept secret by it)
